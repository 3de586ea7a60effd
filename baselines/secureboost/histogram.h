// Sums of g and h over a set of rows, for each candidate split: the sum over the side that does not contain the skipped
// bin (binned_columns.h). They are computed from the sums of the bins. The same code adds bare numbers and ciphertexts.
#ifndef FDSKL_BASELINES_SECUREBOOST_HISTOGRAM_H_
#define FDSKL_BASELINES_SECUREBOOST_HISTOGRAM_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/binned_columns.h"
#include "baselines/secureboost/fixed_point.h"
#include "baselines/secureboost/paillier.h"

namespace fdskl::secureboost {

// A value is g and h without encryption, in one limb each.
class BareNumbers {
 public:
  static constexpr std::size_t limbs() { return 2; }
  static void SetZero(Limb* sum) { std::fill_n(sum, limbs(), 0); }
  static void Add(Limb* sum, const Limb* value) {
    sum[0] += value[0];
    sum[1] += value[1];
  }

  // REQUIRES: there are twice as many limbs as gradients.
  static void Write(std::span<const Gradient> gradients, std::span<Limb> limbs);
  static void Read(std::span<const Limb> limbs, std::span<Gradient> gradients);
  // Errors: Error when a sum is larger than derivatives of this many rows can add up to.
  static void CheckSums(std::span<const Limb> limbs, std::int64_t rows);
};

// A value is one ciphertext (one lane), or one for h and one for g.
class Ciphertexts {
 public:
  // The key must outlive the object.
  Ciphertexts(const PaillierPublicKey& key, int lanes) : key_(key), lanes_(static_cast<std::size_t>(lanes)) {}

  std::size_t limbs() const { return lanes_ * key_.limbs(); }
  void SetZero(Limb* sum) const {
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      std::copy_n(key_.ring().one(), key_.limbs(), sum + lane * key_.limbs());
    }
  }
  void Add(Limb* sum, const Limb* value) const {
    for (std::size_t lane = 0; lane < lanes_; ++lane) {
      key_.Add(sum + lane * key_.limbs(), value + lane * key_.limbs(), sum + lane * key_.limbs());
    }
  }

 private:
  const PaillierPublicKey& key_;
  std::size_t lanes_;
};

// One sum for each candidate of `columns`, with group.limbs() limbs each. `values` has as many limbs for each training
// row. Group is BareNumbers or Ciphertexts.
template <class Group>
std::vector<Limb> SumCandidates(const BinnedColumns& columns, const Group& group, std::span<const Limb> values,
                                std::span<const std::int32_t> rows);

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_HISTOGRAM_H_
