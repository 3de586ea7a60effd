// The tuning pool, splits of the samples into three quarters for training and one for testing, and the dealing of
// training labels.
//
// A split depends on (dataset, split, labels, rows) alone: every worker, method and machine gets the same.
//
// No leak: searches for settings read the pool only (runners/studies/tune/), and in no split is a sample of the pool a
//          test sample, whatever the split's number and its cap. So no test sample was ever seen by a search.
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

// Names the rule by which MakeSplit() divides; part of a cell's identity. Change it whenever a split changes.
inline constexpr std::string_view kSplitRule = "pool";

// Half of the samples, ascending: of every two neighbours within a class one, chosen by the dataset's name; of an odd
// class the last sample too. Labels as for MakeSplit().
// Among the first n samples of a dataset, none outside their own pool is in the pool of all. So a stand-in that is cut
// to fewer rows has no test sample from the pool of the whole one either.
std::vector<std::int32_t> TuningPool(std::span<const float> labels, std::string_view dataset);

// Stratified: each class is split 3:1, to within one sample; TrainRows() samples train. Labels other than -1 and +1 are
// those of a regression, which has no strata. Samples of the tuning pool train; test samples are drawn from outside it,
// and what is left there trains too. `rows` caps the samples used: a stratified choice, half of it from the pool, which
// contains that of any smaller cap. Errors: Error when there are fewer than four samples.
Split MakeSplit(std::span<const float> labels, std::string_view dataset, int split,
                std::optional<std::int64_t> rows = {});

// The split of a dataset that comes with its test part, the last `test_rows` samples. `rows` caps the samples used: of
// both parts as many in proportion, a stratified choice that contains that of any smaller cap.
// Errors: Error when a part would be empty.
Split GivenSplit(std::span<const float> labels, std::int64_t test_rows, std::string_view dataset,
                 std::optional<std::int64_t> rows = {});

// Errors: Error unless 1 <= active <= workers.
void CheckActive(int active, int workers);

// The training samples whose label `worker` holds, as places among the training samples: labels are dealt in turn over
// the workers 0 .. active-1.
// Errors: Error unless active >= 1.
std::vector<std::int32_t> LabelledBy(int worker, int active, std::int64_t train_size);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_SPLIT_H_
