// Chooses the samples of each iteration.                                         [paper: Algorithm 1, line 2]
//
// Labels are dealt into groups. A plan goes through one group in random order, B samples at a time, each sample at most
// once per round. When fewer than B are left, a new round begins in a new order. Iteration t uses group t modulo the
// number of groups.
#ifndef FDSKL_FDSKL_BATCH_PLAN_H_
#define FDSKL_FDSKL_BATCH_PLAN_H_

#include <cstdint>
#include <span>
#include <vector>

namespace fdskl {

class BatchPlan {
 public:
  // `samples` is one group, whose labels a leader holds.
  // REQUIRES: 1 <= batch <= samples.size().
  BatchPlan(std::span<const std::int32_t> samples, std::int64_t batch, std::uint64_t seed);

  // The next batch, in ascending order; valid until the next call.
  std::span<const std::int32_t> Next();

 private:
  void Shuffle();

  std::vector<std::int32_t> samples_;
  std::vector<std::int32_t> current_;
  std::size_t batch_;
  std::uint64_t seed_;
  std::uint64_t round_ = 0;
  std::size_t position_;  // number of samples already used in this round
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_BATCH_PLAN_H_
