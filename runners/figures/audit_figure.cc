#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "runners/figures/look.h"
#include "runners/figures/paper_figures.h"

namespace fdskl {
namespace {

constexpr double kFloor = -0.25;  // R^2 of a wild guess has no lower bound

Look OfChance() { return {.color = "#000000", .marker = Marker::kCircle, .dashed = true}; }

// Rows of the series over features, by features, for one attack, dataset and mode.
std::vector<const AuditRow*> Series(const Stored& stored, const std::string& attack, const std::string& dataset,
                                    const std::string& mode) {
  std::vector<const AuditRow*> rows;
  for (const AuditRow& row : stored.audit()) {
    if (row.sweep == "features" && row.attack == attack && row.dataset == dataset && row.mode == mode)
      rows.push_back(&row);
  }
  std::ranges::sort(rows, {}, &AuditRow::features);
  return rows;
}

void AddPoint(const AuditRow& row, double y, double low, double high, Line& line) {
  line.x.push_back(static_cast<double>(row.features));
  line.y.push_back(std::max(y, kFloor));
  line.low.push_back(std::max(low, kFloor));
  line.high.push_back(std::max(high, kFloor));
}

}  // namespace

std::optional<Figure> AuditFigure(const Stored& stored) {
  std::vector<std::string> modes;
  std::vector<std::pair<std::string, std::string>> panels;  // attack and dataset, in the order of the table
  for (const AuditRow& row : stored.audit()) {
    if (row.sweep != "features") continue;
    if (std::ranges::find(modes, row.mode) == modes.end()) modes.push_back(row.mode);
    const std::pair panel(row.attack, row.dataset);
    if (std::ranges::find(panels, panel) == panels.end()) panels.push_back(panel);
  }
  if (panels.empty()) return std::nullopt;
  std::ranges::stable_sort(panels);
  Figure figure;
  figure.name = "extra_audit";
  figure.caption =
      "The privacy audit: what one adversary recovered of columns that it does not hold, against the random features "
      "it "
      "saw (rows it knew, of the merged kernel), one panel an attack and dataset, one line a mode, with 95% intervals. "
      "Dashed: what guessing gives. R^2 below -0.25 is drawn there.";
  for (const auto& [attack, dataset] : panels) {
    Panel panel;
    panel.x = {.label = attack == "merged-kernel" ? "rows known" : "features seen", .logarithmic = true};
    Line chance{.look = OfChance()};
    std::set<std::int64_t> seen;
    for (std::size_t place = 0; place < modes.size(); ++place) {
      Line line{.look = LookOf(place)};
      for (const AuditRow* row : Series(stored, attack, dataset, modes[place])) {
        panel.title = fmt::format("{}\n{}, {}", attack, dataset, row->edition);
        panel.y = {.label = row->measure == "bits" ? "bits right [share]" : "R^2"};
        AddPoint(*row, row->recovered, row->low, row->high, line);
        if (seen.insert(row->features).second) AddPoint(*row, row->chance, row->chance, row->chance, chance);
      }
      if (!line.x.empty()) panel.lines.push_back(std::move(line));
    }
    panel.lines.push_back(std::move(chance));
    figure.panels.push_back(std::move(panel));
  }
  for (std::size_t place = 0; place < modes.size(); ++place) figure.legend.push_back({modes[place], LookOf(place)});
  figure.legend.push_back({"guessing", OfChance()});
  return figure;
}

}  // namespace fdskl
