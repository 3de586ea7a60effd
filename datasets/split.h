// Three choices of samples: the tuning pool, the splits into three quarters for training and one quarter for testing,
// and which worker holds which training labels.
//
// A split depends only on (dataset, split, labels, rows): every worker, method and machine gets the same.
//
// No leak: searches for settings read only the pool (runners/studies/tune/). No sample of the pool is a test sample in
//          any split, whatever its number and cap. So no search has ever seen a test sample.
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

// The name of the rule by which MakeSplit() divides. It is part of a cell's hash: change it whenever splits change.
inline constexpr std::string_view kSplitRule = "pool";

// Half of the samples, ascending. Of every two neighbours within a class a hash of the dataset's name and their place
// chooses one; in a class with an odd number of samples the last is in the pool too. Labels are as for MakeSplit(). A
// sample outside the pool of the first n samples is outside the pool of all samples. So a stand-in with fewer rows has
// no test sample that is in the pool of the whole.
std::vector<std::int32_t> TuningPool(std::span<const float> labels, std::string_view dataset);

// A stratified split: each class is split 3:1, to within one sample; TrainRows() samples train. If any label is neither
// -1 nor +1 the task is a regression, which has no strata. Samples of the tuning pool train. Test samples are drawn
// from outside the pool; the remaining samples train too. `rows` caps the samples used: a stratified choice, half of it
// from the pool, which contains that of any smaller cap.
// Errors: Error when there are fewer than four samples.
Split MakeSplit(std::span<const float> labels, std::string_view dataset, int split,
                std::optional<std::int64_t> rows = {});

// The split of a dataset that comes with a test part, its last `test_rows` samples. `rows` caps the samples used: both
// parts shrink in proportion, by a stratified choice that contains that of any smaller cap.
// Errors: Error when a part would be empty.
Split GivenSplit(std::span<const float> labels, std::int64_t test_rows, std::string_view dataset,
                 std::optional<std::int64_t> rows = {});

// Errors: Error unless 1 <= active <= workers.
void CheckActive(int active, int workers);

// The training samples whose label `worker` holds, as indices into the training samples. Labels are dealt in turn to
// the workers 0 .. active-1.
// Errors: Error unless active >= 1.
std::vector<std::int32_t> LabelledBy(int worker, int active, std::int64_t train_size);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SPLIT_H_
