#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/statistics.h"
#include "baselines/methods.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/stored/stored.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::tables {
namespace {

using results::Experiment;
using stored::Timing;

// The paper's Table 4, minutes on 24 cores.
struct PaperMinutes {
  std::string_view dataset, fdskl, secureboost;
};
constexpr std::array<PaperMinutes, 10> kPaper = {{{"gisette", "1", "46"},
                                                  {"phishing", "1", "10"},
                                                  {"a9a", "2", "15"},
                                                  {"ijcnn1", "1", "17"},
                                                  {"cod-rna", "1", "16"},
                                                  {"w8a", "1", "17"},
                                                  {"real-sim", "14", "65"},
                                                  {"epsilon", "29", ">900"},
                                                  {"defaultcredit", "1", "13"},
                                                  {"givemecredit", "3", "32"}}};

PaperMinutes PaperOf(std::string_view dataset) {
  for (const PaperMinutes& row : kPaper) {
    if (row.dataset == dataset) return row;
  }
  return {dataset, "-", "-"};
}

// Our minutes, or why there are none, and their mean in seconds.
struct Minutes {
  TableCell cell;
  std::optional<double> seconds;
};

Minutes Ours(const stored::Stored& stored, const std::string& dataset, baselines::MethodRef method, Timing timing) {
  const std::string absence = stored::Absence(stored, Experiment::kTimes, dataset, method);
  Minutes minutes{.cell = {.text = absence.empty() ? fmt::format("-") : absence}, .seconds = {}};
  std::vector<double> sample;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kTimes, dataset, method))) {
    if (const auto seconds = stored::TrainSeconds(*run, timing)) sample.push_back(*seconds);
  }
  minutes.cell.anchor = stored.RowsAnchor(Experiment::kTimes, dataset, method);
  if (sample.empty()) return minutes;
  minutes.seconds = base::Mean(sample);
  minutes.cell.text = fmt::format("{:.3g}", *minutes.seconds / 60);
  return minutes;
}

// The mean of what runs would cost on a local network, where they were given prices.
TableCell Cost(const stored::Stored& stored, const std::string& dataset, baselines::MethodRef method) {
  std::vector<double> sample;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kTimes, dataset, method))) {
    if (const auto& cost = run->clocks[results::ClockNetwork::kLan].cost) sample.push_back(*cost);
  }
  return {.text = sample.empty() ? "-" : fmt::format("{:.3g}", base::Mean(sample)),
          .anchor = stored.RowsAnchor(Experiment::kTimes, dataset, method)};
}

}  // namespace

std::optional<Table> TimesTable(const stored::Stored& stored) {
  const auto rows = stored.Rows(Experiment::kTimes);
  if (rows.empty()) return std::nullopt;
  const auto any = [&](const auto& has) { return std::ranges::any_of(rows, has); };
  const bool clocks =
      any([](const results::RunRow* run) { return stored::TrainSeconds(*run, Timing::kClock).has_value(); });
  const bool costs =
      any([](const results::RunRow* run) { return run->clocks[results::ClockNetwork::kLan].cost.has_value(); });
  Table table{.name = "table4_times",
              .title = "Table 4. Total training time in minutes: the paper's, on 24 cores, and ours.",
              .header = {"dataset", "data here", "FDSKL, paper", "SecureBoost, paper"},
              .rows = {}};
  std::vector<Timing> timings = {Timing::kElapsed};
  if (clocks) timings.push_back(Timing::kClock);
  for (const Timing timing : timings) {
    const char* const whose = timing == Timing::kElapsed ? "ours" : "a machine each";
    for (const char* what : {"FDSKL", "SecureBoost", "SecureBoost / FDSKL"}) {
      table.header.push_back(fmt::format("{}, {}", what, whose));
    }
  }
  if (costs) table.header.insert(table.header.end(), {"FDSKL, cost", "SecureBoost, cost"});
  for (const std::string& dataset : stored.Datasets(Experiment::kTimes)) {
    const PaperMinutes paper = PaperOf(dataset);
    std::vector<TableCell> line = {{.text = dataset},
                                   {.text = stored::DataText(stored, Experiment::kTimes, dataset)},
                                   {.text = std::string(paper.fdskl)},
                                   {.text = std::string(paper.secureboost)}};
    for (const Timing timing : timings) {
      const Minutes fdskl = Ours(stored, dataset, &kFdskl, timing);
      const Minutes boost = Ours(stored, dataset, &secureboost::kSecureBoost, timing);
      const bool both = fdskl.seconds && boost.seconds;
      line.push_back(fdskl.cell);
      line.push_back(boost.cell);
      line.push_back(
          {.text = both ? fmt::format("{:.3g}", *boost.seconds / *fdskl.seconds) : "-", .anchor = boost.cell.anchor});
    }
    if (costs) {
      line.push_back(Cost(stored, dataset, &kFdskl));
      line.push_back(Cost(stored, dataset, &secureboost::kSecureBoost));
    }
    table.rows.push_back(std::move(line));
  }
  table.notes = {"Rows may be capped by the profile; `data here` says how many were used.",
                 fmt::format("Machine: {}.", rows.front()->cpu)};
  if (clocks) {
    table.notes.emplace_back(
        "`ours`: elapsed on this machine, whose cores all parties share. `a machine each`: with a machine for every "
        "party "
        "on a local network, by logical clocks (docs/clocks.md).");
  }
  for (const results::RunRow* run : rows) {
    if (run->method != secureboost::kSecureBoost.name) continue;
    table.notes.push_back(fmt::format("SecureBoost's settings: {}.", run->settings));
    break;
  }
  return table;
}

}  // namespace fdskl::tables
