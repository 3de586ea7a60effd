// What one iteration of FDSKL sends, counted on the wire.             [paper: Appendix C, O(q t) for B = m = 1]
//
// The trainer itself runs, over threads that count, on small data of its own: what is sent depends on shapes alone.
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

// The rounds are by how much the longest chain of dependent messages grows in the leaders' turn that ends with the
// iteration, over the number of iterations in it; see iteration_rounds.h.
// REQUIRES: workers >= active >= 1; iteration, batch and block from 1 up.
results::TrafficRow MeasureIteration(const IterationShape& shape);

// The rows of part `order`: each of q, t, B, m over several values, without saved partial sums as in the paper; and t
// with them.
std::vector<results::TrafficRow> MeasureOrders();
// The rows of part `masking`.
std::vector<results::TrafficRow> MeasureMaskings();

// Of the quantity that row.varied names. REQUIRES: it names one.
std::int64_t VariedValue(const results::TrafficRow& row);

// The exponents p of the laws bytes ~ x^p and rounds ~ x^p that fit the rows best, as lines through the logarithms,
// where x is the varied quantity: t, B, m; for q, q - 1 in bytes (the owner sends nothing) and log2 q in rounds
// (trees).
struct Exponents {
  double bytes = 0, rounds = 0;
};
// REQUIRES: two rows or more, each with `varied`.
Exponents FitExponents(std::span<const results::TrafficRow> rows);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_ITERATION_TRAFFIC_H_
