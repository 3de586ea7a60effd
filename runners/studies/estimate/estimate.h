// What a run of FDSKL will take, before it is started: processor time, bytes, memory, time on a network, money.
//
// Time  on one machine whose cores all workers share: the processor time over the cores. With a machine for every worker:
//       the longest path of computing (PartySeconds()) or the bytes through the busiest link, whichever is longer, for
//       messages travel while others compute; and the latency of the messages that must follow one another.
#ifndef FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_H_
#define FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_H_

#include <optional>
#include <string>
#include <vector>

#include "fdskl/cost_model.h"
#include "fdskl/net/link_model.h"
#include "runners/cell/needs.h"
#include "runners/cell/party_clocks.h"

namespace fdskl::estimate {

// A run that has not started: its cell, which is of FDSKL, and the data that it would have.
struct PlannedRun {
  cell::Cell cell;
  cell::DataSize size;

  CostShape Shape() const;
};

struct NetworkTime {
  net::LinkModel link;
  double transfer_seconds = 0;  // all bytes through the busiest link
  double latency_seconds = 0;   // messages that follow one another
  double seconds = 0;           // in all
};

struct Estimate {
  CostShape shape;
  UnitCosts units;
  CostWork work;                  // what training takes
  double cpu_seconds = 0;         // what training takes, over all workers
  double evaluation_seconds = 0;  // processor time of one evaluation
  double party_cores = 1;
  double party_seconds = 0;  // computing, with a machine of so many cores for every worker
  std::vector<NetworkTime> networks;
  // Memory of the worker that takes most: an active one, or in masking `private` a helper. With its columns in memory,
  // and with them in the mapped store.
  std::vector<MemoryPart> memory, store_memory;

  // On one machine with so many cores.
  double SharedSeconds(double cores) const { return cpu_seconds / cores; }
  // Machines of all workers for that long, and the bytes.
  double Money(double seconds, const cell::Prices& prices) const;
};

Estimate MakeEstimate(const PlannedRun& run, const UnitCosts& units, const std::vector<net::LinkModel>& links,
                      double party_cores);

std::string EstimateText(const Estimate& estimate, double cores_here, const std::optional<cell::Prices>& prices);

// docs/scale.md's table: runs up to 10^9 rows, 10^5 columns and 1,024 parties, with the reference unit costs.
std::string ScaleTable();

}  // namespace fdskl::estimate

#endif  // FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_H_
