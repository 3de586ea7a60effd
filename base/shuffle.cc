#include "base/shuffle.h"

#include <Random123/philox.h>

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "base/seed.h"

namespace fdskl::base {
namespace {

// Orders samples by a hash of each. StratifiedOrder() uses this instead of Shuffle() because stored results depend on
// the order that it gives.
void ShuffleByHash(std::vector<std::int32_t>& samples, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::int32_t>> hashed;
  hashed.reserve(samples.size());
  for (const std::int32_t sample : samples) hashed.emplace_back(Seed("growing subsets", seed, sample), sample);
  std::ranges::sort(hashed);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = hashed[i].second;
}

}  // namespace

void Shuffle(std::span<std::int32_t> ids, std::uint64_t seed, std::uint64_t round) {
  const r123::Philox2x64::key_type key = {{seed}};
  for (std::uint64_t left = ids.size(); left > 1; --left) {
    const std::uint64_t random = r123::Philox2x64()({{left, round}}, key)[0];
    const auto pick = static_cast<std::size_t>(random % left);  // bias: left / 2^64
    std::swap(ids[left - 1], ids[pick]);
  }
}

std::vector<std::int32_t> ShuffledOrder(std::int64_t count, std::uint64_t seed) {
  std::vector<std::int32_t> order = FirstNumbers(count);
  Shuffle(order, seed);
  return order;
}

std::array<std::vector<std::int32_t>, 2> ByClass(std::span<const float> labels) {
  const bool classes = std::ranges::all_of(labels, [](float label) { return label == -1 || label == 1; });
  std::array<std::vector<std::int32_t>, 2> strata;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    strata[classes && labels[i] > 0 ? 1 : 0].push_back(static_cast<std::int32_t>(i));
  }
  return strata;
}

std::vector<std::int32_t> StratifiedOrder(std::span<const float> labels, std::uint64_t seed) {
  // The k-th of the n samples of a class is placed at the fraction (k + 1/2) / n of the whole.
  std::vector<std::pair<double, std::int32_t>> places;
  for (std::vector<std::int32_t>& stratum : ByClass(labels)) {
    const auto size = static_cast<double>(stratum.size());
    ShuffleByHash(stratum, seed);
    for (std::size_t k = 0; k < stratum.size(); ++k) {
      places.emplace_back((static_cast<double>(k) + 0.5) / size, stratum[k]);
    }
  }
  std::ranges::sort(places);
  std::vector<std::int32_t> order;
  order.reserve(places.size());
  for (const auto& [place, sample] : places) order.push_back(sample);
  return order;
}

}  // namespace fdskl::base
