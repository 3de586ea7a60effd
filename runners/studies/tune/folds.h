// The samples that settings are compared on: folds of a split's TRAINING part, and never a sample of its test part.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_FOLDS_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_FOLDS_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "runners/studies/tune/grid.h"

namespace fdskl::tune {

// By fold, the samples that are predicted in it, ascending: all of the split's training part, or a stratified choice of
// rules.rows of it; each in one fold. `labels` of all samples say only how to stratify and split.
// Errors: Error when there are too few.
std::vector<std::vector<std::int32_t>> FoldSamples(std::span<const float> labels, std::string_view dataset,
                                                   const SearchRules& rules);

// By fold, what one worker with all columns holds: trains on the other folds, is tested on this one; scaled by the
// former. Reads no sample that is in none of the folds.
std::vector<datasets::Holding> LoadFolds(const datasets::ColumnStore& store,
                                         const std::vector<std::vector<std::int32_t>>& folds,
                                         datasets::Missing missing);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_FOLDS_H_
