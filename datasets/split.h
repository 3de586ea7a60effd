// Splits of the samples into three quarters for training and one for testing, and the dealing of training labels.
//
// A split depends on (dataset, split, labels, rows) alone: every worker, method and machine gets the same.
#ifndef FDSKL_DATASETS_SPLIT_H_
#define FDSKL_DATASETS_SPLIT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace fdskl::datasets {

struct Split {
  std::vector<std::int32_t> train, test;  // samples, ascending
};

// How many of `rows` samples train: three quarters, rounded down.
constexpr std::int64_t TrainRows(std::int64_t rows) { return rows * 3 / 4; }

// Stratified: each class is split 3:1, to within one sample; TrainRows() samples train. Labels other than -1 and +1 are
// those of a regression, which has no strata. `rows` caps the samples used: a stratified choice, which contains that of
// any smaller cap. Errors: Error when there are fewer than four samples.
Split MakeSplit(std::span<const float> labels, std::string_view dataset, int split,
                std::optional<std::int64_t> rows = {});

// Errors: Error unless 1 <= active <= workers.
void CheckActive(int active, int workers);

// The training samples whose label `worker` holds, as places among the training samples: labels are dealt in turn over
// the workers 0 .. active-1.
// Errors: Error unless active >= 1.
std::vector<std::int32_t> LabelledBy(int worker, int active, std::int64_t train_size);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SPLIT_H_
