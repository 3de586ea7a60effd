#include "baselines/svm/growing_subsets.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/seed.h"

namespace fdskl::svm {
namespace {

// By a hash of each sample, so the same on every machine.
void Shuffle(std::vector<std::int32_t>& samples, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::int32_t>> hashed;
  hashed.reserve(samples.size());
  for (const std::int32_t sample : samples) hashed.emplace_back(base::Seed("growing subsets", seed, sample), sample);
  std::ranges::sort(hashed);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i] = hashed[i].second;
}

}  // namespace

std::vector<std::int64_t> GrowingSizes(std::int64_t samples, int points) {
  constexpr std::int64_t kLeast = 16;
  FDSKL_REQUIRE(samples >= 1 && 1 <= points && points <= 32);
  std::vector<std::int64_t> sizes;
  for (int halvings = points - 1; halvings > 0; --halvings) {
    if (samples >> halvings >= kLeast) sizes.push_back(samples >> halvings);
  }
  sizes.push_back(samples);
  return sizes;
}

std::vector<std::int32_t> StratifiedOrder(std::span<const float> labels, std::uint64_t seed) {
  const bool classes = std::ranges::all_of(labels, [](float label) { return label == -1 || label == 1; });
  std::array<std::vector<std::int32_t>, 2> strata;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    strata[classes && labels[i] > 0 ? 1 : 0].push_back(static_cast<std::int32_t>(i));
  }
  // The k-th of n of a class belongs at the fraction (k + 1/2) / n of the whole.
  std::vector<std::pair<double, std::int32_t>> places;
  for (std::vector<std::int32_t>& stratum : strata) {
    if (stratum.empty()) continue;
    const auto size = static_cast<double>(stratum.size());
    Shuffle(stratum, seed);
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

}  // namespace fdskl::svm
