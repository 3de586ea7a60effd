// The settings of SecureBoost, and its entry in the list of methods.
#ifndef FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_METHOD_H_
#define FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_METHOD_H_

#include <cstdint>

#include "base/names.h"
#include "fdskl/method_entry.h"
#include "fdskl/settings.h"

namespace fdskl::secureboost {

enum class BoostPreset { kStrong, kFate };

// Everything that determines a SecureBoost model besides the data, and how it is computed.
struct BoostSettings {
  BoostPreset preset = BoostPreset::kStrong;
  std::int64_t trees = 50;
  int depth = 5;  // the most splits between root and leaf
  double learning_rate = 0.3;
  int bins = 64;               // the most intervals per column
  int key_bits = 2048;         // length of Paillier's n; 0: nothing is encrypted, for comparison
  bool insecure_keys = false;  // accept keys below 1,024 bits
  double lambda = 1;           // added to the sum of second derivatives in a leaf
  double least_hessian = 0.1;  // least sum of second derivatives on either side of a split
  LossKind loss = LossKind::kLogistic;

  // The following change only the cost, never the model.
  bool pack = true;         // g and h in one ciphertext
  bool subtraction = true;  // hosts sum only the smaller of two siblings
  bool compress = true;     // several sums are sent in one ciphertext
  bool precompute = true;   // obfuscation factors come from a table of powers
  bool sparse = true;       // rows in the commonest bin of a column are not visited
  int threads = 1;          // threads with which the guest encrypts and decrypts, while the hosts wait
};

// Sets the options that the preset stands for: trees, depth, learning rate, bins and length of keys.
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

extern const MethodEntry kSecureBoost;

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_METHOD_H_
