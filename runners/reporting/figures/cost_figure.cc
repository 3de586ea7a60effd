#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/statistics.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

using results::TheoryCheck;
using results::TheoryRow;

constexpr std::size_t kMostSeries = 6;  // looks that tell series apart

// One line for each value of `series`, of `y` against iterations, and a dashed line of order 2 through the last point
// of the last one.
template <class Y>
Panel CostPanel(const std::vector<const TheoryRow*>& rows, std::int64_t TheoryRow::*series, std::string_view name,
                const std::string& title, const std::string& unit, const Y& y_of) {
  Panel panel{.title = title};
  panel.x = {.label = "iterations, T", .logarithmic = true};
  panel.y = {.label = unit, .logarithmic = true};
  std::map<std::int64_t, std::map<std::int64_t, double>> lines;
  for (const TheoryRow* row : rows) lines[row->*series][row->iteration] = y_of(*row);
  std::size_t place = 0;
  for (const auto& [value, points] : lines) {
    if (place == kMostSeries) break;
    Line line{.look = LookOf(place++)};
    for (const auto& [t, y] : points) {
      if (y <= 0) continue;
      line.x.push_back(static_cast<double>(t));
      line.y.push_back(y);
    }
    line.label = fmt::format("{} = {}", name, value);
    if (line.x.size() >= 2) line.label += fmt::format(", {:.2f}", base::LogSlope(line.x, line.y));
    panel.lines.push_back(std::move(line));
  }
  const Line& last = panel.lines.back();
  if (last.x.size() < 2) return panel;
  Line square{.look = {.dash = Dash::kDashed}, .without_markers = true};
  for (const double t : last.x) {
    square.x.push_back(t);
    square.y.push_back(last.y.back() * (t / last.x.back()) * (t / last.x.back()));
  }
  panel.lines.push_back(std::move(square));
  return panel;
}

// Those of the rows with as many columns as rows of several workers have; none where all are of one worker.
std::vector<const TheoryRow*> OverWorkers(std::vector<const TheoryRow*> rows) {
  std::int64_t columns = 0;
  for (const TheoryRow* row : rows) {
    if (row->workers > 1) columns = std::max(columns, row->columns);
  }
  std::erase_if(rows, [&](const TheoryRow* row) { return row->columns != columns; });
  return rows;
}

}  // namespace

std::optional<Figure> CostFigure(const stored::Stored& stored) {
  const auto bytes = stored.Rows(TheoryCheck::kBytes);
  const auto seconds = stored.Rows(TheoryCheck::kSeconds);
  if (bytes.empty() || seconds.empty()) return std::nullopt;
  Figure figure;
  figure.columns = 3;
  figure.panel_height_inches = 2.3;
  figure.caption =
      "Appendix C, partial sums not saved: bytes by workers q, and processor time over all workers by columns d (one "
      "worker) "
      "and by workers q, against iterations. Dashed: order 2. Each line says its order, fitted.";
  const auto sent = [](const TheoryRow& row) { return static_cast<double>(row.sent_bytes.value_or(0)); };
  const auto time = [](const TheoryRow& row) { return row.seconds.value_or(0); };
  auto alone = seconds;
  std::erase_if(alone, [](const TheoryRow* row) { return row->workers != 1; });
  figure.panels.push_back(CostPanel(bytes, &TheoryRow::workers, "q", "bytes", "sent bytes", sent));
  if (!alone.empty())
    figure.panels.push_back(CostPanel(alone, &TheoryRow::columns, "d", "time, one worker", "processor time [s]", time));
  const auto shared = OverWorkers(seconds);
  if (!shared.empty()) {
    figure.panels.push_back(CostPanel(shared, &TheoryRow::workers, "q",
                                      fmt::format("time, all workers, d = {}", shared.front()->columns),
                                      "processor time [s]", time));
  }
  return figure;
}

}  // namespace fdskl::figures
