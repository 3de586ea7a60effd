#include "fdskl/masking/feature_phases.h"

#include <Random123/philox.h>

#include <algorithm>

#include "base/error.h"
#include "fdskl/masking/turns.h"

namespace fdskl::masking {

int PhaseWorker(std::uint64_t seed, std::int64_t feature, int workers, int owner) {
  FDSKL_REQUIRE(0 <= owner && owner < workers);
  if (workers == 1) return owner;
  // The last word of the counter keeps these numbers apart from the entries of w, which have 0 there
  // (random_features.cc).
  constexpr std::uint32_t kPhaseWorker = 1;
  const auto index = static_cast<std::uint64_t>(feature);
  const r123::Philox4x32::ctr_type counter{
      {static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(index >> 32U), 0, kPhaseWorker}};
  const r123::Philox4x32::key_type key{{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)}};
  const std::uint64_t word = r123::Philox4x32()(counter, key)[0];
  const int other = static_cast<int>((word * static_cast<std::uint64_t>(workers - 1)) >> 32U);
  return other < owner ? other : other + 1;
}

FeaturePhases::FeaturePhases(std::uint64_t seed, const AesKey& phase_key, int rank, int workers)
    : seed_(seed), rank_(rank), worker_count_(workers), stream_(phase_key) {}

bool FeaturePhases::LookUp(int owner, std::span<const std::int64_t> features) {
  if (owner_ == owner && std::ranges::equal(features, features_)) return false;
  owner_ = owner;
  features_.assign(features.begin(), features.end());
  suppliers.resize(features.size());
  words.assign(features.size(), 0);
  turns.assign(features.size(), 0);
  for (std::size_t j = 0; j < features.size(); ++j) {
    suppliers[j] = PhaseWorker(seed_, features[j], worker_count_, owner);
    if (suppliers[j] != rank_) continue;
    stream_.FillFrom(static_cast<std::uint64_t>(features[j]), std::as_writable_bytes(std::span(&words[j], 1)));
    turns[j] = FromRing(words[j]);
  }
  return true;
}

}  // namespace fdskl::masking
