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

// SumCost::next_seconds, if `messages` of each sum enter the root's link.
double NextSeconds(const LinkModel& link, std::int64_t messages, std::int64_t bytes) {
  const std::int64_t in_turn = link.receiving == Receiving::kQueued ? messages : std::min<std::int64_t>(messages, 1);
  return static_cast<double>(in_turn) * link.TransferSeconds(bytes);
}

}  // namespace

SumCost TreeSumCost(const LinkModel& link, const Tree& tree, std::int64_t bytes) {
  SumCost cost;
  cost.longest_chain = tree.depth();
  cost.seconds = Collect(link, tree, tree.root(), bytes, cost);
  cost.next_seconds = NextSeconds(link, std::ssize(tree.children(tree.root())), bytes);
  return cost;
}

SumCost RingSumCost(const LinkModel& link, int workers, std::int64_t bytes) {
  FDSKL_REQUIRE(workers >= 1);
  const std::int64_t hops = workers - 1;
  return {hops, hops, static_cast<double>(hops) * (link.latency_seconds + link.TransferSeconds(bytes)),
          NextSeconds(link, std::min<std::int64_t>(hops, 1), bytes)};
}

SumCost StarSumCost(const LinkModel& link, int workers, std::int64_t bytes) {
  FDSKL_REQUIRE(workers >= 1);
  if (workers == 1) return {};
  const std::int64_t leaves = workers - 1;
  const double entering = NextSeconds(link, leaves, bytes);
  return {leaves, 1, link.latency_seconds + entering, entering};
}

}  // namespace fdskl::net
