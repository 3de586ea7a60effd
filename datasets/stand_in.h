// Generated data with a dataset's published shape, sparsity and class balance, for when the real files are missing.
// Never passed off as the dataset: the edition `stand-in` is stored with every result.
//
// A sample has hidden factors z. The teacher is the sign of the product z_1 z_2, which no linear model can follow; a
// third factor hints at the label linearly, and weakly; the others are nuisance. The label is the teacher's, flipped at
// a small rate. Column k shows a_k.z plus noise, cut off below so that the published share of entries is not zero;
// where most are zero, only whether an entry is there is kept, as 1.
//
// Scale: as the publisher's, for datasets that are not scaled by minimum and maximum. Dense values lie within [-1, 1]
// and have both signs; where the publisher divided each sample by its length, so do we.
//
// Every entry is a pure function of (dataset, row, column), bit for bit on every machine: a stand-in of fewer rows is
// the beginning of a longer one.
#ifndef FDSKL_DATASETS_STAND_IN_H_
#define FDSKL_DATASETS_STAND_IN_H_

#include <cstdint>
#include <string>

#include "datasets/catalogue.h"
#include "datasets/row_block.h"

namespace fdskl::datasets {

// Raised with every change of the generated data.
inline constexpr int kStandInVersion = 3;

// Passes `rows` samples to `sink`, with labels -1 and +1, dense or sparse as the dataset is. Returns their SHA-256.
// Memory: one block, whatever the number of rows.
std::string MakeStandIn(const CatalogueEntry& entry, std::int64_t rows, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STAND_IN_H_
