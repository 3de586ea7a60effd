#include "fdskl/net/tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <initializer_list>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fdskl::net {
namespace {

using Workers = std::vector<int>;
using Sums = std::set<Workers>;

int FloorLog2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n))) - 1; }
int CeilLog2(int n) { return static_cast<int>(std::bit_width(static_cast<unsigned>(n) - 1)); }

Workers Children(const Tree& tree, int worker) {
  const auto children = tree.children(worker);
  return {children.begin(), children.end()};
}

Tree Make(int size, int root, std::initializer_list<std::pair<int, int>> parent_and_child) {
  Tree tree(size, root);
  for (const auto& [parent, child] : parent_and_child) tree.Adopt(parent, child);
  return tree;
}

// Walks up from every worker. Only `absent` is outside the tree; -1 means that no worker is.
void ExpectSpans(const Tree& tree, int q, int root, int absent) {
  ASSERT_EQ(tree.size(), q);
  EXPECT_EQ(tree.root(), root);
  EXPECT_EQ(tree.parent(root), -1);
  int deepest = 0;
  std::vector<int> times_child(static_cast<std::size_t>(q));
  for (int worker = 0; worker < q; ++worker) {
    ASSERT_EQ(tree.contains(worker), worker != absent);
    if (worker == absent) continue;
    int steps = 0;
    for (int at = worker; at != root; at = tree.parent(at)) ASSERT_LT(++steps, q) << "a cycle above " << worker;
    deepest = std::max(deepest, steps);
    for (int child : tree.children(worker)) {
      EXPECT_EQ(tree.parent(child), worker);
      ++times_child[static_cast<std::size_t>(child)];
    }
  }
  EXPECT_EQ(tree.depth(), deepest);
  for (int worker = 0; worker < q; ++worker) {
    EXPECT_EQ(times_child[static_cast<std::size_t>(worker)], worker != root && worker != absent) << worker;
  }
}

// A sum of q values in about log2 q steps needs a shallow tree and few children at every worker.
void ExpectFast(const Tree& tree) {
  EXPECT_LE(tree.depth(), CeilLog2(tree.size()) + 1);
  for (int worker = 0; worker < tree.size(); ++worker) {
    if (!tree.contains(worker)) continue;
    EXPECT_LE(static_cast<int>(tree.children(worker).size()), CeilLog2(tree.size())) << "worker " << worker;
  }
}

template <class Check>  // check(q, owner, l')
void ForEveryOwnerAndLPrime(int q, Check check) {
  for (int owner = 0; owner < q; ++owner) {
    for (int l_prime = 0; l_prime < q; ++l_prime) {
      if (l_prime == owner) continue;
      SCOPED_TRACE(testing::Message() << "q " << q << ", owner " << owner << ", l' " << l_prime);
      check(q, owner, l_prime);
    }
  }
}

TEST(Tree, KeepsTheOrderOfAdoption) {
  const Tree tree = Make(5, 3, {{3, 4}, {3, 0}, {0, 1}});
  EXPECT_EQ(Children(tree, 3), (Workers{4, 0}));
  EXPECT_EQ(Children(tree, 1), Workers{});
  EXPECT_EQ(tree.parent(1), 0);
  EXPECT_FALSE(tree.contains(2));
  EXPECT_EQ(tree.depth(), 2);
}

TEST(Tree, RefusesWhatIsNoTree) {
  Tree tree(3, 0);
  EXPECT_THROW(tree.Adopt(1, 2), std::logic_error);  // 1 is not in it
  tree.Adopt(0, 1);
  EXPECT_THROW(tree.Adopt(1, 0), std::logic_error);  // a cycle
  EXPECT_THROW(tree.Adopt(0, 1), std::logic_error);  // twice
  EXPECT_THROW(tree.parent(2), std::logic_error);
  EXPECT_THROW(Tree(3, 3), std::logic_error);
  EXPECT_THROW(MaskTree(3, 1, 1), std::logic_error);
}

TEST(PartialSums, OfFigure2a) {  // worker 1 adds 2 while 3 adds 4; then 1 adds 3
  EXPECT_EQ(PartialSums(BroadcastTree(4, 0)), (Sums{{0, 1}, {2, 3}, {0, 1, 2, 3}}));
}

TEST(TotallyDifferent, LooksAtSumsNotSentAndAtTheOrderOfChildren) {
  const Tree pair = Make(3, 0, {{0, 1}});
  EXPECT_FALSE(TotallyDifferent(Make(3, 0, {{0, 1}, {0, 2}}), pair));
  EXPECT_TRUE(TotallyDifferent(Make(3, 0, {{0, 2}, {0, 1}}), pair));
  EXPECT_FALSE(TotallyDifferent(Make(3, 2, {{2, 1}, {1, 0}}), pair)) << "the same set under another worker";
}

TEST(BroadcastTree, SpansFromEveryRoot) {
  for (int q = 1; q <= 32; ++q) {
    for (int root = 0; root < q; ++root) {
      const Tree tree = BroadcastTree(q, root);
      ExpectSpans(tree, q, root, -1);
      ExpectFast(tree);
      EXPECT_EQ(tree.depth(), FloorLog2(q));
    }
  }
}

TEST(AngleAndMaskTree, OfFiveWorkers) {
  EXPECT_EQ(PartialSums(AngleTree(5, 0)), (Sums{{1, 2}, {3, 4}, {1, 2, 3, 4}, {0, 1, 2, 3, 4}}));
  EXPECT_EQ(PartialSums(MaskTree(5, 0, 1)), (Sums{{0, 3}, {2, 4}, {0, 2, 3, 4}}));
  EXPECT_EQ(PartialSums(MaskTree(5, 0, 4)), (Sums{{0, 1}, {2, 3}, {0, 1, 2, 3}}));
}

TEST(AngleAndMaskTree, OfOneAndTwoWorkers) {
  EXPECT_EQ(Children(AngleTree(1, 0), 0), Workers{});
  EXPECT_EQ(Children(AngleTree(2, 1), 1), Workers{0});
  EXPECT_EQ(Children(MaskTree(2, 1, 0), 1), Workers{});
}

TEST(AngleAndMaskTree, SpanFastAndTotallyDifferentForEveryOwnerAndLPrime) {
  for (int q = 2; q <= 32; ++q) {
    ForEveryOwnerAndLPrime(q, [](int workers, int owner, int l_prime) {
      const Tree t1 = AngleTree(workers, owner);
      const Tree t2 = MaskTree(workers, owner, l_prime);
      ExpectSpans(t1, workers, owner, -1);
      ExpectSpans(t2, workers, owner, l_prime);
      ExpectFast(t1);
      ExpectFast(t2);
      EXPECT_EQ(t1.depth(), 1 + FloorLog2(workers - 1));
      EXPECT_EQ(t2.depth(), FloorLog2(workers - 1));
      EXPECT_TRUE(TotallyDifferent(t1, t2));
    });
  }
}

// The two facts that keep the view of every single worker free of leaks. leakage_test.cc tests the views themselves.
TEST(AngleAndMaskTree, NobodyButTheOwnerAddsInBothAndTheOwnerGetsOneMaskedSum) {
  for (int q = 2; q <= 32; ++q) {
    ForEveryOwnerAndLPrime(q, [](int workers, int owner, int l_prime) {
      const Tree t1 = AngleTree(workers, owner);
      const Tree t2 = MaskTree(workers, owner, l_prime);
      EXPECT_EQ(t1.children(owner).size(), 1U);
      for (int worker = 0; worker < workers; ++worker) {
        if (worker == owner || worker == l_prime) continue;
        EXPECT_TRUE(t1.children(worker).empty() || t2.children(worker).empty()) << "worker " << worker;
      }
    });
  }
}

TEST(AngleAndMaskTree, OfManyWorkers) {
  for (int q : {257, 1024}) {
    const Tree t1 = AngleTree(q, 5);
    ExpectSpans(t1, q, 5, -1);
    ExpectFast(t1);
    for (int l_prime : {0, 4, 6, 7, q / 2, q - 1}) {
      const Tree t2 = MaskTree(q, 5, l_prime);
      ExpectSpans(t2, q, 5, l_prime);
      ExpectFast(t2);
      EXPECT_TRUE(TotallyDifferent(t1, t2)) << "q " << q << ", l' " << l_prime;
    }
  }
}

}  // namespace
}  // namespace fdskl::net
