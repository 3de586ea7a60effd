// Sums timed by logical clocks: one thread per party sums real tiles. The clocks show, for all links at once, how long
// that takes with a machine for every party (fdskl/net/clock_channel.h).
//
// A tile's time runs from when all workers have their part until worker 0 has the sum, additions included. The time of
// the whole matrix is the median over kClockTiles tiles times the number of tiles. In a pipeline it is the first tile's
// time plus, for every further tile, the mean of the later ones of kClockTiles.
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
  // Loads the cell's data: the columns of each worker, and all columns for the check.
  explicit ClockedSums(const cell::Cell& cell);

  // Sums the tiles; returns a row for each link. REQUIRES: no link is bare; the structure is not kMpiReduce.
  // Errors: Error when a sum differs from the central matrix.
  std::vector<results::CommRow> Run(SumStructure structure, std::span<const net::LinkModel> links) const;

 private:
  cell::Cell cell_;
  std::vector<datasets::Holding> parts_;  // by worker
  std::vector<std::vector<double>> central_tiles_;
};

}  // namespace fdskl::comm

#endif  // FDSKL_RUNNERS_STUDIES_COMM_COMM_CLOCKS_H_
