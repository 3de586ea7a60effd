// What one iteration of FDSKL sends: bytes counted on the wire, and rounds by counting and from the trees alone.
//
// The trainer itself runs, over threads that count, on a small table: what is sent depends on shapes alone.
//
// Bytes   Appendix C says O(q t) for B = m = 1.                                                   [paper: Appendix C]
// Rounds  How many messages must follow one another; Appendix C says nothing of them. An iteration is a broadcast along
//         T0, a sum of angles along T1 to each of the a owners in turn, a sum of partial f along T0 over the active
//         workers, and a sum of the new block's angles along T1 to the leader. A worker goes on as soon as it has sent,
//         so iterations and sums overlap, each iteration differently, as the leaders take turns. So a round is counted
//         as the growth of the longest chain of dependent messages over one turn of all leaders, divided by their
//         number. It does not depend on t, B or m: a tree that is summed again adds nothing, for its levels work at the
//         same time. It is of order a log q:
//           a = 1    2 log2 q for powers of two: T0 down, T1 up. In general the largest of bits(p) + bits(p - 1) + 1
//                    over the places p = 1 .. q - 1 on the circle, where bits() counts ones: a worker's two depths.
//           a = 2    (5 log2 q - 1) / 2 for powers of two: 2 log2 q + 1 and 3 log2 q - 2 by turns; in the latter the
//                    sums to both owners are in the chain.
//           at most  floor(log2 q) + (a + 1) (1 + floor(log2(q - 1))) + floor(log2 a), as if nothing overlapped.
#ifndef FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_TRAFFIC_H_
#define FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_TRAFFIC_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/settings.h"
#include "results/traffic_row.h"

namespace fdskl::traffic {

struct IterationShape {
  int workers = 8;
  int active = 2;
  std::int64_t iteration = 8;  // from 1
  std::int64_t batch = 32;
  std::int64_t block = 16;
  Masking masking = Masking::kRing;
  int ring_bits = 32;
  bool cache_partials = false;
};

// Counts the given iteration. Its rounds are a mean over the leaders' turn that ends with it.
// REQUIRES: workers >= active >= 1; iteration, batch and block from 1 up.
results::TrafficRow MeasureIteration(const IterationShape& shape);

// The rounds per iteration, by walking along the trees. Holds for maskings `ring` and `none` (`paper` sums along T2 as
// well, `shared` has more messages) and without saved partial sums (with them, samples that were last seen at different
// iterations are summed one group after another). REQUIRES: 1 <= active <= workers.
double IterationRounds(int workers, int active);

// The rows of part `order`: each of q, t, B, m over several values, without saved partial sums as in the paper; and t
// with them.
std::vector<results::TrafficRow> MeasureOrders();
// The rows of part `masking`.
std::vector<results::TrafficRow> MeasureMaskings();

// The rows of part `transcript`: what each of four workers, two of them active, sent to each other in the third
// iteration, recorded on the wire, and which keys they agreed on before the first. A message's kind follows from its
// size: 4 B bytes are the numbers of a batch, 8 B bytes are partial f, and all others are masked angles.
std::vector<results::TrafficRow> RecordTranscript();

// The value of the quantity that row.varied names. REQUIRES: it names one.
std::int64_t VariedValue(const results::TrafficRow& row);

// The exponents p of the laws bytes ~ x^p and rounds ~ x^p that fit the rows best, as lines through the logarithms.
// x is the varied quantity: t, B, m. For q it is q - 1 in bytes (the owner sends nothing) and log2 q in rounds (trees).
struct Exponents {
  double bytes = 0, rounds = 0;
};
// REQUIRES: two rows or more, each with `varied`.
Exponents FitExponents(std::span<const results::TrafficRow> rows);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_TRAFFIC_H_
