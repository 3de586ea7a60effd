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

// Stratified: each class is split 3:1, to within one sample; in all, 3/4 rounded down train. Labels other than -1 and
// +1 are those of a regression, which has no strata. `rows` caps the samples used: a stratified choice, which holds
// that of any smaller cap. Errors: Error when there are fewer than four samples.
Split MakeSplit(std::span<const float> labels, std::string_view dataset, int split,
                std::optional<std::int64_t> rows = {});

// Errors: Error unless 1 <= active <= workers.
void CheckActive(int active, int workers);

// The training samples, by place among them, whose label `worker` holds: dealt in turn over the workers 0 .. active-1.
// Errors: Error unless active >= 1.
std::vector<std::int32_t> LabelledBy(int worker, int active, std::int64_t train_size);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SPLIT_H_
