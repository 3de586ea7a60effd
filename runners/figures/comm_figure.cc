#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "runners/figures/look.h"
#include "runners/figures/paper_figures.h"
#include "runners/sample.h"

namespace fdskl {
namespace {

constexpr std::array<std::string_view, 4> kStructures = {"tree", "ring", "star", "mpi-reduce"};
constexpr std::array<std::string_view, 4> kLinks = {"shared-memory", "lan", "wan", "intercontinental"};

// Measured where there is a measurement, predicted otherwise; the median of several.
Line StructureLine(const std::vector<const CommRow*>& rows, std::string_view structure, const Look& look) {
  std::map<std::int64_t, std::vector<double>> seconds;
  for (const CommRow* row : rows) {
    const auto& time = row->is_prediction ? row->predicted_seconds : row->seconds;
    if (row->structure == structure && time) seconds[row->workers].push_back(*time);
  }
  Line line{.look = look};
  for (const auto& [workers, sample] : seconds) {
    line.x.push_back(static_cast<double>(workers));
    line.y.push_back(Median(sample));
  }
  return line;
}

Look StructureLook(std::size_t place) {
  Look look = LookOf(place);
  look.dashed = kStructures.at(place) == "mpi-reduce";  // not of the paper
  return look;
}

// One panel for each link and dataset, of what was measured or of what was predicted.
std::optional<Figure> SumsFigure(const Stored& stored, bool predicted) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<const CommRow*>> panels;  // by link, then dataset
  for (const CommRow& row : stored.comm()) {
    if (row.is_prediction != predicted) continue;
    const auto link = std::find(kLinks.begin(), kLinks.end(), row.link) - kLinks.begin();
    panels[{static_cast<std::size_t>(link), DatasetOrder(row.dataset)}].push_back(&row);
  }
  if (panels.empty()) return std::nullopt;
  Figure figure;
  for (std::size_t i = 0; i < kStructures.size(); ++i) {
    figure.legend.push_back({std::string(kStructures[i]), StructureLook(i)});
  }
  for (const auto& [key, rows] : panels) {
    const CommRow& first = *rows.front();
    Panel panel;
    panel.title = PanelTitle(first.dataset, first.edition, first.rows);
    panel.x = {.label = "number of workers"};
    panel.y = {.label = predicted ? fmt::format("{}, predicted [s]", first.link) : fmt::format("{} [s]", first.link),
               .logarithmic = true};
    for (std::size_t i = 0; i < kStructures.size(); ++i) {
      Line line = StructureLine(rows, kStructures[i], StructureLook(i));
      if (!line.x.empty()) panel.lines.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace

std::optional<Figure> CommFigure(const Stored& stored) {
  auto figure = SumsFigure(stored, false);
  if (!figure) return figure;
  figure->name = "figure4_communication";
  figure->caption =
      "Figure 4. Time to sum the workers' local linear-kernel matrices by tree, ring (the paper's cycle) and star, and "
      "by MPI's own reduction, measured on this machine, bare (shared-memory) and with messages held back as the named "
      "links would.";
  return figure;
}

std::optional<Figure> LinksFigure(const Stored& stored) {
  auto figure = SumsFigure(stored, true);
  if (!figure) return figure;
  figure->name = "extra_links";
  figure->caption =
      "The sums of Figure 4 over links that are not here: not measured, but predicted from the counted messages and "
      "bytes and each link's latency and bandwidth.";
  return figure;
}

}  // namespace fdskl
