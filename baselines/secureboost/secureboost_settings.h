// Everything that determines a SecureBoost model besides the data, and how it is made.
#ifndef FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_SETTINGS_H_
#define FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_SETTINGS_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "fdskl/settings.h"

namespace fdskl::secureboost {

enum class BoostPreset { kStrong, kFate };

struct BoostSettings {
  BoostPreset preset = BoostPreset::kStrong;
  std::int64_t trees = 50;
  int depth = 5;  // splits between root and leaf, at most
  double learning_rate = 0.3;
  int bins = 64;        // intervals of a column, at most
  int key_bits = 2048;  // of Paillier's n; 0: nothing is encrypted, for comparison
  bool insecure_keys = false;
  double lambda = 1;           // added to the second derivatives of a leaf
  double least_hessian = 0.1;  // sum of second derivatives that either side of a split must have
  LossKind loss = LossKind::kLogistic;

  // None of these changes the model, only what it costs.
  bool pack = true;         // g and h in one ciphertext
  bool subtraction = true;  // of two siblings only the smaller is summed
  bool compress = true;     // several sums in one ciphertext before they travel
  bool precompute = true;   // obfuscation factors from a table of powers
  bool sparse = true;       // a column's commonest value is not touched
  int threads = 1;          // of the guest, to encrypt and decrypt, while the hosts wait
};

// Sets what a preset says: trees, depth, learning rate, bins and length of keys.
inline void ApplyPreset(BoostSettings& settings) {
  const bool fate = settings.preset == BoostPreset::kFate;  // the defaults of FATE when the paper was written
  const BoostSettings strong;
  settings.trees = fate ? 5 : strong.trees;
  settings.depth = fate ? 5 : strong.depth;
  settings.learning_rate = fate ? 0.3 : strong.learning_rate;
  settings.bins = fate ? 32 : strong.bins;
  settings.key_bits = fate ? 1024 : strong.key_bits;
}

constexpr auto NamesOf(BoostPreset /*value*/) {
  return base::EnumTable<BoostPreset, 2>{"preset", {{{BoostPreset::kStrong, "strong"}, {BoostPreset::kFate, "fate"}}}};
}

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_SETTINGS_H_
