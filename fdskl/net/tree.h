// The trees along which sums travel to a root: T0, T1, T2.                      [paper: Definition 1, Figure 2]
//
// Every worker in a tree adds to its own value the sums of its children, one after another in the order of children(),
// and sends the result to its parent. A broadcast is the same tree in reverse.
//
// T0  BroadcastTree  all workers; sums partial f to the leader, and carries its broadcasts.
// T1  AngleTree      all workers; sums masked angles to the owner of a feature.
// T2  MaskTree       all workers but l'; sums masks to the owner.
//
// Construction. Number the workers after the owner, around the circle: 0, 1, .., n-1 with n = q - 1. In a binomial tree
// over a sequence, the parent of place s is s with its lowest set bit cleared, so only even places have children.
//   T1: the owner above the binomial tree over 0, 1, .., n-1. An odd worker (or the last) is a leaf; the parent of an
//       odd i is i - 1, its mate.
//   T2: the binomial tree over owner, 0, 1, .., n-1, without l' and its mate; the mate is appended at the very end.
// So every worker but the owner that adds in T2 is odd, and comes one place after its mate. From this follows:
//   Totally different. Suppose both trees form the sum of the same set X of two or more workers. If X has the owner, X
//       in T1 is all q workers, but T2 never has l'. Otherwise let h be the top of X in T2. It is a leaf in T1, so X
//       has its parent there, its mate; but the mate comes before h in T2, and all workers below h come after it.
//   Nothing leaks. No worker but the owner adds in both trees, so it sees masked angles or masks, never both; and the
//       owner sees one masked sum, which contains b^l', and T2 does not carry b^l'. Definition 1 alone does not give
//       this: leakage_test.cc has totally different trees that leak.
//
// Deviation: in the paper's example of T1 several sums meet at the owner, as in T0 here. This T1 gives the owner a
//            single sum, one level deeper, for the reason just given. T1 does not depend on l', so that features with
//            the same owner and different l' share it.
#ifndef FDSKL_FDSKL_NET_TREE_H_
#define FDSKL_FDSKL_NET_TREE_H_

#include <cstddef>
#include <set>
#include <span>
#include <vector>

namespace fdskl::net {

// A tree of some of the workers 0 .. size() - 1. Every worker in it but the root has a parent; it is acyclic and
// connected by construction.
class Tree {
 public:
  // The root alone.
  // REQUIRES: 0 <= root < size.
  Tree(int size, int root);

  // Makes `child` the last child of `parent`.
  // REQUIRES: contains(parent), !contains(child).
  void Adopt(int parent, int child);

  // The number of workers, whether or not they are in the tree.
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

// T0, a binomial tree of depth floor(log2 q). A broadcast is fastest when it serves the children last to first.
// REQUIRES: 0 <= root < q.
Tree BroadcastTree(int q, int root);

// T1, of depth 1 + floor(log2(q - 1)); for q = 1 only the owner.
// REQUIRES: 0 <= owner < q.
Tree AngleTree(int q, int owner);

// T2, of depth floor(log2(q - 1)).
// REQUIRES: 0 <= owner, l_prime < q; owner != l_prime.
Tree MaskTree(int q, int owner, int l_prime);

// Every set of two or more workers, in ascending order, whose sum some worker has at some moment while the tree is
// summed: a worker with its first child, with its first two children, and so on. These are the paper's subtrees with
// more than one leaf.
std::set<std::vector<int>> PartialSums(const Tree& tree);

// Definition 1: whether the two trees have no partial sum in common.
bool TotallyDifferent(const Tree& a, const Tree& b);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_TREE_H_
