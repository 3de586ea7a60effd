#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

// What a line of the table is about.
struct Line {
  Experiment experiment;
  std::string dataset;
};

// The datasets of `times`, then the stand-ins of `shapes`.
std::vector<Line> LinesOf(const stored::Stored& stored) {
  std::vector<Line> lines;
  for (const Experiment experiment : {Experiment::kTimes, Experiment::kShapes}) {
    for (const std::string& dataset : stored.Datasets(experiment)) lines.push_back({experiment, dataset});
  }
  return lines;
}

// Our minutes as text, or why there are none, and their mean in seconds.
struct Minutes {
  TableCell cell;
  std::optional<double> seconds;
  std::optional<double> at_least_seconds;  // the limit of runs that a time limit ended
};

Minutes Ours(const stored::Stored& stored, const Line& of, cell::ArmRef arm, Timing timing) {
  const std::string absence = stored::Absence(stored, of.experiment, of.dataset, arm);
  Minutes minutes{.cell = {.text = absence.empty() ? fmt::format("-") : absence}, .seconds = {}};
  std::vector<double> sample;
  for (const results::RunRow* run : stored::Good(stored.Rows(of.experiment, of.dataset, arm))) {
    if (const auto seconds = stored::TrainSeconds(*run, timing)) sample.push_back(*seconds);
  }
  minutes.cell.anchor = stored.RowsAnchor(of.experiment, of.dataset, arm->method);
  if (sample.empty()) {
    const auto rows = stored.Rows(of.experiment, of.dataset, arm);
    if (!rows.empty() && timing == Timing::kElapsed) minutes.at_least_seconds = stored::TimeoutSeconds(*rows.front());
    if (minutes.at_least_seconds) minutes.cell.text = fmt::format(">{:.3g}, timeout", *minutes.at_least_seconds / 60);
    return minutes;
  }
  minutes.seconds = base::Mean(sample);
  minutes.cell.text = fmt::format("{:.3g}", *minutes.seconds / 60);
  return minutes;
}

// The mean cost of the runs on a local network, if they were given prices.
TableCell Cost(const stored::Stored& stored, const Line& of, cell::ArmRef arm) {
  std::vector<double> sample;
  for (const results::RunRow* run : stored::Good(stored.Rows(of.experiment, of.dataset, arm))) {
    if (const auto& cost = run->clocks[results::ClockNetwork::kLan].cost) sample.push_back(*cost);
  }
  return {.text = sample.empty() ? "-" : fmt::format("{:.3g}", base::Mean(sample)),
          .anchor = stored.RowsAnchor(of.experiment, of.dataset, arm->method)};
}

// Adds the arms' minutes of one stored::Timing, then the ratio of SecureBoost's least to FDSKL's. Where a time limit
// ended all of SecureBoost's runs, the ratio is of the least limit.
void AddMinutes(const stored::Stored& stored, const Line& of, const std::vector<cell::ArmRef>& arms, Timing timing,
                std::vector<TableCell>& line) {
  std::optional<double> fdskl;
  std::optional<double> secureboost;
  std::optional<double> at_least;
  std::string anchor;
  const auto lower = [](const std::optional<double>& seconds, std::optional<double>& least) {
    if (seconds && (!least || *seconds < *least)) least = seconds;
  };
  for (const cell::ArmRef arm : arms) {
    const Minutes minutes = Ours(stored, of, arm, timing);
    line.push_back(minutes.cell);
    if (arm == cell::OwnArm(&kFdskl)) fdskl = minutes.seconds;
    if (arm->method != &secureboost::kSecureBoost) continue;
    anchor = minutes.cell.anchor;
    lower(minutes.seconds, secureboost);
    lower(minutes.at_least_seconds, at_least);
  }
  TableCell ratio{.text = "-", .anchor = anchor};
  if (fdskl && secureboost) ratio.text = fmt::format("{:.3g}", *secureboost / *fdskl);
  if (fdskl && !secureboost && at_least) ratio.text = fmt::format(">{:.3g}", *at_least / *fdskl);
  line.push_back(std::move(ratio));
}

// The settings that all rows of the arm have in common: "preset fate, trees 5". Those without a value are left out.
std::string CommonSettings(const std::vector<const results::RunRow*>& rows, cell::ArmRef arm) {
  std::optional<std::vector<std::pair<std::string, std::string>>> common;
  for (const results::RunRow* run : rows) {
    if (cell::ArmOf(*run) != arm) continue;
    const auto own = cell::SettingsOf(run->settings);
    if (!common) common = own;
    std::erase_if(*common, [&](const auto& setting) { return std::ranges::find(own, setting) == own.end(); });
  }
  std::string text;
  for (const auto& [name, value] : common.value_or(std::vector<std::pair<std::string, std::string>>())) {
    if (value != "null") text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
  }
  return text;
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
  const std::vector<cell::ArmRef> arms = stored.Arms(Experiment::kTimes);
  std::vector<Timing> timings = {Timing::kElapsed};
  if (clocks) timings.push_back(Timing::kClock);
  for (const Timing timing : timings) {
    const char* const whose = timing == Timing::kElapsed ? "ours" : "a machine each";
    for (const cell::ArmRef arm : arms) table.header.push_back(fmt::format("{}, {}", arm->title, whose));
    table.header.push_back(fmt::format("SecureBoost / FDSKL, {}", whose));
  }
  for (const cell::ArmRef arm : costs ? arms : std::vector<cell::ArmRef>())
    table.header.push_back(arm->title + ", cost");
  for (const Line& of : LinesOf(stored)) {
    const PaperMinutes paper = PaperOf(of.dataset);
    std::vector<TableCell> line = {{.text = of.dataset},
                                   {.text = stored::DataText(stored, of.experiment, of.dataset)},
                                   {.text = std::string(paper.fdskl)},
                                   {.text = std::string(paper.secureboost)}};
    for (const Timing timing : timings) AddMinutes(stored, of, arms, timing, line);
    for (const cell::ArmRef arm : costs ? arms : std::vector<cell::ArmRef>()) line.push_back(Cost(stored, of, arm));
    table.rows.push_back(std::move(line));
  }
  table.notes = {"Rows may be capped by the profile; `data here` says how many were used.",
                 stored::RunsText(stored, Experiment::kTimes)};
  if (clocks) {
    table.notes.emplace_back(
        "`ours`: elapsed on this machine, whose cores all parties share. `a machine each`: with a machine for every "
        "party on a local network, by logical clocks (docs/clocks.md).");
  }
  if (!stored.Rows(Experiment::kShapes).empty()) {
    table.notes.emplace_back(
        "`stand-in`: made by us in the published shape, on which the time depends; it is no evidence about the "
        "dataset, and no claim rests on it.");
  }
  std::set<cell::ArmRef> noted;
  for (const results::RunRow* run : rows) {
    const cell::ArmRef arm = cell::ArmOf(*run);
    if (arm->method != &secureboost::kSecureBoost || !noted.insert(arm).second) continue;
    table.notes.push_back(fmt::format("{}, settings: {}.", arm->title, CommonSettings(rows, arm)));
  }
  return table;
}

}  // namespace fdskl::tables
