#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

constexpr double kFloor = -0.25;  // R^2 of a wild guess has no lower bound
constexpr double kMargin = 0.02;  // how far the grey band reaches below all lines

// Names of lines, in the order of the legend. A line is a masking mode or, for a rival, the role of its rows.
constexpr std::array<std::string_view, 8> kLineNames = {"none",           "paper", "ring",      "shared",
                                                        "paper, T2 = T1", "rival", "must fail", "must succeed"};
constexpr std::size_t kRival = 5;

std::string_view NameOfLine(const results::AuditRow& row) {
  if (std::ranges::find(kLineNames, row.mode) != kLineNames.end()) return row.mode;
  if (row.role == "measured") return kLineNames[kRival];
  return kLineNames[row.role == "must-fail" ? kRival + 1 : kRival + 2];
}

Look LookOfLine(std::size_t place) {
  if (place <= kRival) return LookOf(place);
  Look look = LookOf(place == kRival + 1 ? kRival : 0);  // what must succeed looks as `none` does
  look.dashed = true;
  return look;
}

Look ChanceLook() { return {.color = "#000000", .marker = Marker::kCircle, .dashed = true}; }

std::string_view Seen(std::string_view attack) {
  if (attack == base::NameOf(results::AttackKind::kMergedKernel)) return "rows known";
  return attack == base::NameOf(results::AttackKind::kRowSets) ? "trees seen" : "features seen";
}

using Rows = std::vector<const results::AuditRow*>;

// What one panel shows, by number of features.
Rows PanelRows(const stored::Stored& stored, std::string_view attack, std::string_view dataset) {
  Rows rows;
  for (const results::AuditRow& row : stored.audit())
    if (row.sweep == "features" && row.attack == attack && row.dataset == dataset) rows.push_back(&row);
  std::ranges::stable_sort(rows, {}, [](const results::AuditRow* row) { return row->features; });
  return rows;
}

void AddPoint(const results::AuditRow& row, double y, double low, double high, Line& line) {
  line.x.push_back(static_cast<double>(row.features));
  line.y.push_back(std::max(y, kFloor));
  line.low.push_back(std::max(low, kFloor));
  line.high.push_back(std::max(high, kFloor));
}

Panel MakePanel(const Rows& rows) {
  const results::AuditRow& first = *rows.front();
  Panel panel;
  panel.title = fmt::format("{}\n{}, {}", first.attack, first.dataset, first.edition);
  panel.x = {.label = std::string(Seen(first.attack)), .logarithmic = first.features > 0};
  panel.y = {.label = first.measure == "bits" ? "bits right [share]" : "R^2"};
  double lowest = 1;
  for (const results::AuditRow* row : rows) lowest = std::min({lowest, row->low, row->chance});
  Line chance{.look = ChanceLook()};
  for (const results::AuditRow* row : rows)
    if (chance.x.empty() || chance.x.back() < static_cast<double>(row->features))
      AddPoint(*row, row->chance, lowest - kMargin, row->chance, chance);
  panel.lines.push_back(std::move(chance));
  for (std::size_t place = 0; place < kLineNames.size(); ++place) {
    Line line{.look = LookOfLine(place)};
    for (const results::AuditRow* row : rows)
      if (NameOfLine(*row) == kLineNames[place]) AddPoint(*row, row->recovered, row->low, row->high, line);
    if (!line.x.empty()) panel.lines.push_back(std::move(line));
  }
  return panel;
}

}  // namespace

std::optional<Figure> AuditFigure(const stored::Stored& stored) {
  std::set<std::pair<std::string, std::string>> panels;  // dataset and attack
  std::set<std::string_view> names;
  for (const results::AuditRow& row : stored.audit()) {
    if (row.sweep != "features") continue;
    panels.emplace(row.dataset, row.attack);
    names.insert(NameOfLine(row));
  }
  if (panels.empty()) return std::nullopt;
  Figure figure;
  figure.caption =
      "The privacy audit: what one adversary recovered of columns that it does not hold (row-sets: of labels), against "
      "the random features it saw (merged-kernel: rows it knew, row-sets: trees), one panel per attack and dataset, "
      "one line per mode, with 95% intervals. Grey: no better than guessing, up to the dashed line. Must fail, must "
      "succeed: a rival's controls. Where lines coincide, the later one in the legend is on top. R^2 below -0.25 is "
      "drawn at -0.25.";
  for (const auto& [dataset, attack] : panels) figure.panels.push_back(MakePanel(PanelRows(stored, attack, dataset)));
  for (std::size_t place = 0; place < kLineNames.size(); ++place)
    if (names.contains(kLineNames[place])) figure.legend.push_back({std::string(kLineNames[place]), LookOfLine(place)});
  figure.legend.push_back({"guessing", ChanceLook()});
  return figure;
}

}  // namespace fdskl::figures
