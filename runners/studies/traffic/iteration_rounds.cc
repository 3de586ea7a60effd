#include "runners/studies/traffic/iteration_rounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/tree.h"

namespace fdskl::traffic {
namespace {

using Chains = std::vector<std::int64_t>;  // by worker: the longest chain that ends there

void SumUp(const net::Tree& tree, int worker, Chains& chains) {
  for (const int child : tree.children(worker)) {
    SumUp(tree, child, chains);
    chains[base::Index(worker)] = std::max(chains[base::Index(worker)], chains[base::Index(child)] + 1);
  }
}

void SpreadDown(const net::Tree& tree, int worker, Chains& chains) {
  for (const int child : tree.children(worker)) {
    chains[base::Index(child)] = std::max(chains[base::Index(child)], chains[base::Index(worker)] + 1);
    SpreadDown(tree, child, chains);
  }
}

// A turn of all leaders, each of whom owns features already.
void AddTurn(int workers, int active, Chains& chains) {
  for (int leader = 0; leader < active; ++leader) {
    SpreadDown(net::BroadcastTree(workers, leader), leader, chains);
    for (int owner = 0; owner < active; ++owner) SumUp(net::AngleTree(workers, owner), owner, chains);
    SumUp(net::BroadcastTree(active, leader), leader, chains);
    SumUp(net::AngleTree(workers, leader), leader, chains);
  }
}

}  // namespace

double IterationRounds(int workers, int active) {
  FDSKL_REQUIRE(1 <= active && active <= workers);
  Chains chains(base::Index(workers));
  constexpr int kTurnsBefore = 2;  // until every turn is like the one before
  for (int turn = 0; turn < kTurnsBefore; ++turn) AddTurn(workers, active, chains);
  const std::int64_t before = *std::ranges::max_element(chains);
  AddTurn(workers, active, chains);
  return static_cast<double>(*std::ranges::max_element(chains) - before) / active;
}

}  // namespace fdskl::traffic
