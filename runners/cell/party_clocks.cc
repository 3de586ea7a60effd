#include "runners/cell/party_clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "base/files.h"
#include "base/statistics.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

using results::ClockTimes;

constexpr std::array<const char*, results::kClockNetworks> kNames = {"no network", "lan", "wan", "intercontinental",
                                                                     "--link"};

// The mean of a column over rows; a dash if it is null in one of them.
std::string MeanOf(std::span<const ClockTimes> rows, std::optional<double> ClockTimes::*column) {
  std::vector<double> values;
  for (const ClockTimes& row : rows) {
    if (!(row.*column)) return "-";
    values.push_back(*(row.*column));
  }
  constexpr double kRounding = 1e-9;
  const double mean = base::Mean(values);
  return mean < kRounding || mean >= 0.01 ? fmt::format("{:.2f}", mean) : fmt::format("{:.2g}", mean);
}

}  // namespace

std::vector<net::LinkModel> NetworksOf(const Cell& cell) {
  std::vector<net::LinkModel> networks;
  for (const auto& [preset, name] : base::kNames<net::LinkPreset>.table) networks.push_back(net::LinkOf(preset));
  if (std::ranges::find(networks, cell.link) == networks.end()) networks.push_back(cell.link);
  return networks;
}

std::vector<net::CriticalPath> LongestPaths(const Harness& harness, std::span<const net::ClockChannel::Clock> clocks) {
  constexpr std::size_t kParts = 4;
  std::vector<double> mine;
  for (const net::ClockChannel::Clock& clock : clocks) {
    const net::CriticalPath& path = clock.path;
    mine.insert(mine.end(),
                {path.computing_seconds, path.latency_seconds, path.bandwidth_seconds, path.waiting_seconds});
  }
  const std::vector<double> all = harness.Gather(mine);
  std::vector<net::CriticalPath> longest(clocks.size());
  for (std::size_t i = 0; i + kParts <= all.size(); i += kParts) {
    const net::CriticalPath path{all[i], all[i + 1], all[i + 2], all[i + 3]};
    net::CriticalPath& best = longest[i / kParts % clocks.size()];
    if (path.Seconds() > best.Seconds()) best = path;
  }
  return longest;
}

void FillClocks(std::span<const net::CriticalPath> paths, results::ByNetwork<ClockTimes>& clocks) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    clocks[i] = {.seconds = paths[i].Seconds(),
                 .computing_seconds = paths[i].computing_seconds,
                 .latency_seconds = paths[i].latency_seconds,
                 .bandwidth_seconds = paths[i].bandwidth_seconds,
                 .waiting_seconds = paths[i].waiting_seconds};
  }
}

void FillClocks(std::span<const net::CriticalPath> paths, results::ByNetwork<std::optional<double>>& seconds) {
  for (std::size_t i = 0; i < paths.size(); ++i) seconds[i] = paths[i].Seconds();
}

Prices ReadPrices(const std::filesystem::path& file) {
  Prices prices;
  const toml::table table = ParseToml(base::ReadText(file), file.string());
  ReadMembers(table, file.string(), "price", [&](const auto& visit) {
    visit("core_hour", prices.core_hour, "a core for an hour");
    visit("gigabyte", prices.gigabyte, "10^9 bytes sent");
  });
  return prices;
}

void Validate(const Prices& prices) {
  const auto check = [](const char* name, double price) {
    if (!(price >= 0 && std::isfinite(price))) base::Fail("{} must be a number from 0 up, not {}", name, price);
  };
  check("the price of a core-hour", prices.core_hour);
  check("the price of a gigabyte", prices.gigabyte);
}

std::optional<Prices> ChoosePrices(const std::string& file, std::optional<double> core_hour,
                                   std::optional<double> gigabyte) {
  if (file.empty() && !core_hour && !gigabyte) return std::nullopt;
  Prices prices = file.empty() ? Prices() : ReadPrices(file);
  prices.core_hour = core_hour.value_or(prices.core_hour);
  prices.gigabyte = gigabyte.value_or(prices.gigabyte);
  Validate(prices);
  return prices;
}

void AddCosts(const Prices& prices, results::RunRow& run) {
  constexpr double kSecondsPerHour = 3600;
  constexpr double kBytesPerGigabyte = 1e9;
  if (!run.party_cores || !run.sent_bytes) return;
  const auto cores = static_cast<double>(run.workers * *run.party_cores);
  const double traffic = static_cast<double>(*run.sent_bytes) / kBytesPerGigabyte * prices.gigabyte;
  for (ClockTimes& clock : run.clocks) {
    if (clock.seconds) clock.cost = cores * *clock.seconds / kSecondsPerHour * prices.core_hour + traffic;
  }
}

std::string ClockSummary(std::span<const results::RunRow> runs) {
  std::string text;
  const auto add = [&](std::string_view network, const std::array<std::string, 6>& cells, bool cost) {
    text += fmt::format("{:<16}  {:>9}", network, cells[0]);
    for (std::size_t i = 1; i < cells.size() - (cost ? 0 : 1); ++i) text += fmt::format("  {:>9}", cells.at(i));
    text += "\n";
  };
  for (std::size_t i = 0; i < results::kClockNetworks; ++i) {
    std::vector<ClockTimes> rows;
    for (const results::RunRow& run : runs) {
      if (IsOk(run) && run.clocks[i].seconds) rows.push_back(run.clocks[i]);
    }
    if (rows.empty()) continue;
    const bool cost = rows.front().cost.has_value();
    if (text.empty()) {
      const std::int64_t cores = runs.front().party_cores.value_or(1);
      text = fmt::format("\nWith a machine of {} core{} for every party, by logical clocks:\n", cores,
                         cores == 1 ? "" : "s");
      add("network", {"train s", "computing", "latency", "bandwidth", "waiting", "cost"}, cost);
    }
    add(kNames.at(i),
        {MeanOf(rows, &ClockTimes::seconds), MeanOf(rows, &ClockTimes::computing_seconds),
         MeanOf(rows, &ClockTimes::latency_seconds), MeanOf(rows, &ClockTimes::bandwidth_seconds),
         MeanOf(rows, &ClockTimes::waiting_seconds), MeanOf(rows, &ClockTimes::cost)},
        cost);
  }
  return text;
}

}  // namespace fdskl::cell
