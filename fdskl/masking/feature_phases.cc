#include "fdskl/masking/feature_phases.h"

#include <algorithm>
#include <numbers>

#include "fdskl/masking/turns.h"

namespace fdskl::masking {

FeaturePhases::FeaturePhases(const Settings& settings, const Secrets& secrets, int rank, int workers)
    : masked_(settings.masking == Masking::kPaper),
      rank_(rank),
      workers_(workers),
      random_(settings.kernel, settings.sigma, settings.seed),
      phase_stream_(secrets.phase_key),
      mask_stream_(secrets.mask_key) {}

void FeaturePhases::LookUp(int owner, std::span<const std::int64_t> features) {
  constexpr double kTurn = 2 * std::numbers::pi;
  if (owner_ == owner && std::ranges::equal(features, features_)) return;
  owner_ = owner;
  features_.assign(features.begin(), features.end());
  phase_worker.resize(features.size());
  phases.assign(features.size(), 0);
  phase_turns.assign(features.size(), 0);
  masks.assign(features.size(), 0);
  for (std::size_t j = 0; j < features.size(); ++j) {
    const auto feature = static_cast<std::uint64_t>(features[j]);
    phase_worker[j] = random_.PhaseWorker(features[j], workers_, owner);
    if (phase_worker[j] == rank_) {
      phase_stream_.FillFrom(feature, std::as_writable_bytes(std::span(&phases[j], 1)));
      phase_turns[j] = FromRing(phases[j]);
      masks[j] = kTurn * 0x1p-32 * static_cast<double>(phases[j]);
    } else if (masked_) {
      std::uint64_t word = 0;
      mask_stream_.FillFrom(feature, std::as_writable_bytes(std::span(&word, 1)));
      masks[j] = kTurn * 0x1p-53 * static_cast<double>(word >> 11U);
    }
  }
}

}  // namespace fdskl::masking
