#include "fdskl/masking/feature_phases.h"

#include <Random123/philox.h>

#include <algorithm>

#include "base/error.h"
#include "base/index.h"
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
    : seed_(seed), rank_(rank), worker_count_(workers), stream_(phase_key), known_(base::Index(workers)) {}

const FeaturePhases::Phase& FeaturePhases::At(int owner, std::int64_t feature) {
  FDSKL_REQUIRE(0 <= owner && owner < worker_count_ && feature >= 0);
  std::vector<Phase>& known = known_[base::Index(owner)];
  if (known.size() <= base::Index(feature)) known.resize(base::Index(feature) + 1);
  Phase& phase = known[base::Index(feature)];
  if (phase.supplier < 0) {
    phase.supplier = PhaseWorker(seed_, feature, worker_count_, owner);
    if (phase.supplier == rank_)
      stream_.FillFrom(static_cast<std::uint64_t>(feature), std::as_writable_bytes(std::span(&phase.word, 1)));
  }
  return phase;
}

bool FeaturePhases::LookUp(int owner, std::span<const std::int64_t> features) {
  if (owner_ == owner && std::ranges::equal(features, features_)) return false;
  owner_ = owner;
  features_.assign(features.begin(), features.end());
  suppliers.resize(features.size());
  words.resize(features.size());
  turns.resize(features.size());
  for (std::size_t j = 0; j < features.size(); ++j) {
    const Phase& phase = At(owner, features[j]);
    suppliers[j] = phase.supplier;
    words[j] = phase.word;
    turns[j] = FromRing(phase.word);
  }
  return true;
}

}  // namespace fdskl::masking
