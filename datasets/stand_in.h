// Generated data with a dataset's published shape, sparsity and class balance, for use when the real files are missing.
// They are never presented as the dataset: the edition `stand-in` is stored with every result.
//
// Each sample has hidden factors z. The teacher is the sign of the product z_1 z_2, which no linear model can learn. A
// third factor is weakly and linearly related to the label; the others are nuisance. The label is the teacher's,
// flipped at a small rate. Column k shows a_k.z plus noise. Where the published data have zeros, values below a
// threshold become zero, in the published share; if zeros are the majority, all other values become 1.
//
// For datasets that are not scaled to [0,1], values have the publisher's scale: dense values lie within [-1, 1] and
// have both signs, and each sample is divided by its length where the publisher did so.
//
// Every entry is a pure function of (dataset, row, column), to the bit on every machine. A stand-in of fewer rows is
// the beginning of a longer one.
#ifndef FDSKL_DATASETS_STAND_IN_H_
#define FDSKL_DATASETS_STAND_IN_H_

#include <cstdint>
#include <string>

#include "datasets/catalogue.h"
#include "datasets/row_block.h"

namespace fdskl::datasets {

// Raise this with every change of the generated data.
inline constexpr int kStandInVersion = 3;

// Passes `rows` samples to `sink`, with labels -1 and +1, dense or sparse as the dataset is. Returns their SHA-256.
// Memory: one block, for any number of rows.
std::string MakeStandIn(const CatalogueEntry& entry, std::int64_t rows, const RowSink& sink);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_STAND_IN_H_
