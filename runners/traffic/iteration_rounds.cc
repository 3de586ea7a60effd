#include "runners/traffic/iteration_rounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/tree.h"

namespace fdskl {
namespace {

using Chains = std::vector<std::int64_t>;  // by worker: the longest chain that ends there

void SumUp(const Tree& tree, int worker, Chains& chains) {
  for (const int child : tree.children(worker)) {
    SumUp(tree, child, chains);
    chains[Index(worker)] = std::max(chains[Index(worker)], chains[Index(child)] + 1);
  }
}

void SpreadDown(const Tree& tree, int worker, Chains& chains) {
  for (const int child : tree.children(worker)) {
    chains[Index(child)] = std::max(chains[Index(child)], chains[Index(worker)] + 1);
    SpreadDown(tree, child, chains);
  }
}

// A turn of all leaders, each of whom owns features already.
void AddTurn(int workers, int active, Chains& chains) {
  for (int leader = 0; leader < active; ++leader) {
    SpreadDown(BroadcastTree(workers, leader), leader, chains);
    for (int owner = 0; owner < active; ++owner) SumUp(AngleTree(workers, owner), owner, chains);
    SumUp(BroadcastTree(active, leader), leader, chains);
    SumUp(AngleTree(workers, leader), leader, chains);
  }
}

}  // namespace

double IterationRounds(int workers, int active) {
  FDSKL_REQUIRE(1 <= active && active <= workers);
  Chains chains(Index(workers));
  constexpr int kTurnsBefore = 2;  // until every turn is like the one before
  for (int turn = 0; turn < kTurnsBefore; ++turn) AddTurn(workers, active, chains);
  const std::int64_t before = *std::ranges::max_element(chains);
  AddTurn(workers, active, chains);
  return static_cast<double>(*std::ranges::max_element(chains) - before) / active;
}

}  // namespace fdskl
