#include "datasets/split.h"

#include <algorithm>

#include "base/error.h"
#include "base/seed.h"
#include "base/shuffle.h"

namespace fdskl::datasets {
namespace {

// The number of samples to take from each stratum: `total` in all, in proportion to the sizes. The largest remainders
// are rounded up.
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

// The samples of one class, or all samples in regression: those in the tuning pool and the others, each ascending.
struct Stratum {
  std::vector<std::int32_t> pool, others;

  std::int64_t size() const { return std::ssize(pool) + std::ssize(others); }
};

std::vector<Stratum> Strata(std::span<const float> labels, std::string_view dataset) {
  std::vector<Stratum> strata;
  for (const std::vector<std::int32_t>& samples : base::ByClass(labels)) {
    Stratum& stratum = strata.emplace_back();
    for (std::size_t i = 0; i < samples.size(); i += 2) {
      if (i + 1 == samples.size()) {
        stratum.pool.push_back(samples[i]);
        break;
      }
      const std::size_t chosen = base::Seed("tuning pool", dataset, strata.size(), i) & 1U;
      stratum.pool.push_back(samples[i + chosen]);
      stratum.others.push_back(samples[i + 1 - chosen]);
    }
  }
  return strata;
}

// Appends elements begin .. end - 1 of `from`.
void AppendRange(const std::vector<std::int32_t>& from, std::int64_t begin, std::int64_t end,
                 std::vector<std::int32_t>& to) {
  FDSKL_REQUIRE(begin <= end && end <= std::ssize(from));
  to.insert(to.end(), from.begin() + begin, from.begin() + end);
}

}  // namespace

std::vector<std::int32_t> TuningPool(std::span<const float> labels, std::string_view dataset) {
  std::vector<std::int32_t> pool;
  for (const Stratum& stratum : Strata(labels, dataset)) AppendRange(stratum.pool, 0, std::ssize(stratum.pool), pool);
  std::ranges::sort(pool);
  return pool;
}

Split MakeSplit(std::span<const float> labels, std::string_view dataset, int split, std::optional<std::int64_t> rows) {
  const std::int64_t used = std::min(rows.value_or(std::ssize(labels)), std::ssize(labels));
  if (used < 4) base::Fail("{} samples of {} cannot be split 3:1; at least 4 are needed", used, dataset);
  std::vector<Stratum> strata = Strata(labels, dataset);
  std::vector<std::int64_t> sizes;
  sizes.reserve(strata.size());
  for (const Stratum& stratum : strata) sizes.push_back(stratum.size());
  sizes = Shares(sizes, used);
  const std::vector<std::int64_t> train_sizes = Shares(sizes, TrainRows(used));

  Split result;
  for (std::size_t s = 0; s < strata.size(); ++s) {
    auto& [pool, others] = strata[s];
    base::Shuffle(pool, base::Seed("split of the pool", dataset, split, s));
    base::Shuffle(others, base::Seed("split", dataset, split, s));
    const std::int64_t from_others = sizes[s] / 2;
    const std::int64_t tested = sizes[s] - train_sizes[s];  // at most from_others, for used >= 4
    AppendRange(pool, 0, sizes[s] - from_others, result.train);
    AppendRange(others, 0, tested, result.test);
    AppendRange(others, tested, from_others, result.train);
  }
  std::ranges::sort(result.train);
  std::ranges::sort(result.test);
  return result;
}

Split GivenSplit(std::span<const float> labels, std::int64_t test_rows, std::string_view dataset,
                 std::optional<std::int64_t> rows) {
  const std::int64_t all = std::ssize(labels);
  FDSKL_REQUIRE(0 <= test_rows && test_rows <= all);
  const std::int64_t used = std::min(rows.value_or(all), all);
  const std::int64_t tested = used == all ? test_rows : used * test_rows / all;
  if (tested < 1 || used - tested < 1) {
    base::Fail("{} samples of {} leave none to {}", used, dataset, tested < 1 ? "test" : "train on");
  }
  const auto choose = [&](std::int64_t begin, std::int64_t end, std::int64_t count, std::string_view part) {
    const auto own = labels.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    std::vector<std::int32_t> order = base::StratifiedOrder(own, base::Seed("given split", dataset, part));
    order.resize(static_cast<std::size_t>(count));
    for (std::int32_t& sample : order) sample += static_cast<std::int32_t>(begin);
    std::ranges::sort(order);
    return order;
  };
  return {choose(0, all - test_rows, used - tested, "train"), choose(all - test_rows, all, tested, "test")};
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
