#include "results/store.h"

#include "base/files.h"
#include "results/rows.h"

namespace fdskl::results {
namespace {

// What a killed process left of its AtomicFile. REQUIRES: the lock is held, so that nobody is writing.
void RemoveLeftovers(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".tmp") std::filesystem::remove(entry.path());
  }
}

}  // namespace

void ResultStore::Append(const RunRow& run, std::span<const CurveRow> curve) {
  const base::FileLock lock(folder_ / ".lock");
  RemoveLeftovers(folder_);
  AppendRows<CurveRow>(curves_path(), curve);  // first, so that a row in `runs` has its whole curve
  AppendRows<RunRow>(runs_path(), {&run, 1});
}

std::vector<RunRow> ResultStore::ReadRuns() const { return ReadRows<RunRow>(runs_path()); }

std::vector<CurveRow> ResultStore::ReadCurves() const { return ReadRows<CurveRow>(curves_path()); }

}  // namespace fdskl::results
