// Grows a tree over columns that a guest and hosts hold, level by level.              [SecureBoost, Algorithms 1 and 2]
//
// A level, for its open nodes:
//   1. Each host sends the guest the sums of g and h for its candidates, by numbers that it shuffles anew for each
//      tree. Of two siblings it sends only those of the smaller one; the guest subtracts them from the parent's.
//   2. The guest finds the best split of each node, among its own candidates and those of all hosts.
//   3. The guest sends the number of the best split to the host that owns it. If several are equally good it sends all
//      numbers, and the host takes the first in its own order, so that shuffling changes no tree. The host adds the
//      split to its table and answers which rows go left.
//   4. The guest sends all workers which rows go left.
//
// Collective: all workers construct a grower and call Grow(). Worker 0 is the guest.
// Errors:     Error that names both ends when a host announces more candidates than columns can have, or answers with
//             rows whose derivatives do not add up to the sums that it sent; and when the guest asks for a candidate or
//             a node that does not exist, or continues below the last level.
// Privacy:    a host sees ciphertexts, which rows are in which node, and which of its own splits were taken. The guest
//             sees sums by anonymous number, and row sets. Columns and thresholds stay with the hosts.
//             runners/studies/audit/secureboost_attacks.h measures what row sets reveal about labels.
// Deviations: equal to Cheng et al. except for the subtraction at the guest, which saves the hosts from inverting
//             ciphertexts, and for the hosts' shuffling.
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
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::secureboost {

class TreeGrower {
 public:
  // The channel and the matrix must outlive the grower. `total_columns` is the number of columns of all workers.
  TreeGrower(net::Channel& channel, const BoostSettings& settings, const base::Matrix& train,
             std::int64_t total_columns);

  // Grows one tree. The guest passes a gradient for each row and the rule; both are ignored at hosts. All workers call
  // go_on(level) before each level. If it returns false, the tree is dropped as if it had never been begun, and the
  // result is false.
  bool Grow(std::span<const Gradient> gradients, const SplitRule& rule, const std::function<bool(int)>& go_on);

  // The last tree, at the guest: its nodes, and what it adds to f, by training row.
  const BoostedTree& tree() const { return tree_; }
  const std::vector<double>& steps() const { return steps_; }

  const BinnedColumns& columns() const { return columns_; }
  // This worker's own splits in all trees.
  const std::vector<ColumnSplit>& splits() const { return splits_; }
  SplitTable table() const { return {columns_, splits_}; }
  const ExchangeSeconds& exchange_seconds() const { return exchange_->seconds(); }

 private:
  // A node of the current level. Siblings are neighbours, the left one at an even place; the root is alone.
  struct Place {
    std::int32_t node = 0;            // its number in tree_, at the guest
    std::int64_t begin = 0, end = 0;  // its rows in rows_
    bool open = true;                 // may be split
    bool summed = true;               // the hosts sum it; otherwise it is the parent's sums minus the sibling's
    std::int64_t rows() const { return end - begin; }
  };
  using PartySums = std::vector<std::vector<Gradient>>;  // [worker][candidate]
  // What happens to a place; the guest sends it to all workers.
  struct Outcome {
    std::uint8_t split = 0, left_open = 0, right_open = 0;
    bool HasOpenChild() const { return split != 0 && (left_open != 0 || right_open != 0); }
  };

  RowSet RowsOf(const Place& place) const {
    return RowSet(rows_).subspan(static_cast<std::size_t>(place.begin), static_cast<std::size_t>(place.rows()));
  }
  Gradient Total(RowSet rows) const;

  // Step 1: a host sends its sums; the guest fills sums_.
  void SumLevel();
  // Step 2, at the guest.
  std::vector<Choice> Choose(const SplitRule& rule) const;
  // Step 3, at the guest: the owner's answer for each place; empty where a place is not split.
  std::vector<LeftBits> AskOwners(const std::vector<Choice>& choices);
  // Errors: Error unless the rows of one side have the sums that their owner sent for its candidate.
  void CheckAnswer(std::size_t place, const Choice& choice, const LeftBits& bits) const;
  // Step 3, at a host.
  void AnswerGuest();
  // Adds the first of the candidates to splits_ and returns its place there.
  std::int32_t TakeSplit(std::span<const std::int32_t> numbers);
  LeftBits BitsOf(std::int32_t split, const Place& place) const;
  // Which places are split and which children stay open, at the guest.
  std::vector<Outcome> Decide(const SplitRule& rule, const std::vector<Choice>& choices,
                              const std::vector<LeftBits>& bits, bool last_level) const;
  // After step 4: reorders rows_, makes the children the new level and, at the guest, extends tree_.
  void NextLevel(const SplitRule& rule, const std::vector<Choice>& choices, const std::vector<Outcome>& outcomes,
                 const std::vector<LeftBits>& bits);
  // The place is a leaf: sets the steps of its rows.
  void EndLeaf(const Place& place);

  net::Channel& channel_;
  BoostSettings settings_;
  const base::Matrix& train_;
  net::Tree broadcast_;
  BinnedColumns columns_;
  std::unique_ptr<GradientExchange> exchange_;
  std::vector<std::int64_t> candidates_;  // number of candidates of each worker, at the guest
  std::vector<ColumnSplit> splits_;
  std::vector<std::int32_t> taken_;  // number of splits in each worker's table, at the guest

  // The tree that is being grown.
  std::span<const Gradient> gradients_;
  BoostedTree tree_;
  std::vector<double> steps_;
  std::vector<std::int32_t> rows_;   // training rows, ordered so that each node's rows are contiguous
  std::vector<std::int32_t> order_;  // the candidate for each number that the guest uses
  std::vector<Place> level_;
  std::vector<PartySums> sums_;     // for each place, at the guest
  std::vector<PartySums> parents_;  // for each pair of siblings, at the guest
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_TREE_GROWER_H_
