#include <fmt/format.h>

#include <algorithm>

#include "base/statistics.h"
#include "baselines/methods.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/stored/stored.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::tables {
namespace {

using results::Experiment;

// Marks the method with the fewest errors, or all that tie for it, in bold. Marks with a dagger those that are not
// significantly worse, by the corrected t over the splits with Holm's correction over the methods.
void MarkBest(const std::vector<ledger::MethodErrors>& methods, std::vector<TableCell>& cells) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (!methods[i].empty() && (!best || ledger::MeanOf(methods[i]) < ledger::MeanOf(methods[*best]))) best = i;
  }
  if (!best) return;
  std::vector<std::size_t> others;
  std::vector<double> p;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (methods[i].empty()) continue;
    cells[i].best = ledger::MeanOf(methods[i]) == ledger::MeanOf(methods[*best]);
    const auto test = ledger::Compare(methods[i], methods[*best]);
    if (cells[i].best || !test) continue;
    others.push_back(i);
    p.push_back(test->p_two_sided);
  }
  const std::vector<double> adjusted = base::Holm(p);
  for (std::size_t k = 0; k < others.size(); ++k) cells[others[k]].not_worse = adjusted[k] >= ledger::kLevel;
}

}  // namespace

std::optional<Table> ErrorsTable(const stored::Stored& stored) {
  if (stored.Rows(Experiment::kErrors).empty()) return std::nullopt;
  Table table{.name = "table_errors",
              .title = "Test error in percent, mean ± standard deviation over splits, for every method and arm.",
              .header = {"dataset", "data here"},
              .rows = {}};
  std::vector<cell::ArmRef> arms = stored.Arms(Experiment::kErrors);
  for (const cell::ArmRef own : ledger::OwnArms()) {
    if (std::ranges::count(arms, own) == 0) arms.push_back(own);  // shown as not planned
  }
  std::ranges::sort(arms, {}, cell::PlaceOf);
  for (const cell::ArmRef arm : arms) table.header.push_back(arm->title);
  std::size_t most = 0;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    std::vector<TableCell> cells;
    std::vector<ledger::MethodErrors> methods;
    for (const cell::ArmRef arm : arms) {
      methods.push_back(ledger::ErrorsBySplit(stored, dataset, arm));
      most = std::max(most, methods.back().size());
      cells.push_back({.text = methods.back().empty() ? stored::Absence(stored, Experiment::kErrors, dataset, arm)
                                                      : base::MeanAndDeviation(ledger::ValuesOf(methods.back()), 2),
                       .anchor = stored.RowsAnchor(Experiment::kErrors, dataset, arm->method)});
    }
    MarkBest(methods, cells);
    cells.insert(cells.begin(), {{.text = dataset}, {.text = stored::DataText(stored, Experiment::kErrors, dataset)}});
    table.rows.push_back(std::move(cells));
  }
  table.notes = {
      fmt::format("Bold: the fewest errors. †: not significantly worse, by Nadeau and Bengio's corrected t over splits "
                  "at {}, adjusted by Holm over methods.",
                  ledger::kLevel),
      stored::RunsText(stored, Experiment::kErrors)};
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    for (const std::string& note : stored::OtherDataNotes(stored, Experiment::kErrors, dataset)) {
      table.notes.push_back(fmt::format("{}, {}.", dataset, note));
    }
  }
  if (most < 2) table.notes.emplace_back("With one split no difference can be significant: two are needed at least.");
  return table;
}

}  // namespace fdskl::tables
