#include "runners/cell_runner.h"

#include <utility>

#include "base/error.h"
#include "runners/run_cell.h"
#include "runners/words.h"

namespace fdskl {

CellRunner::CellRunner(std::string_view launcher, const std::filesystem::path& results, std::filesystem::path scratch,
                       ProgressDisplay& display)
    : launcher_(launcher.empty() ? DefaultLauncher() : SplitWords(launcher)),
      store_(results),
      scratch_(std::move(scratch)),
      display_(display),
      earlier_(store_.ReadRuns()) {
  if (launcher_.empty()) Fail("--launcher is blank");
}

std::optional<RunRow> CellRunner::Run(const Cell& cell, const Prepared& data, std::string title) {
  display_.Begin(std::move(title));
  const auto result =
      RunCell(cell, data, launcher_, scratch_, [&](const ProgressEvent& event) { display_.Update(event); });
  if (!result) return std::nullopt;
  store_.Append(result->run, result->curve);
  display_.End(result->run);
  return result->run;
}

RunRow CellRunner::Refuse(const Cell& cell, const Prepared& data, std::string title, const std::string& reason) {
  display_.Begin(std::move(title));
  RunRow run = RefusedRow(cell, data, reason);
  store_.Append(run, {});
  display_.End(run);
  return run;
}

}  // namespace fdskl
