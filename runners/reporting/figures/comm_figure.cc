#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/statistics.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

constexpr std::array<std::string_view, 4> kStructures = {"tree", "ring", "star", "mpi-reduce"};
constexpr std::array<std::string_view, 4> kLinks = {"shared-memory", "lan", "wan", "intercontinental"};

// Measured where there is a measurement, predicted otherwise; the median of several.
Line StructureLine(const std::vector<const results::CommRow*>& rows, std::string_view structure, const Look& look) {
  std::map<std::int64_t, std::vector<double>> seconds;
  for (const results::CommRow* row : rows) {
    const auto& time = row->is_prediction ? row->predicted_seconds : row->seconds;
    if (row->structure == structure && time) seconds[row->workers].push_back(*time);
  }
  Line line{.look = look};
  for (const auto& [workers, sample] : seconds) {
    line.x.push_back(static_cast<double>(workers));
    line.y.push_back(base::Median(sample));
  }
  return line;
}

Look StructureLook(std::size_t place) {
  Look look = LookOf(place);
  look.dashed = kStructures.at(place) == "mpi-reduce";  // not in the paper
  return look;
}

// An axis with a tick at each number of workers or, where there are many, at the greatest and every second below it.
Axis WorkersAxis(const std::vector<const results::CommRow*>& rows, bool predicted) {
  constexpr std::size_t kMostTicks = 4;
  std::set<std::int64_t> workers;
  for (const results::CommRow* row : rows) workers.insert(row->workers);
  Axis axis{.label = predicted ? "workers, predicted" : "number of workers", .logarithmic = true};
  std::size_t above = workers.size();
  for (const std::int64_t count : workers) {
    --above;
    if (workers.size() > kMostTicks && above % 2 != 0) continue;
    axis.ticks.emplace_back(static_cast<double>(count), fmt::format("{}", count));
  }
  return axis;
}

// One panel per link and dataset: what was measured, or what was predicted.
std::optional<Figure> SumsFigure(const stored::Stored& stored, bool predicted) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<const results::CommRow*>> panels;  // by link, then dataset
  for (const results::CommRow& row : stored.comm()) {
    if (row.is_prediction != predicted) continue;
    const auto link = std::find(kLinks.begin(), kLinks.end(), row.link) - kLinks.begin();
    panels[{static_cast<std::size_t>(link), stored::DatasetOrder(row.dataset)}].push_back(&row);
  }
  if (panels.empty()) return std::nullopt;
  Figure figure;
  for (std::size_t i = 0; i < kStructures.size(); ++i) {
    if (predicted && kStructures.at(i) == "mpi-reduce") continue;  // its messages are not known
    figure.legend.push_back({std::string(kStructures.at(i)), StructureLook(i)});
  }
  for (const auto& [key, rows] : panels) {
    const results::CommRow& first = *rows.front();
    Panel panel;
    panel.title = stored::PanelTitle(first.dataset, first.edition, first.rows);
    panel.x = WorkersAxis(rows, predicted);
    panel.y = {.label = fmt::format("{} [s]", first.link), .logarithmic = true};
    for (std::size_t i = 0; i < kStructures.size(); ++i) {
      Line line = StructureLine(rows, kStructures[i], StructureLook(i));
      if (!line.x.empty()) panel.lines.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace

std::optional<Figure> CommFigure(const stored::Stored& stored) {
  auto figure = SumsFigure(stored, false);
  if (!figure) return figure;
  figure->caption =
      "Figure 4. Time to sum the workers' local linear-kernel matrices by tree, ring (the paper's cycle) and star, and "
      "by MPI's own reduction, measured on this machine, bare (shared-memory) and with messages held back as the named "
      "links would, on which a party sends one message after another and receives one after another.";
  return figure;
}

std::optional<Figure> LinksFigure(const stored::Stored& stored) {
  auto figure = SumsFigure(stored, true);
  if (!figure) return figure;
  figure->caption =
      "The sums of Figure 4 over links that are not here: not measured, but predicted from the counted messages and "
      "bytes and each link's latency and bandwidth, where a party sends one message after another and receives one "
      "after another.";
  return figure;
}

}  // namespace fdskl::figures
