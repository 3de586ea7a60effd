// Grows a tree over columns that a guest and hosts hold, level by level.              [SecureBoost, Algorithms 1 and 2]
//
// A level, for its open nodes:
//   1. each host sends the guest the sums of g and h for its candidates, by numbers that it shuffles anew for each
//      tree; of two siblings the smaller one's alone, for the guest subtracts them from the parent's;
//   2. the guest finds the best split of each node, among its own candidates and all hosts';
//   3. it tells the host that owns the best one the number (all numbers that are equally good: the host takes the first
//      by its own order, so that shuffling changes no tree); the host notes the split in its table and answers which
//      rows go left;
//   4. the guest sends all workers which rows go left.
//
// Collective. Worker 0 is the guest.
// What crosses: hosts see what the exchange shows them (ciphertexts), which rows are in which node, and which of their
//   own splits were taken. The guest sees sums by anonymous number and row sets; columns and thresholds stay with
//   hosts. What row sets tell of labels: runners/audit/row_sets.h.
//
// Deviations: equal to Cheng et al. but for the subtraction at the guest, which saves the hosts inverting ciphertexts,
//   and the hosts' shuffling.
#ifndef FDSKL_BASELINES_SECUREBOOST_TREE_GROWER_H_
#define FDSKL_BASELINES_SECUREBOOST_TREE_GROWER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "baselines/secureboost/binned_columns.h"
#include "baselines/secureboost/boosted_tree.h"
#include "baselines/secureboost/gradient_exchange.h"
#include "baselines/secureboost/secureboost_settings.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::secureboost {

class TreeGrower {
 public:
  // The channel and the matrix outlive the grower.
  TreeGrower(net::Channel& channel, const BoostSettings& settings, const base::Matrix& train);

  // The guest hands in a gradient for each row and the rule; at the hosts they are empty and not looked at.
  // go_on(level) is asked by all workers before each level; when it says no, the tree is given up, as if it had never
  // been begun, and the result is false.
  bool Grow(std::span<const Gradient> gradients, const SplitRule& rule, const std::function<bool(int)>& go_on);

  // At the guest, of the last tree: its nodes, and by training row what it adds to f.
  const BoostedTree& tree() const { return tree_; }
  const std::vector<double>& steps() const { return steps_; }

  const BinnedColumns& columns() const { return columns_; }
  // This worker's own splits, of all trees.
  const std::vector<ColumnSplit>& splits() const { return splits_; }
  const ExchangeSeconds& exchange_seconds() const { return exchange_->seconds(); }
  // Spent on the guest's own columns.
  double own_seconds() const { return own_seconds_; }

 private:
  // A node of the level at hand. But for the root, siblings stand together, the left one at an even place.
  struct Place {
    std::int32_t node = 0;  // in tree_, at the guest
    std::int64_t begin = 0, end = 0;
    bool open = true;    // may be split
    bool summed = true;  // by the hosts; else it is what the parent has more than the sibling
    std::int64_t rows() const { return end - begin; }
  };
  using PartySums = std::vector<std::vector<Gradient>>;  // by worker, by candidate
  // What becomes of a place, sent to all.
  struct Outcome {
    std::uint8_t split = 0, left_open = 0, right_open = 0;
  };

  RowSet RowsOf(const Place& place) const {
    return RowSet(rows_).subspan(static_cast<std::size_t>(place.begin), static_cast<std::size_t>(place.rows()));
  }
  void SumLevel();
  std::vector<Choice> Choose(const SplitRule& rule) const;
  // Each owner's answer, by place; none where a place stays whole.
  std::vector<LeftBits> AskOwners(const std::vector<Choice>& choices);
  void AnswerGuest();
  std::int32_t TakeSplit(std::span<const std::int32_t> numbers);
  LeftBits BitsOf(std::int32_t split, const Place& place) const;
  Gradient Total(RowSet rows) const;
  std::vector<Outcome> Decide(const SplitRule& rule, const std::vector<Choice>& choices,
                              const std::vector<LeftBits>& bits, bool last_level) const;
  void NextLevel(const SplitRule& rule, const std::vector<Choice>& choices, const std::vector<Outcome>& outcomes,
                 const std::vector<LeftBits>& bits);
  void EndLeaf(const Place& place);

  net::Channel& channel_;
  BoostSettings settings_;
  const base::Matrix& train_;
  net::Tree broadcast_;
  BinnedColumns columns_;
  std::unique_ptr<GradientExchange> exchange_;
  std::vector<std::int64_t> candidates_;  // by worker, at the guest
  std::vector<ColumnSplit> splits_;
  std::vector<std::int32_t> taken_;  // splits of each worker's table, at the guest
  double own_seconds_ = 0;

  // Of the tree at hand.
  std::span<const Gradient> gradients_;
  BoostedTree tree_;
  std::vector<double> steps_;
  std::vector<std::int32_t> rows_;   // each node's stand together
  std::vector<std::int32_t> order_;  // candidate by number
  std::vector<Place> level_;
  std::vector<PartySums> sums_;     // by place, at the guest
  std::vector<PartySums> parents_;  // by pair of siblings
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_TREE_GROWER_H_
