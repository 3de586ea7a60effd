// Estimates what a run of FDSKL will take, before it starts: processor time, bytes, memory, time on a network, money.
//
// Time on one machine whose cores all workers share is the processor time divided by the cores. With a machine for
// every worker, it is the longest path of computing (PartySeconds()) or the transfer of the bytes through the busiest
// link, whichever is longer, since messages travel while workers compute; plus the latency of the messages that must
// follow one another.
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

// A run that has not started: its cell, whose method is FDSKL, and the size of its data.
struct PlannedRun {
  cell::Cell cell;
  cell::DataSize size;

  CostShape Shape() const;
};

// The time of a training over one network, with a machine for every worker.
struct NetworkTime {
  net::LinkModel link;
  double transfer_seconds = 0;  // to send all bytes through the busiest link
  double latency_seconds = 0;   // for messages that follow one another
  double seconds = 0;           // in all
};

// What a run will take.
struct Estimate {
  CostShape shape;
  UnitCosts units;
  CostWork work;                  // quantities of work in the training
  double cpu_seconds = 0;         // processor time of the training, over all workers
  double evaluation_seconds = 0;  // processor time of one evaluation
  double party_cores = 1;
  double party_seconds = 0;  // computing time with a machine of party_cores for every worker
  std::vector<NetworkTime> networks;
  // The memory of the worker that takes most, an active one, or in masking `private` a helper: with its columns in
  // memory, and with its columns in the mapped store.
  std::vector<MemoryPart> memory, store_memory;

  // Elapsed time on one machine with this many cores.
  double SharedSeconds(double cores) const { return cpu_seconds / cores; }
  // The price of all workers' machines for that long, and of all bytes sent.
  double Money(double seconds, const cell::Prices& prices) const;
};

// REQUIRES: the method of run.cell is FDSKL.
Estimate MakeEstimate(const PlannedRun& run, const UnitCosts& units, const std::vector<net::LinkModel>& links,
                      double party_cores);

// The estimate for a person to read, in Markdown. `cores_here` are the cores of this machine.
std::string EstimateText(const Estimate& estimate, double cores_here, const std::optional<cell::Prices>& prices);

// The table of docs/scale.md: runs up to 10^9 rows, 10^5 columns and 1,024 parties, with the reference unit costs.
std::string ScaleTable();

}  // namespace fdskl::estimate

#endif  // FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_H_
