#include "fdskl/net/sum_cost.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl::net {
namespace {

// Adds the messages below `worker` to `cost`, and returns the time at which it has its sum.
double Collect(const LinkModel& link, const Tree& tree, int worker, std::int64_t bytes, SumCost& cost) {
  double seconds = 0;
  LinkEnd end;
  for (const int child : tree.children(worker)) {
    ++cost.messages;
    const double first_bit = LinkEnd().Send(link, Collect(link, tree, child, bytes, cost), bytes);
    seconds = std::max(seconds, end.Receive(link, first_bit, bytes));
  }
  return seconds;
}

}  // namespace

SumCost TreeSumCost(const LinkModel& link, const Tree& tree, std::int64_t bytes) {
  SumCost cost;
  cost.longest_chain = tree.depth();
  cost.seconds = Collect(link, tree, tree.root(), bytes, cost);
  return cost;
}

SumCost RingSumCost(const LinkModel& link, int workers, std::int64_t bytes) {
  FDSKL_REQUIRE(workers >= 1);
  const std::int64_t hops = workers - 1;
  return {hops, hops, static_cast<double>(hops) * (link.latency_seconds + link.TransferSeconds(bytes))};
}

SumCost StarSumCost(const LinkModel& link, int workers, std::int64_t bytes) {
  FDSKL_REQUIRE(workers >= 1);
  if (workers == 1) return {};
  const std::int64_t leaves = workers - 1;
  const std::int64_t in_turn = link.receiving == Receiving::kQueued ? leaves : 1;
  return {leaves, 1, link.latency_seconds + static_cast<double>(in_turn) * link.TransferSeconds(bytes)};
}

}  // namespace fdskl::net
