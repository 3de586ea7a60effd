// How many messages of one iteration of FDSKL must follow one another, from its trees alone.
//
// An iteration is a broadcast along T0, a sum of angles along T1 to each of the a owners in turn, one of partial f
// along T0 over the active workers, and one of the new block's angles along T1 to the leader. A worker goes on as soon
// as it has sent, so that iterations and sums overlap, each iteration differently, as the leaders take turns. So what
// counts is by how much the longest chain grows in a turn of all leaders, over their number. It does not depend on t, B
// or m: a tree that is summed again adds nothing, for its levels work at once. It is of order a log q:
//   a = 1       2 log2 q for powers of two: T0 down, T1 up; in general the largest of bits(p) + bits(p - 1) + 1 over
//               the places p = 1 .. q - 1 on the circle, where bits() counts ones: the two depths of a worker
//   a = 2       (5 log2 q - 1) / 2 for powers of two: by turns 2 log2 q + 1, and 3 log2 q - 2, where the sums to both
//               owners are in the chain
//   at most     floor(log2 q) + (a + 1) (1 + floor(log2(q - 1))) + floor(log2 a), were there no overlap
// Appendix C counts bytes, O(q t), and says nothing of rounds.                                  [paper: Appendix C]
//
// Of maskings `ring` and `none`; `paper` sums along T2 besides, `shared` has more messages. Without saved partial sums:
// with them, samples that were last seen at different iterations are summed one group after another.
#ifndef FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_ROUNDS_H_
#define FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_ROUNDS_H_

namespace fdskl::traffic {

// By going along the trees. REQUIRES: 1 <= active <= workers.
double IterationRounds(int workers, int active);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_ROUNDS_H_
