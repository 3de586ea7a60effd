// SecureBoost: gradient-boosted trees over columns that several parties hold.
//   [Cheng, Fan, Jin, Liu, Chen, Papadopoulos, Yang: SecureBoost: A Lossless Federated Learning Framework, 2021]
//
//   f = f_0 + sum of trees;  each tree fits the logistic (or square) loss to second order at the f before it.
//
// Roles:      worker 0 is the guest: it holds all labels and some columns. The others are hosts and hold only columns.
//             The guest sends them each row's derivatives, encrypted (paillier.h), and they send back sums that only
//             the guest can read.
// Privacy:    labels, f, leaf weights and the trees stay with the guest, but all workers learn which rows are in which
//             node; columns and thresholds stay with their owner. tree_grower.h lists what is sent while training.
// Predicting: AddTrees() in boosted_tree.h.
// Bare:       with key_bits 0 the same code runs on bare numbers and gives the same trees, which shows that encryption
//             changes nothing. Hosts then read everything.
// Deviations: the quantile bins of a column are made once, over all rows, not at each node; see also tree_grower.h.
#ifndef FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_H_
#define FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_H_

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/boosted_tree.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/secureboost/tree_grower.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"

namespace fdskl::secureboost {

class SecureBoost : public Method {
 public:
  // The channel and the data that `view` refers to must outlive the method.
  // Collective: all workers construct it.
  // REQUIRES:   view.active is 1; the loss is logistic or square; trees and depth are at least 1, bins at least 2.
  // Errors:     those of CheckKeyBits() and PaillierExchange.
  SecureBoost(net::Channel& channel, const BoostSettings& settings, const WorkerView& view);

  // Progress: iterations and features are trees; levels are those of the current tree. The loss is the mean over the
  //           training samples, at the guest. A tree that the observer stops is dropped.
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
  std::int64_t grown_ = 0;  // trees so far
  std::vector<BoostedTree> trees_;
  double base_ = 0;              // f_0
  std::vector<double> y_;        // label of each training row, at the guest
  std::vector<double> f_;        // f of each training row, at the guest
  std::vector<double> watched_;  // f of view_.watched by the first watched_trees_ trees, at the guest
  std::int64_t watched_trees_ = 0;
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_H_
