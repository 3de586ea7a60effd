// The cost of a sum over q workers (sums.h) on a link (link_model.h): messages, their longest chain, and time.
//
// With latency L and n bytes that take b seconds to leave or enter a link:
//   ring   (q - 1) (L + b)
//   star   L + (q - 1) b     messages travel at the same time, but enter the root's link one after another
//          L + b             with receive=at-once, where they enter together
//   tree   log2(q) (L + b)   along T0 if q is a power of two, queued or at once; otherwise computed up the tree
// In a pipeline several sums follow one another without waiting. Each further sum is done later than the one before by
// the time that its messages take to enter the root's link: b in a ring, (q - 1) b in a star, b for each child of the
// root in a tree; b with receive=at-once.
// The time to add numbers does not count.
#ifndef FDSKL_FDSKL_NET_SUM_COST_H_
#define FDSKL_FDSKL_NET_SUM_COST_H_

#include <cstdint>

#include "fdskl/net/link_model.h"
#include "fdskl/net/tree.h"

namespace fdskl::net {

struct SumCost {
  std::int64_t messages = 0;
  std::int64_t longest_chain = 0;  // messages in the longest chain in which each depends on the one before
  double seconds = 0;
  double next_seconds = 0;  // how much later the next sum of a pipeline is done
};

// `bytes` is the size of one message.
// REQUIRES: workers >= 1.
SumCost TreeSumCost(const LinkModel& link, const Tree& tree, std::int64_t bytes);
SumCost RingSumCost(const LinkModel& link, int workers, std::int64_t bytes);
SumCost StarSumCost(const LinkModel& link, int workers, std::int64_t bytes);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_SUM_COST_H_
