// The trees along which sums travel to a root: T0, T1, T2.                      [paper: Definition 1, Figure 2]
//
// Every worker in a tree adds to its own value the sums of its children, one after another in the order of children(),
// and sends the result to its parent. A broadcast is the same tree in reverse.
//
// T0  BroadcastTree  all workers; sums partial f to the leader, and carries its broadcasts.
// T1  AngleTree      all workers; sums masked angles to the owner of a feature.
// T2  MaskTree       all workers but l'; sums masks to the owner.
//
// Construction. Number the others from the owner on, round the circle: 0, 1, .., n-1 with n = q - 1. In a binomial tree
// over a sequence, the parent of place s is s with its lowest set bit cleared, so only even places have children.
//   T1: the owner above the binomial tree over 0, 1, .., n-1. Whoever is odd (or last) is a leaf, and the parent of odd
//       i is i - 1, its mate.
//   T2: the binomial tree over owner, 0, 1, .., n-1, without l' and its mate; the mate follows at the very end.
// All but the owner that add in T2 are therefore odd, and stand one place after their mate. From this follows:
//   Totally different. Say both trees form the sum of the same set X of two workers or more. If X has the owner, T1
//       gives all q workers, and T2 never has l'. Otherwise let h be X's top in T2. It is a leaf in T1, so X has its
//       parent there, its mate; but that stands before h in T2, and what is below h stands after it.
//   Nothing leaks. No worker but the owner adds in both trees, so it sees masked angles or masks, never both; and the
//       owner sees one masked sum, with b^l' in it, which T2 does not carry. Definition 1 alone does not give this:
//       leakage_test.cc has totally different trees that leak.
//
// Deviation: in the paper's example of T1 several sums meet at the owner, as in our T0. Our T1 hands it a single sum,
//            one level deeper, for the reason just given. T1 does not depend on l', so that features with the same
//            owner and different l' share it.
#ifndef FDSKL_FDSKL_NET_TREE_H_
#define FDSKL_FDSKL_NET_TREE_H_

#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace fdskl::net {

// Some of the workers 0 .. size() - 1, each but the root with a parent. Acyclic and connected by construction.
class Tree {
 public:
  // The root alone. REQUIRES: 0 <= root < size.
  Tree(int size, int root);

  // Makes `child` the last child of `parent`. REQUIRES: contains(parent), !contains(child).
  void Adopt(int parent, int child);

  // The number of workers there are, in the tree or not.
  int size() const { return static_cast<int>(level_.size()); }
  int root() const { return root_; }
  // The greatest number of edges between the root and a worker.
  int depth() const { return depth_; }

  // REQUIRES: 0 <= worker < size().
  bool contains(int worker) const { return level_.at(static_cast<std::size_t>(worker)) >= 0; }

  // REQUIRES: contains(worker).
  int parent(int worker) const;  // -1 for the root
  std::span<const int> children(int worker) const;

 private:
  int root_;
  int depth_ = 0;
  // By worker; the level and the parent are -1 outside the tree.
  std::vector<int> level_;
  std::vector<int> parent_;
  std::vector<std::vector<int>> children_;
};

// T0, a binomial tree of depth floor(log2 q). A broadcast is quickest when it takes the children last to first.
// REQUIRES: 0 <= root < q.
Tree BroadcastTree(int q, int root);

// T1, of depth 1 + floor(log2(q - 1)), for q = 1 the owner alone. REQUIRES: 0 <= owner < q.
Tree AngleTree(int q, int owner);

// T2, of depth floor(log2(q - 1)). REQUIRES: 0 <= owner, l_prime < q; owner != l_prime.
Tree MaskTree(int q, int owner, int l_prime);

// Every set of two or more workers, in ascending order, whose sum some worker holds while the tree is summed, sent or
// not: a worker with its first child, its first two, and so on. The paper's subtrees with more than one leaf.
std::set<std::vector<int>> PartialSums(const Tree& tree);

// Definition 1: the two have no partial sum in common.
bool TotallyDifferent(const Tree& a, const Tree& b);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_TREE_H_
