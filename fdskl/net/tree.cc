#include "fdskl/net/tree.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::net {
namespace {

// Adds places 1, 2, .. of `sequence` to a tree that has place 0. Children come out smallest subtree first.
void AddBinomial(Tree& tree, std::span<const int> sequence) {
  for (std::size_t place = 1; place < sequence.size(); ++place) {
    tree.Adopt(sequence[place & (place - 1)], sequence[place]);
  }
}

// All workers in the order of the circle, from `first` on.
std::vector<int> Circle(int q, int first) {
  FDSKL_REQUIRE(0 <= first && first < q);
  std::vector<int> workers(base::Index(q));
  std::iota(workers.begin(), workers.end(), 0);
  std::rotate(workers.begin(), workers.begin() + first, workers.end());
  return workers;
}

// Adds to `sums` the partial sums at `worker` and below it. Returns the workers in its whole sum.
std::vector<int> CollectSums(const Tree& tree, int worker, std::set<std::vector<int>>& sums) {
  std::vector<int> sum = {worker};
  for (int child : tree.children(worker)) {
    const std::vector<int> part = CollectSums(tree, child, sums);
    sum.insert(sum.end(), part.begin(), part.end());
    std::sort(sum.begin(), sum.end());
    sums.insert(sum);
  }
  return sum;
}

}  // namespace

Tree::Tree(int size, int root) : root_(root) {
  FDSKL_REQUIRE(0 <= root && root < size);
  level_.assign(base::Index(size), -1);
  parent_.assign(base::Index(size), -1);
  children_.resize(base::Index(size));
  level_[base::Index(root)] = 0;
}

void Tree::Adopt(int parent, int child) {
  FDSKL_REQUIRE(contains(parent) && !contains(child));
  level_[base::Index(child)] = level_[base::Index(parent)] + 1;
  parent_[base::Index(child)] = parent;
  children_[base::Index(parent)].push_back(child);
  depth_ = std::max(depth_, level_[base::Index(child)]);
}

int Tree::parent(int worker) const {
  FDSKL_REQUIRE(contains(worker));
  return parent_[base::Index(worker)];
}

std::span<const int> Tree::children(int worker) const {
  FDSKL_REQUIRE(contains(worker));
  return children_[base::Index(worker)];
}

Tree BroadcastTree(int q, int root) {
  Tree tree(q, root);
  AddBinomial(tree, Circle(q, root));
  return tree;
}

Tree AngleTree(int q, int owner) {
  Tree tree(q, owner);
  if (q == 1) return tree;
  const std::vector<int> circle = Circle(q, owner);
  const auto others = std::span(circle).subspan(1);
  tree.Adopt(owner, others[0]);
  AddBinomial(tree, others);
  return tree;
}

Tree MaskTree(int q, int owner, int l_prime) {
  FDSKL_REQUIRE(0 <= l_prime && l_prime < q && l_prime != owner);
  Tree tree(q, owner);
  std::vector<int> sequence = Circle(q, owner);
  const auto others = sequence.begin() + 1;
  const std::ptrdiff_t mate = (std::find(others, sequence.end(), l_prime) - others) ^ 1;
  if (mate < q - 1) std::rotate(others + mate, others + mate + 1, sequence.end());  // moves it to the very end
  std::erase(sequence, l_prime);
  AddBinomial(tree, sequence);
  return tree;
}

std::set<std::vector<int>> PartialSums(const Tree& tree) {
  std::set<std::vector<int>> sums;
  CollectSums(tree, tree.root(), sums);
  return sums;
}

bool TotallyDifferent(const Tree& a, const Tree& b) {
  const std::set<std::vector<int>> sums_of_a = PartialSums(a);
  const std::set<std::vector<int>> sums_of_b = PartialSums(b);
  return std::none_of(sums_of_a.begin(), sums_of_a.end(), [&](const auto& sum) { return sums_of_b.contains(sum); });
}

}  // namespace fdskl::net
