#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "base/statistics.h"
#include "base/text.h"
#include "fdskl/net/link_model.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

using CommRows = std::vector<const results::CommRow*>;

constexpr std::array<std::string_view, 6> kStructures = {"tree",           "ring",           "star",
                                                         "pipelined-tree", "pipelined-ring", "mpi-reduce"};
constexpr std::array<std::string_view, 4> kLinks = {"bare", "lan", "wan", "intercontinental"};

// The seconds of a row: measured, by clock, or, if nothing was run, by the closed form.
std::optional<double> SecondsOf(const results::CommRow& row) {
  if (row.is_prediction) return row.predicted_seconds;
  return row.clock_seconds ? row.clock_seconds : row.seconds;
}

// The line of a structure over the numbers of workers that were run; or, if `predicted`, dotted from the last of these
// on over those that were not. Several rows count by their median.
Line StructureLine(const CommRows& rows, std::size_t structure, bool predicted) {
  std::map<std::int64_t, std::vector<double>> seconds;
  std::int64_t last_run = 0;
  for (const results::CommRow* row : rows) {
    if (row->structure == kStructures.at(structure) && !row->is_prediction && SecondsOf(*row)) {
      last_run = std::max(last_run, row->workers);
    }
  }
  for (const results::CommRow* row : rows) {
    const bool belongs = predicted ? row->is_prediction || row->workers == last_run : !row->is_prediction;
    if (row->structure != kStructures.at(structure) || !belongs) continue;
    if (const auto time = SecondsOf(*row)) seconds[row->workers].push_back(*time);
  }
  Line line{.look = LookOf(structure)};
  line.look.dash = predicted ? Dash::kDotted : Dash::kSolid;
  line.without_markers = predicted;
  for (const auto& [workers, sample] : seconds) {
    line.x.push_back(static_cast<double>(workers));
    line.y.push_back(base::Median(sample));
  }
  if (predicted && line.x.size() < 2) return {};  // it has only the last number that was run
  return line;
}

// An axis with a tick at each number of workers or, if there are many, at the largest and every third below it.
Axis WorkersAxis(const CommRows& rows) {
  constexpr std::size_t kMostTicks = 4;
  std::set<std::int64_t> workers;
  for (const results::CommRow* row : rows) workers.insert(row->workers);
  Axis axis{.label = "number of workers", .logarithmic = true};
  std::size_t above = workers.size();
  for (const std::int64_t count : workers) {
    --above;
    if (workers.size() > kMostTicks && above % 3 != 0) continue;
    axis.ticks.emplace_back(static_cast<double>(count), fmt::format("{}", count));
  }
  return axis;
}

// The rows of one dataset: the one that was run with the most workers; of several, the first in the paper's order.
CommRows RowsToShow(const stored::Stored& stored) {
  std::map<std::string, std::int64_t> most;
  for (const results::CommRow& row : stored.comm()) {
    std::int64_t& workers = most[row.dataset];
    if (!row.is_prediction) workers = std::max(workers, row.workers);
  }
  CommRows rows;
  if (most.empty()) return rows;
  const auto rank = [](const auto& entry) { return std::tuple(-entry.second, stored::DatasetOrder(entry.first)); };
  const std::string& dataset = std::ranges::min_element(most, {}, rank)->first;
  for (const results::CommRow& row : stored.comm()) {
    if (row.dataset == dataset) rows.push_back(&row);
  }
  return rows;
}

}  // namespace

std::optional<Figure> CommFigure(const stored::Stored& stored) {
  const CommRows all = RowsToShow(stored);
  if (all.empty()) return std::nullopt;
  const results::CommRow& first = *all.front();
  std::map<std::pair<std::size_t, std::string>, CommRows> panels;  // by link, the presets first
  for (const results::CommRow* row : all) {
    const std::string link = net::PresentLinkName(row->link);
    const auto place = std::find(kLinks.begin(), kLinks.end(), link) - kLinks.begin();
    panels[{static_cast<std::size_t>(place), link}].push_back(row);
  }
  Figure figure;
  for (std::size_t i = 0; i < kStructures.size(); ++i) {
    const auto is_it = [&](const results::CommRow* row) { return row->structure == kStructures.at(i); };
    if (std::ranges::any_of(all, is_it)) figure.legend.push_back({std::string(kStructures.at(i)), LookOf(i)});
  }
  for (const auto& [key, rows] : panels) {
    const bool by_clock =
        std::ranges::any_of(rows, [](const results::CommRow* row) { return row->clock_seconds.has_value(); });
    Panel panel;
    const bool bare = key.second == "bare";
    panel.title = fmt::format("{}\n{}", bare ? "this machine" : key.second,
                              bare       ? "measured"
                              : by_clock ? "by logical clock"
                                         : "modelled");
    panel.x = WorkersAxis(rows);
    panel.y = {.label = "time to sum [s]", .logarithmic = true};
    for (std::size_t i = 0; i < kStructures.size(); ++i) {
      for (const bool predicted : {false, true}) {
        Line line = StructureLine(rows, i, predicted);
        if (!line.x.empty()) panel.lines.push_back(std::move(line));
      }
    }
    figure.panels.push_back(std::move(panel));
  }
  const bool predicted = std::ranges::any_of(all, [](const results::CommRow* row) { return row->is_prediction; });
  if (predicted)
    figure.legend.push_back({.name = "not run: closed form", .look = {.dash = Dash::kDotted}, .without_markers = true});
  figure.caption = fmt::format(
      "Figure 4. Time to sum the workers' local linear-kernel matrices by tree, ring (the paper's cycle) and star, by "
      "tree "
      "and ring in a pipeline (a tile does not wait for the one before), and by MPI's own reduction: measured on this "
      "machine; and with a machine for every party on the named networks, by logical clocks, on which a party sends "
      "one message after another and receives one after another. Dotted: numbers of workers that were not run, by the "
      "closed form. Data: {}; those of other datasets differ by the number of tiles alone, and are in comm.arrow.",
      fmt::format("{} ({}, {} training rows)", first.dataset, first.edition, base::Thousands(first.rows)));
  return figure;
}

}  // namespace fdskl::figures
