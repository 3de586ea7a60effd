// A tree of a boosted model: its nodes, the quality of splits, which rows go left, and how samples go through the tree.
#ifndef FDSKL_BASELINES_SECUREBOOST_BOOSTED_TREE_H_
#define FDSKL_BASELINES_SECUREBOOST_BOOSTED_TREE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "baselines/secureboost/binned_columns.h"
#include "baselines/secureboost/fixed_point.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/net/channel.h"

namespace fdskl::secureboost {

// A node at the guest. For a split of another worker the guest knows the owner and the number, not the column.
struct TreeNode {
  int owner = -1;           // worker whose column splits the node; -1: a leaf
  std::int32_t split = -1;  // number in the owner's table of splits
  std::int32_t left = -1, right = -1;
  double weight = 0;  // a leaf adds this to f

  bool is_leaf() const { return owner < 0; }
  bool operator==(const TreeNode&) const = default;
};

using BoostedTree = std::vector<TreeNode>;  // starts with the root

// The best split of a node so far.
struct Choice {
  double gain = 0;
  int owner = -1;
  std::vector<std::int32_t> numbers;  // the owner's candidates with this gain, by number
};

// Computes the gain of a split and the weight of a leaf.
//
//   gain = S(left) + S(right) - S(both),   S = G^2 / (H + lambda),   weight of a leaf = -rate G / (H + lambda)
//
// G and H are sums of the loss's first and second derivatives over rows.                 [Chen, Guestrin 2016, eq. 7]
class SplitRule {
 public:
  // Takes the learning rate, lambda and least_hessian from the settings.
  SplitRule(const FixedPoint& code, const BoostSettings& settings)
      : code_(code),
        lambda_(settings.lambda),
        learning_rate_(settings.learning_rate),
        least_hessian_(settings.least_hessian) {}

  double Weight(const Gradient& sum) const;
  // Whether a split can leave both sides with least_hessian.
  bool CanSplit(const Gradient& total) const;
  // Replaces `choice` if one of the owner's candidates is better. `sums` has the sum of one side for each candidate,
  // `total` is the sum of both sides.
  void Consider(int owner, std::span<const Gradient> sums, const Gradient& total, Choice& choice) const;

 private:
  double Score(const Gradient& sum) const;

  FixedPoint code_;
  double lambda_;
  double learning_rate_;
  double least_hessian_;
};

// Which rows go left: one bit per row, eight to a byte.
using LeftBits = std::vector<std::uint8_t>;
inline std::size_t BitBytes(std::int64_t rows) { return (static_cast<std::size_t>(rows) + 7) / 8; }
inline bool TestBit(std::span<const std::uint8_t> bits, std::size_t i) { return ((bits[i / 8] >> (i % 8)) & 1U) != 0; }

// Appends BitBytes(rows) bytes that hold goes_left(i) for i = 0 .. rows - 1.
template <class GoesLeft>
void AppendBits(std::int64_t rows, const GoesLeft& goes_left, LeftBits& bits) {
  const std::size_t begin = bits.size();
  bits.resize(begin + BitBytes(rows));
  for (std::int64_t i = 0; i < rows; ++i) {
    const auto place = static_cast<std::size_t>(i);
    if (goes_left(i)) bits[begin + place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
  }
}

// Moves the rows whose bit is set before the others and returns their number. Both groups keep their order.
std::int64_t PutLeftFirst(std::span<std::int32_t> rows, std::span<const std::uint8_t> bits);

// This worker's columns and its own splits of all trees.
struct SplitTable {
  const BinnedColumns& columns;
  const std::vector<ColumnSplit>& splits;
};

// Prediction: samples go through trees whose splits several workers hold, level by level, for all trees together. The
// guest evaluates its own splits itself. It sends each host pairs of a sample and a number of a split in that host's
// table, and the host answers left or right, one bit each.
// Collective: the guest calls AddTrees(), the hosts AnswerQueries(), with the same depth and number of trees.
// Errors:     at a host, Error that names both ends when the guest asks more than there are trees and samples, or for a
//             split or a sample that does not exist.
//
// Adds to f, for each sample of x, the weights of the leaves that it reaches.
// REQUIRES: no tree is deeper than `depth`.
void AddTrees(net::Channel& channel, const SplitTable& own, std::span<const BoostedTree> trees, int depth,
              const base::Matrix& x, std::span<double> f);
void AnswerQueries(net::Channel& channel, const SplitTable& own, std::int64_t trees, int depth, const base::Matrix& x);

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_BOOSTED_TREE_H_
