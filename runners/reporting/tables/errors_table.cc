#include <fmt/format.h>

#include "base/statistics.h"
#include "baselines/methods.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/stored/stored.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::tables {
namespace {

using results::Experiment;

// Bold for the lowest mean; a dagger for those that a paired Wilcoxon test over the splits, adjusted by Holm over the
// methods, does not tell from it.
void MarkBest(const std::vector<ledger::MethodErrors>& methods, std::vector<TableCell>& cells) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (!methods[i].empty() && (!best || ledger::MeanOf(methods[i]) < ledger::MeanOf(methods[*best]))) best = i;
  }
  if (!best) return;
  cells[*best].best = true;
  std::vector<std::size_t> others;
  std::vector<double> p;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    if (i == *best || methods[i].empty()) continue;
    others.push_back(i);
    p.push_back(base::Wilcoxon(ledger::Differences(methods[i], methods[*best])).p_two_sided);
  }
  const std::vector<double> adjusted = base::Holm(p);
  for (std::size_t k = 0; k < others.size(); ++k) cells[others[k]].not_worse = adjusted[k] >= ledger::kLevel;
}

}  // namespace

std::optional<Table> ErrorsTable(const stored::Stored& stored) {
  if (stored.Rows(Experiment::kErrors).empty()) return std::nullopt;
  Table table{.name = "table_errors",
              .title = "Test error in percent, mean ± standard deviation over splits.",
              .header = {"dataset", "data here"},
              .rows = {}};
  for (const baselines::MethodRef method : baselines::Methods()) table.header.emplace_back(method->title);
  std::size_t most = 0;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    std::vector<TableCell> cells;
    std::vector<ledger::MethodErrors> methods;
    for (const baselines::MethodRef method : baselines::Methods()) {
      methods.push_back(ledger::ErrorsBySplit(stored, dataset, method));
      most = std::max(most, methods.back().size());
      cells.push_back({.text = methods.back().empty() ? stored::Absence(stored, Experiment::kErrors, dataset, method)
                                                      : base::MeanAndDeviation(ledger::ValuesOf(methods.back()), 2),
                       .anchor = stored.RowsAnchor(Experiment::kErrors, dataset, method)});
    }
    MarkBest(methods, cells);
    cells.insert(cells.begin(), {{.text = dataset}, {.text = stored::DataText(stored, Experiment::kErrors, dataset)}});
    table.rows.push_back(std::move(cells));
  }
  table.notes = {
      fmt::format("Bold: the lowest mean. †: not significantly worse, by Wilcoxon's signed-rank test paired "
                  "over splits at {}, adjusted by Holm over methods.",
                  ledger::kLevel)};
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    for (const std::string& note : stored::OtherDataNotes(stored, Experiment::kErrors, dataset)) {
      table.notes.push_back(fmt::format("{}, {}.", dataset, note));
    }
  }
  if (most < base::WilcoxonLeastPairs(ledger::kLevel)) {
    table.notes.push_back(fmt::format("With {} splits no difference can be significant: {} are needed at least.", most,
                                      base::WilcoxonLeastPairs(ledger::kLevel)));
  }
  return table;
}

}  // namespace fdskl::tables
