#include "datasets/split.h"

#include <algorithm>

#include "base/error.h"
#include "base/seed.h"
#include "base/shuffle.h"

namespace fdskl::datasets {
namespace {

// How many to take of each stratum so that `total` of all are taken, in proportion; largest remainders are rounded up.
std::vector<std::int64_t> Shares(const std::vector<std::int64_t>& sizes, std::int64_t total) {
  std::int64_t all = 0;
  for (const std::int64_t size : sizes) all += size;
  std::vector<std::int64_t> shares;
  std::vector<std::pair<std::int64_t, std::size_t>> remainders;
  std::int64_t left = total;
  for (std::size_t s = 0; s < sizes.size(); ++s) {
    shares.push_back(sizes[s] * total / all);
    remainders.emplace_back(-(sizes[s] * total % all), s);
    left -= shares.back();
  }
  std::ranges::sort(remainders);
  for (std::size_t s = 0; left > 0; ++s, --left) ++shares[remainders[s].second];
  return shares;
}

}  // namespace

Split MakeSplit(std::span<const float> labels, std::string_view dataset, int split, std::optional<std::int64_t> rows) {
  const std::int64_t used = std::min(rows.value_or(std::ssize(labels)), std::ssize(labels));
  if (used < 4) base::Fail("{} samples of {} cannot be split 3:1; at least 4 are needed", used, dataset);
  auto strata = base::ByClass(labels);
  std::vector<std::int64_t> sizes;
  sizes.reserve(strata.size());
  for (const auto& stratum : strata) sizes.push_back(std::ssize(stratum));
  sizes = Shares(sizes, used);
  const std::vector<std::int64_t> train_sizes = Shares(sizes, TrainRows(used));

  Split result;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    base::Shuffle(strata[s], base::Seed("split", dataset, split, s));
    const auto begin = strata[s].begin();
    result.train.insert(result.train.end(), begin, begin + train_sizes[s]);
    result.test.insert(result.test.end(), begin + train_sizes[s], begin + sizes[s]);
  }
  std::ranges::sort(result.train);
  std::ranges::sort(result.test);
  return result;
}

void CheckActive(int active, int workers) {
  if (active < 1) base::Fail("{} active workers: at least one must hold labels", active);
  if (active > workers) base::Fail("{} active workers are more than the {} there are", active, workers);
}

std::vector<std::int32_t> LabelledBy(int worker, int active, std::int64_t train_size) {
  FDSKL_REQUIRE(worker >= 0 && train_size >= 0);
  if (active < 1) base::Fail("{} active workers: at least one must hold labels", active);
  std::vector<std::int32_t> samples;
  if (worker >= active) return samples;
  for (std::int64_t i = worker; i < train_size; i += active) samples.push_back(static_cast<std::int32_t>(i));
  return samples;
}

}  // namespace fdskl::datasets
