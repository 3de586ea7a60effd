// A cell's logical clocks (fdskl/net/clock_channel.h): their networks, the times they show after a training, what that
// would cost, and the summary for a person. docs/clocks.md explains the model.
#ifndef FDSKL_RUNNERS_CELL_PARTY_CLOCKS_H_
#define FDSKL_RUNNERS_CELL_PARTY_CLOCKS_H_

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdskl/net/clock_channel.h"
#include "results/clock_times.h"
#include "results/run_row.h"
#include "runners/cell/cell.h"
#include "runners/cell/harness.h"

namespace fdskl::cell {

// The networks in the order of results::ClockNetwork: the presets, then the cell's own link if it is not a preset.
std::vector<net::LinkModel> NetworksOf(const Cell& cell);

// For each network, the longest critical path among all ranks; every rank gets it. Collective.
std::vector<net::CriticalPath> LongestPaths(const Harness& harness, std::span<const net::ClockChannel::Clock> clocks);

// Copies the times of each network's path to the columns of a run, or of a point of its curve.
void FillClocks(std::span<const net::CriticalPath> paths, results::ByNetwork<results::ClockTimes>& clocks);
void FillClocks(std::span<const net::CriticalPath> paths, results::ByNetwork<std::optional<double>>& seconds);

// The price of a core for an hour and of sending 10^9 bytes, in any currency.
struct Prices {
  double core_hour = 0;
  double gigabyte = 0;
};

// Reads a TOML file with `core_hour` and `gigabyte`. Errors: Error with file and line.
Prices ReadPrices(const std::filesystem::path& file);
// Errors: Error when a price is negative or not a number.
void Validate(const Prices& prices);
// The prices that a user gave: each number that is given, else the file's, if one is named. None when nothing is given.
// Errors: as ReadPrices() and Validate().
std::optional<Prices> ChoosePrices(const std::string& file, std::optional<double> core_hour,
                                   std::optional<double> gigabyte);

// Fills in the costs of a row that has clocks: every party's cores for the whole training, and every byte sent, once.
void AddCosts(const Prices& prices, results::RunRow& run);

// A line for each network that has times, with means over the rows that are ok. Empty when no network has times.
std::string ClockSummary(std::span<const results::RunRow> runs);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PARTY_CLOCKS_H_
