// What one iteration of FDSKL sends: bytes, counted on the wire, and rounds, both counted and derived from the trees.
//
// The trainer itself runs, over threads with counting channels, on a small table. Traffic depends on shapes only.
//
// Bytes   Appendix C says O(q t) for B = m = 1.                                                   [paper: Appendix C]
// Rounds  How many messages must follow one another; Appendix C does not count them. An iteration is a broadcast along
//         T0, a sum of angles along T1 to each of the a owners in turn, a sum of partial f along T0 over the active
//         workers, and a sum of the new block's angles along T1 to the leader. A worker goes on as soon as it has sent,
//         so iterations and sums overlap, and differently in each iteration, as the leaders take turns. The rounds are
//         therefore the growth of the longest chain of dependent messages over one turn of all leaders, divided by
//         their number. They do not depend on t, B or m: summing along the same tree again adds nothing, since its
//         levels work at the same time. They are of order a log q:
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

// Runs FDSKL and counts this iteration. Its rounds are the mean over the turn of all leaders that ends with it.
// REQUIRES: workers >= active >= 1; iteration, batch and block from 1 up.
results::TrafficRow MeasureIteration(const IterationShape& shape);

// The rounds per iteration, computed from the trees. Holds for maskings `ring` and `none` (`paper` also sums along T2,
// `shared` has more messages) and without saved partial sums (with them, samples that were last seen at different
// iterations are summed one group after another). REQUIRES: 1 <= active <= workers.
double IterationRounds(int workers, int active);

// The rows of part `order`: each of q, t, B, m over several values, without saved partial sums as in the paper; then t
// with saved ones.
std::vector<results::TrafficRow> MeasureOrders();
// The rows of part `masking`.
std::vector<results::TrafficRow> MeasureMaskings();

// The rows of part `transcript`: what each of four workers, two of them active, sent to each other in the third
// iteration, recorded on the wire, and which keys they agreed on before the first. A message's kind follows from its
// size: 4 B bytes are the sample numbers of a batch, 8 B bytes are partial f, and all others are masked angles.
std::vector<results::TrafficRow> RecordTranscript();

// The value of the quantity that row.varied names. REQUIRES: it names one.
std::int64_t VariedValue(const results::TrafficRow& row);

// The exponents p of the laws bytes ~ x^p and rounds ~ x^p that fit the logarithms of the rows best.
// x is the varied quantity: t, B, m. For q it is q - 1 in bytes (the owner sends nothing) and log2 q in rounds (trees).
struct Exponents {
  double bytes = 0, rounds = 0;
};
// REQUIRES: two rows or more, each with `varied`.
Exponents FitExponents(std::span<const results::TrafficRow> rows);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_TRAFFIC_H_
