// What a sum over q workers (sums.h) costs on a link (link_model.h): messages, their longest chain, and time.
//
// With latency L and n bytes that take b seconds to leave or enter a link:
//   ring   (q - 1) (L + b)
//   star   L + (q - 1) b     messages travel at the same time, but enter the root's link one after another
//          L + b             with receive=at-once, where they enter together
//   tree   log2(q) (L + b)   along T0 when q is a power of two, either way of receiving; else by going up the tree
// When several sums follow one another without waiting (a pipeline), each further one is done later than the one
// before by what its messages take to enter the root's link: b in a ring, (q - 1) b in a star, b for each child of the
// root in a tree; b with receive=at-once.
// The time to add numbers is not counted.
#ifndef FDSKL_FDSKL_NET_SUM_COST_H_
#define FDSKL_FDSKL_NET_SUM_COST_H_

#include <cstdint>

#include "fdskl/net/link_model.h"
#include "fdskl/net/tree.h"

namespace fdskl::net {

struct SumCost {
  std::int64_t messages = 0;
  std::int64_t longest_chain = 0;  // messages in the longest chain in which each needs the one before
  double seconds = 0;
  double next_seconds = 0;  // how much later the next sum of a pipeline is done
};

// `bytes`: the size of one message. REQUIRES: workers >= 1.
SumCost TreeSumCost(const LinkModel& link, const Tree& tree, std::int64_t bytes);
SumCost RingSumCost(const LinkModel& link, int workers, std::int64_t bytes);
SumCost StarSumCost(const LinkModel& link, int workers, std::int64_t bytes);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_SUM_COST_H_
