// SecureBoost: gradient-boosted trees over columns that several parties hold.
//   [Cheng, Fan, Jin, Liu, Chen, Papadopoulos, Yang: SecureBoost: A Lossless Federated Learning Framework, 2021]
//
//   f = f_0 + sum of trees;  each tree fits the logistic (or square) loss to second order at the f before it.
//
// Roles:      worker 0 is the guest: it holds all labels, and columns of its own. The others are hosts, with columns
//             alone. The guest sends them each row's derivatives under Paillier's encryption, and they send back sums
//             that only the guest reads.
// Privacy:    what crosses while training is in tree_grower.h. f, labels, leaf weights and the shape of trees stay with
//             the guest but for who is in which node; columns and thresholds stay with their owner.
// Predicting: federated_walk.h.
// Bare:       without encryption (key_bits 0) the same text runs on bare numbers, and gives the same trees: that is how
//             we know that encryption changes nothing. Hosts then read everything.
//
// Deviations: quantile bins of each column over all rows once, not at each node; see also tree_grower.h.
#ifndef FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_H_
#define FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_H_

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/boosted_tree.h"
#include "baselines/secureboost/secureboost_settings.h"
#include "baselines/secureboost/tree_grower.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"

namespace fdskl::secureboost {

class SecureBoost : public Method {
 public:
  // Collective. The channel and what `view` refers to outlive the method.
  // REQUIRES: view.active is 1; the loss is logistic or square; trees and depth are at least 1, bins at least 2.
  // Errors: as CheckKeyBits() and PaillierExchange.
  SecureBoost(net::Channel& channel, const BoostSettings& settings, const WorkerView& view);

  // Progress: iterations and features are trees; within a tree, levels. The loss is the training samples' mean, at the
  // guest. A tree that the observer stops is dropped.
  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const base::Matrix& x) override;

  // At the guest; empty at hosts.
  const std::vector<BoostedTree>& trees() const { return trees_; }
  const TreeGrower& grower() const { return grower_; }

 private:
  // The second-order expansion of the loss at f, at the guest, and the rule that goes with it.
  SplitRule Differentiate(std::vector<Gradient>& gradients) const;
  double MeanLoss() const;

  net::Channel& channel_;
  BoostSettings settings_;
  WorkerView view_;
  TreeGrower grower_;
  std::int64_t grown_ = 0;  // trees
  std::vector<BoostedTree> trees_;
  double base_ = 0;              // f_0
  std::vector<double> y_;        // by training row, at the guest
  std::vector<double> f_;        // likewise
  std::vector<double> watched_;  // f of view_.watched over the first watched_trees_ trees, at the guest
  std::int64_t watched_trees_ = 0;
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_H_
