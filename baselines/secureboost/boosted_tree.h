// A tree of a boosted model, how good a way to split is, and which rows are where while it grows.
//
//   gain = S(left) + S(right) - S(both),   S = G^2 / (H + lambda),   weight of a leaf = -rate G / (H + lambda)
//
// G and H are sums of the loss's first and second derivatives over rows.
//                                                                                        [Chen, Guestrin 2016, eq. 7]
#ifndef FDSKL_BASELINES_SECUREBOOST_BOOSTED_TREE_H_
#define FDSKL_BASELINES_SECUREBOOST_BOOSTED_TREE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/fixed_point.h"
#include "baselines/secureboost/secureboost_settings.h"

namespace fdskl::secureboost {

// A node as the guest knows it: of another worker's split, whose it is and its number there.
struct TreeNode {
  int owner = -1;           // worker whose column splits it; -1: a leaf
  std::int32_t split = -1;  // number in the owner's table of splits
  std::int32_t left = -1, right = -1;
  double weight = 0;  // what a leaf adds to f

  bool is_leaf() const { return owner < 0; }
  bool operator==(const TreeNode&) const = default;
};

using BoostedTree = std::vector<TreeNode>;  // the root first

// The best way to split a node so far.
struct Choice {
  double gain = 0;
  int owner = -1;
  std::vector<std::int32_t> numbers;  // of the owner's candidates that are all equally good
};

class SplitRule {
 public:
  // The rate, lambda and least_hessian of the settings.
  SplitRule(const FixedPoint& code, const BoostSettings& settings)
      : code_(code),
        lambda_(settings.lambda),
        learning_rate_(settings.learning_rate),
        least_hessian_(settings.least_hessian) {}

  double Weight(const Gradient& sum) const;
  // Whether both sides of a split can have enough.
  bool CanSplit(const Gradient& total) const;
  // Takes the best of `owner`'s candidates, if it is better than what there is. `sums` are one side's, `total` both.
  void Consider(int owner, std::span<const Gradient> sums, const Gradient& total, Choice& choice) const;

 private:
  double Score(const Gradient& sum) const;

  FixedPoint code_;
  double lambda_;
  double learning_rate_;
  double least_hessian_;
};

// One bit for each of some rows, eight to a byte: whether it goes left.
using LeftBits = std::vector<std::uint8_t>;
inline std::size_t BitBytes(std::int64_t rows) { return (static_cast<std::size_t>(rows) + 7) / 8; }
inline bool TestBit(std::span<const std::uint8_t> bits, std::size_t i) { return ((bits[i / 8] >> (i % 8)) & 1U) != 0; }

// Appends BitBytes(rows) bytes: goes_left(i) for i = 0 .. rows - 1.
template <class GoesLeft>
void AppendBits(std::int64_t rows, const GoesLeft& goes_left, LeftBits& bits) {
  const std::size_t begin = bits.size();
  bits.resize(begin + BitBytes(rows));
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (goes_left(i)) bits[begin + place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
  }
}

// Puts the rows whose bit is set before the others, either in their order; returns how many they are.
std::int64_t PutLeftFirst(std::span<std::int32_t> rows, std::span<const std::uint8_t> bits);

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_BOOSTED_TREE_H_
