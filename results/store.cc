#include "results/store.h"

#include "base/error.h"
#include "base/files.h"
#include "results/rows.h"

namespace fdskl::results {

ResultStore::~ResultStore() {
  if (!appended_) return;
  try {
    Fold();
  } catch (const std::exception&) {
    // The rows are staged on the disk, where ReadRows() finds them. The next fold tries again.
  }
}

void ResultStore::Append(const RunRow& run, std::span<const CurveRow> curve) {
  appended_ = true;
  bool is_time = AppendRows<CurveRow>(curves_path(), curve);  // first, so that a row in `runs` has its whole curve
  is_time = AppendRows<RunRow>(runs_path(), {&run, 1}) || is_time;
  if (is_time) Fold();
}

void ResultStore::Fold() const {
  if (!HasStagedRows(runs_path()) && !HasStagedRows(curves_path())) return;
  const auto lock = base::FileLock::IfThereAreLocks(folder_ / ".lock");
  if (lock == nullptr) return;
  FoldRows<CurveRow>(curves_path());
  FoldRows<RunRow>(runs_path());
}

std::vector<RunRow> ResultStore::ReadRuns() const { return ReadRows<RunRow>(runs_path()); }

std::vector<CurveRow> ResultStore::ReadCurves() const { return ReadRows<CurveRow>(curves_path()); }

}  // namespace fdskl::results
