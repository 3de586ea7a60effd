// The samples on which settings are compared, and the error of settings on them.
//
// The samples are folds of the tuning pool (datasets/split.h), from which no split takes test samples. Others are not
// read at all.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_FOLDS_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_FOLDS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "runners/cell/cell.h"

namespace fdskl::tune {

// The samples that each of `folds` folds predicts, ascending: the whole tuning pool, or a stratified choice of `rows`
// samples of it. Each sample is in one fold. `labels` are those of all samples, and serve only to stratify. If the last
// `test_rows` samples are the dataset's own test part, all others are the pool.
// Errors: Error when there are too few.
std::vector<std::vector<std::int32_t>> FoldSamples(std::span<const float> labels, std::string_view dataset,
                                                   std::int64_t rows, int folds, std::int64_t test_rows = 0);

// The samples of all folds but one, ascending: the training samples when that one is held out.
std::vector<std::int32_t> OtherFolds(const std::vector<std::vector<std::int32_t>>& folds, std::size_t held_out);

// For each fold, what a single worker with all columns holds: the other folds for training, this one for testing.
// Scaling is fitted to the training samples. Samples outside the folds are not read.
std::vector<datasets::Holding> LoadFolds(const datasets::ColumnStore& store,
                                         const std::vector<std::vector<std::int32_t>>& folds,
                                         datasets::Missing missing);

// The median distances between samples. In a search, kernel widths are multiples of these.
struct Distances {
  double euclidean = 0;  // for the Gaussian kernel: sqrt(sum_k (x_k - x'_k)^2)
  double absolute = 0;   // for the Laplace kernel: sum_k |x_k - x'_k|
};

// Computed from random pairs of samples, the same on every machine. Errors: Error when most samples are equal.
// REQUIRES: no value is missing, and there are two samples or more.
Distances MedianDistances(const base::Matrix& samples);

// Trains cell.method() in this process, over one worker, and predicts the held-out samples. Returns the percentage of
// errors, or the root mean square error of a regression; 100, or 1e300 in a regression, when the model is no longer
// finite; nothing when Interrupted(). FDSKL draws its batches as cell.active workers with labels would, and so gives
// their model (Lemma 1).
std::optional<double> FoldError(const cell::Cell& cell, const datasets::Holding& fold);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_FOLDS_H_
