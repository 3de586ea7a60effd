// Sums by logical clock: as many threads as parties sum real tiles, and the clocks of all links tell at once how long
// that takes with a machine for every party (fdskl/net/clock_channel.h).
//
// A tile's time is what worker 0's clock shows when it has the sum, adding included, from when all have their part. The
// whole matrix takes the median of kClockTiles tiles times their number; in a pipeline, the first tile's time, and for
// every further tile what the later ones of kClockTiles took on average.
//
// Checks: sums are compared with the central matrix, as in comm_worker.h.
#ifndef FDSKL_RUNNERS_STUDIES_COMM_COMM_CLOCKS_H_
#define FDSKL_RUNNERS_STUDIES_COMM_COMM_CLOCKS_H_

#include <span>
#include <vector>

#include "datasets/holding.h"
#include "fdskl/net/link_model.h"
#include "results/comm_row.h"
#include "runners/cell/cell.h"
#include "runners/studies/comm/sum_case.h"

namespace fdskl::comm {

inline constexpr int kClockTiles = 6;

class ClockedSums {
 public:
  // Loads the cell's data: for each of its workers its columns, and all for the check.
  explicit ClockedSums(const cell::Cell& cell);

  // A row for each link. REQUIRES: no link is bare; the structure is not kMpiReduce.
  // Errors: Error when a sum is not the central matrix's.
  std::vector<results::CommRow> Run(SumStructure structure, std::span<const net::LinkModel> links) const;

 private:
  cell::Cell cell_;
  std::vector<datasets::Holding> parts_;  // by worker
  std::vector<std::vector<double>> central_tiles_;
};

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_COMM_CLOCKS_H_
