// A cell's logical clocks (fdskl/net/clock_channel.h): which networks they are for, what they say at the end of a
// training, what that costs, and how a person reads it. docs/clocks.md explains the model.
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

// The networks in the order of results::ClockNetwork: the presets, and the cell's own link where it is none of these.
std::vector<net::LinkModel> NetworksOf(const Cell& cell);

// For each network the path that took longest among the ranks. Collective.
std::vector<net::CriticalPath> LongestPaths(const Harness& harness, std::span<const net::ClockChannel::Clock> clocks);

void FillClocks(std::span<const net::CriticalPath> paths, results::ByNetwork<results::ClockTimes>& clocks);
void FillClocks(std::span<const net::CriticalPath> paths, results::ByNetwork<std::optional<double>>& seconds);

// What a core costs for an hour and what it costs to send 10^9 bytes, in any currency.
struct Prices {
  double core_hour = 0;
  double gigabyte = 0;
};

// From a TOML file with `core_hour` and `gigabyte`. Errors: Error names the file and line.
Prices ReadPrices(const std::filesystem::path& file);
// Errors: Error when a price is negative or not a number.
void Validate(const Prices& prices);
// What a user gave: the file's, if one is named, with these instead where they are given; none when nothing is given.
// Errors: as ReadPrices() and Validate().
std::optional<Prices> ChoosePrices(const std::string& file, std::optional<double> core_hour,
                                   std::optional<double> gigabyte);

// Every party's cores are paid for as long as the training takes, and every byte that is sent once.
void AddCosts(const Prices& prices, results::RunRow& run);

// A line for each network that has times: the mean over the rows that are ok. Empty when none has any.
std::string ClockSummary(std::span<const results::RunRow> runs);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PARTY_CLOCKS_H_
