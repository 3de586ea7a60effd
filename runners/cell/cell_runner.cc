#include "runners/cell/cell_runner.h"

#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "runners/cell/run_cell.h"

namespace fdskl::cell {

CellRunner::CellRunner(std::string_view launcher, const std::filesystem::path& results, std::filesystem::path scratch,
                       ProgressDisplay& display)
    : launcher_(launcher.empty() ? DefaultLauncher() : base::SplitWords(launcher)),
      store_(results),
      scratch_(std::move(scratch)),
      display_(display),
      earlier_(store_.ReadRuns()) {
  if (launcher_.empty()) base::Fail("--launcher is blank");
}

std::optional<results::RunRow> CellRunner::Run(const Cell& cell, const datasets::Prepared& data, std::string title) {
  display_.Begin(std::move(title));
  const auto result =
      RunCell(cell, data, launcher_, scratch_, [&](const ProgressEvent& event) { display_.Update(event); });
  if (!result) return std::nullopt;
  store_.Append(result->run, result->curve);
  display_.End(result->run);
  return result->run;
}

results::RunRow CellRunner::Refuse(const Cell& cell, const datasets::Prepared& data, std::string title,
                                   const std::string& reason) {
  display_.Begin(std::move(title));
  results::RunRow run = RefusedRow(cell, data, reason);
  store_.Append(run, {});
  display_.End(run);
  return run;
}

}  // namespace fdskl::cell
