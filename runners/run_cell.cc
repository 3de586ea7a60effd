#include "runners/run_cell.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>

#include "base/error.h"
#include "base/seed.h"
#include "results/store.h"
#include "runners/cell_row.h"
#include "runners/cell_text.h"
#include "runners/files.h"
#include "runners/launch.h"
#include "runners/provenance.h"
#include "runners/scratch_folder.h"
#include "runners/words.h"
#include "runners/worker.h"

namespace fdskl {
namespace {

// Past its limit a method stops by itself and still measures what it has; only then is it killed.
std::optional<double> KillAfter(const Cell& cell) {
  if (!cell.time_limit) return std::nullopt;
  return *cell.time_limit + std::max(10.0, *cell.time_limit / 2);
}

LaunchRequest MakeRequest(const Cell& cell, const std::vector<std::string>& launcher,
                          const std::filesystem::path& folder) {
  LaunchRequest request = RequestRanks(launcher, cell.workers, {"worker", folder.string()});
  request.time_limit_seconds = KillAfter(cell);
  if (cell.memory_limit) request.memory_limit_bytes = cell.memory_limit->bytes;
  return request;
}

RunStatus StatusOf(const LaunchResult& result) {
  if (result.ending == Ending::kTimeLimit) return RunStatus::kTimeout;
  const bool no_memory = result.reason.find("bad_alloc") != std::string::npos;
  return result.ending == Ending::kMemoryLimit || no_memory ? RunStatus::kOutOfMemory : RunStatus::kFailed;
}

// What rank 0 left in its store, or else a row that says why there is nothing.
CellRun Collect(const Cell& cell, const Prepared& data, const LaunchResult& result, const ResultStore& store) {
  if (result.ending == Ending::kFinished) {
    if (const auto runs = store.ReadRuns(); !runs.empty()) return {runs.front(), store.ReadCurves()};
  }
  CellRun failed;
  failed.run = DescribeCell(cell, std::min(data.rows, cell.rows.value_or(data.rows)), data.columns);
  failed.run.status = NameOf(StatusOf(result));
  failed.run.reason = result.reason.empty() ? "the launcher ended well, but no rank left a result" : result.reason;
  return failed;
}

}  // namespace

std::vector<std::string> DefaultLauncher() {
  return SplitWords(
      "mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca btl_base_warn_component_unused 0");
}

std::optional<CellRun> RunCell(const Cell& cell, const Prepared& data, const std::vector<std::string>& launcher,
                               const std::filesystem::path& scratch,
                               const std::function<void(const ProgressEvent&)>& on_progress) {
  const std::time_t begin = std::time(nullptr);
  const auto ticks = std::chrono::system_clock::now().time_since_epoch().count();
  const std::string name = fmt::format("{}-{}-q{}-s{}-{:016x}", cell.dataset, NameOf(cell.method), cell.workers,
                                       cell.split, Seed("run", ticks, getpid(), CellText(cell)));
  const ScratchFolder folder(std::filesystem::absolute(scratch) / name);
  WriteText(folder.path() / kCellFile, CellText(cell));
  LaunchRequest request = MakeRequest(cell, launcher, folder.path());
  request.on_line = [&](std::string_view line) {
    if (const auto event = ParseProgress(line)) on_progress(*event);
  };
  const LaunchResult result = Launch(request);
  if (result.ending == Ending::kInterrupted) return std::nullopt;

  CellRun collected = Collect(cell, data, result, ResultStore(folder.path()));
  collected.run.run = name;
  collected.run.data_checksum = data.checksum;
  FillProvenance(begin, collected.run);
  for (CurveRow& point : collected.curve) point.run = name;
  return collected;
}

}  // namespace fdskl
