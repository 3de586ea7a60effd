#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/statistics.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

using results::TheoryCheck;
using results::TheoryRow;

constexpr std::size_t kMostSeries = 6;  // lines of a panel

// Looks for numbers of workers q, or of columns d. Each number has one look in all panels, by its index among all of
// its kind. Columns have hollow markers.
class Kind {
 public:
  Kind(std::string name, std::int64_t TheoryRow::*value, bool hollow)
      : name_(std::move(name)), value_(value), hollow_(hollow) {}

  void Add(const std::vector<const TheoryRow*>& rows) {
    for (const TheoryRow* row : rows) values_.insert(row->*value_);
  }
  std::int64_t Of(const TheoryRow& row) const { return row.*value_; }
  std::string NameOf(std::int64_t value) const { return fmt::format("{} = {}", name_, value); }
  // Without a blank, so that lines are not broken within it.
  std::string ShortNameOf(std::int64_t value) const { return fmt::format("{}={}", name_, value); }
  Look LookOf(std::int64_t value) const {
    Look look = figures::LookOf(static_cast<std::size_t>(std::distance(values_.begin(), values_.find(value))));
    look.hollow = hollow_;
    return look;
  }
  void AddLegend(Figure& figure) const {
    for (const std::int64_t value : values_) figure.legend.push_back({NameOf(value), LookOf(value)});
  }

 private:
  std::string name_;
  std::int64_t TheoryRow::*value_;
  bool hollow_;
  std::set<std::int64_t> values_;
};

Look Guide() { return {.color = "#555555", .dash = Dash::kDotted}; }

// One line of `y` against iterations for each value of a kind, and a dotted line of order 2 through the last point of
// the last one. A note has the fitted order of each.
template <class Y>
Panel CostPanel(const std::vector<const TheoryRow*>& rows, const Kind& kind, const std::string& title,
                const std::string& label, const Y& y_of) {
  Panel panel{.title = title};
  panel.x = {.label = "iterations T", .logarithmic = true};
  panel.y = {.label = label, .logarithmic = true};
  std::set<std::int64_t> iterations;
  std::map<std::int64_t, std::map<std::int64_t, double>> lines;
  for (const TheoryRow* row : rows) {
    iterations.insert(row->iteration);
    if (y_of(*row) > 0) lines[kind.Of(*row)][row->iteration] = y_of(*row);
  }
  for (const std::int64_t t : iterations) panel.x.ticks.emplace_back(static_cast<double>(t), std::to_string(t));
  std::vector<std::string> orders;
  for (const auto& [value, points] : lines) {
    if (panel.lines.size() == kMostSeries) break;
    Line line{.look = kind.LookOf(value)};
    for (const auto& [t, y] : points) {
      line.x.push_back(static_cast<double>(t));
      line.y.push_back(y);
    }
    if (line.x.size() >= 2)
      orders.push_back(fmt::format("{}: {:.2f}", kind.ShortNameOf(value), base::LogSlope(line.x, line.y)));
    panel.lines.push_back(std::move(line));
  }
  if (!orders.empty()) panel.notes = {fmt::format("orders in T: {}", fmt::join(orders, ", "))};
  panel.notes_left = true;
  if (panel.lines.empty() || panel.lines.back().x.size() < 2) return panel;
  const Line& last = panel.lines.back();
  Line square{.look = Guide(), .without_markers = true};
  for (const double t : last.x) {
    square.x.push_back(t);
    square.y.push_back(last.y.back() * (t / last.x.back()) * (t / last.x.back()));
  }
  panel.lines.push_back(std::move(square));
  return panel;
}

// The rows that have as many columns as the rows of several workers have; empty if all rows are of one worker.
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
      "worker) and by workers q, against iterations. Dotted: order 2. Each panel says the orders of its lines, fitted.";
  const auto sent = [](const TheoryRow& row) { return static_cast<double>(row.sent_bytes.value_or(0)); };
  const auto time = [](const TheoryRow& row) { return row.seconds.value_or(0); };
  auto alone = seconds;
  std::erase_if(alone, [](const TheoryRow* row) { return row->workers != 1; });
  const auto shared = OverWorkers(seconds);
  Kind workers("q", &TheoryRow::workers, false);
  Kind columns("d", &TheoryRow::columns, true);
  workers.Add(bytes);
  workers.Add(shared);
  columns.Add(alone);
  figure.panels.push_back(CostPanel(bytes, workers, "bytes, all workers", "sent [bytes]", sent));
  if (!alone.empty())
    figure.panels.push_back(CostPanel(alone, columns, "time, one worker", "processor time [s]", time));
  if (!shared.empty()) {
    figure.panels.push_back(CostPanel(shared, workers,
                                      fmt::format("time, all workers, d = {}", shared.front()->columns),
                                      "processor time [s]", time));
  }
  workers.AddLegend(figure);
  columns.AddLegend(figure);
  figure.legend.push_back({.name = "order 2", .look = Guide(), .without_markers = true});
  return figure;
}

}  // namespace fdskl::figures
