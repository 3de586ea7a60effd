#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <set>

#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

constexpr double kFloor = -0.25;  // R² of a wild guess has no lower bound

// The lines, in the order of the legend. A line is a masking mode or, for a rival, the role of its rows.
struct LineKind {
  std::string_view name;
  Look look;
};
const std::array<LineKind, 10>& Lines() {
  const std::string& brown = cell::FindArm("fdskl-private")->color;
  static const std::array<LineKind, 10> lines = {{
      {"none", LookOf(std::size_t{0})},
      {"paper", LookOf(1)},
      {"ring", LookOf(2)},
      {"shared", LookOf(3)},
      {"paper, T2 = T1", LookOf(4)},
      {"rival", LookOf(5)},
      {"must fail", LookOf(6)},
      {"must succeed", {.marker = Marker::kSquare, .hollow = true, .dash = Dash::kDashed}},
      {"private", {.color = brown, .marker = Marker::kPentagon}},
      {"private, no pads", {.color = brown, .marker = Marker::kDiamond, .hollow = true, .dash = Dash::kDashed}},
  }};
  return lines;
}
constexpr std::size_t kRival = 5;

std::string_view NameOfLine(const results::AuditRow& row) {
  if (std::ranges::find(Lines(), row.mode, &LineKind::name) != Lines().end()) return row.mode;
  if (row.role == "measured") return Lines()[kRival].name;
  return Lines()[row.role == "must-fail" ? kRival + 1 : kRival + 2].name;
}

std::string_view Seen(std::string_view attack) {
  if (attack == base::NameOf(results::AttackKind::kMergedKernel)) return "rows known";
  return attack == base::NameOf(results::AttackKind::kRowSets) ? "trees seen" : "features seen";
}

using Rows = std::vector<const results::AuditRow*>;

// The rows of one panel, by number of features.
Rows PanelRows(const stored::Stored& stored, std::string_view attack, std::string_view dataset) {
  Rows rows;
  for (const results::AuditRow& row : stored.audit())
    if (row.sweep == "features" && row.attack == attack && row.dataset == dataset) rows.push_back(&row);
  std::ranges::stable_sort(rows, {}, [](const results::AuditRow* row) { return row->features; });
  return rows;
}

// Scales a value so that 0 is guessing and 1 is everything, whatever was measured.
double Advantage(const results::AuditRow& row, double value) {
  return std::max((value - row.chance) / (1 - row.chance), kFloor);
}

// Shifts each line a little, so that lines that coincide are all visible.
double Beside(double x, std::size_t place, std::size_t lines, bool logarithmic) {
  constexpr double kStep = 0.035;
  const double away = kStep * (static_cast<double>(place) - static_cast<double>(lines - 1) / 2);
  return logarithmic ? x * std::exp(3.2 * away) : x + 80 * away;
}

Panel MakePanel(const Rows& rows) {
  const results::AuditRow& first = *rows.front();
  const bool logarithmic = first.features > 0;
  Panel panel;
  panel.title = fmt::format("{}\n{}, {}", first.attack, first.dataset, first.measure == "bits" ? "bits" : "R²");
  panel.x = {.label = std::string(Seen(first.attack)), .logarithmic = logarithmic};
  panel.y = {.label = "advantage", .ticks = {{0, "0"}, {0.5, "0.5"}, {1, "1"}}};
  panel.baseline = 0;
  std::vector<LineKind> lines;
  std::ranges::copy_if(Lines(), std::back_inserter(lines), [&](const LineKind& kind) {
    return std::ranges::find(rows, kind.name, [](const auto* row) { return NameOfLine(*row); }) != rows.end();
  });
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Line line{.look = lines[i].look, .whiskers = true};
    for (const results::AuditRow* row : rows) {
      if (NameOfLine(*row) != lines[i].name) continue;
      line.x.push_back(Beside(static_cast<double>(row->features), i, lines.size(), logarithmic));
      line.y.push_back(Advantage(*row, row->recovered));
      line.low.push_back(Advantage(*row, row->low));
      line.high.push_back(Advantage(*row, row->high));
    }
    panel.lines.push_back(std::move(line));
  }
  // All panels have the same y axis.
  panel.lines.push_back({.x = {panel.lines[0].x[0], panel.lines[0].x[0]},
                         .y = {kFloor, 1.0},
                         .markers_only = true,
                         .without_markers = true});
  return panel;
}

}  // namespace

std::optional<Figure> AuditFigure(const stored::Stored& stored) {
  std::set<std::pair<std::string, std::string>> panels;  // dataset and attack
  std::set<std::string_view> names;
  std::set<std::string> editions;
  for (const results::AuditRow& row : stored.audit()) {
    if (row.sweep != "features") continue;
    panels.emplace(row.dataset, row.attack);
    names.insert(NameOfLine(row));
    editions.insert(fmt::format("{} {}", row.dataset, row.edition));
  }
  if (panels.empty()) return std::nullopt;
  Figure figure;
  figure.caption = fmt::format(
      "The privacy audit: what one adversary recovered of columns that it does not hold (row-sets: of labels; "
      "opened-numbers: whether a sample was trained on), against "
      "the random features it saw (merged-kernel: rows it knew, row-sets: trees), one panel per attack and dataset, "
      "one line per mode, with 95% intervals. The advantage is 0 for guessing and 1 for everything, by the share of "
      "bits that are right or by R²; below -0.25 it is drawn at -0.25. Must fail, must succeed: a rival's controls. "
      "Lines stand a little beside each other. Data: {}.",
      fmt::join(editions, ", "));
  for (const auto& [dataset, attack] : panels) figure.panels.push_back(MakePanel(PanelRows(stored, attack, dataset)));
  for (const auto& [name, look] : Lines())
    if (names.contains(name)) figure.legend.push_back({std::string(name), look});
  figure.panel_height_inches = 1.3;
  figure.share_y = true;
  return figure;
}

}  // namespace fdskl::figures
