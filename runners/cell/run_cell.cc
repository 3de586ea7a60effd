#include "runners/cell/run_cell.h"

#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "base/interrupt.h"
#include "base/owned_folder.h"
#include "base/parallel.h"
#include "base/seed.h"
#include "datasets/column_store.h"
#include "results/store.h"
#include "runners/cell/allocation.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/launch.h"
#include "runners/cell/leftovers.h"
#include "runners/cell/methods_file.h"
#include "runners/cell/needs.h"
#include "runners/cell/provenance.h"
#include "runners/cell/worker.h"

namespace fdskl::cell {
namespace {

// A method past its time limit stops by itself and still measures its model. It is killed only after this grace.
std::optional<double> KillAfter(const Cell& cell) {
  if (!cell.time_limit) return std::nullopt;
  return *cell.time_limit + std::max(10.0, *cell.time_limit / 2);
}

LaunchRequest MakeRequest(const Cell& cell, const Launcher& launcher, const std::filesystem::path& folder) {
  std::vector<std::string> words = {cell.parties.empty() ? "worker" : "party-worker", folder.string()};
  if (!LoadedMethodsFile().empty()) words.insert(words.end(), {"--methods", LoadedMethodsFile()});
  LaunchRequest request = RequestRanks(launcher, cell.workers, words);
  request.time_limit_seconds = KillAfter(cell);
  if (cell.memory_limit) request.memory_limit_bytes = cell.memory_limit->bytes;
  return request;
}

RunStatus StatusOf(const LaunchResult& result) {
  if (result.ending == Ending::kTimeLimit) return RunStatus::kTimeout;
  const bool no_memory = result.reason.find("bad_alloc") != std::string::npos;
  return result.ending == Ending::kMemoryLimit || no_memory ? RunStatus::kOutOfMemory : RunStatus::kFailed;
}

// A name for the row that no other row has.
std::string NameRun(const Cell& cell) {
  const auto ticks = std::chrono::system_clock::now().time_since_epoch().count();
  return fmt::format("{}-{}-q{}-s{}-{:016x}", cell.dataset, cell.method()->name, cell.workers, cell.split,
                     base::Seed("run", ticks, getpid(), CellText(cell)));
}

results::RunRow RowWithoutResult(const Cell& cell, const datasets::Prepared& data, RunStatus status,
                                 const std::string& reason) {
  std::optional<std::int64_t> train_rows;
  if (data.test_rows > 0 && cell.rows.value_or(data.rows) >= data.rows) train_rows = data.rows - data.test_rows;
  results::RunRow run =
      DescribeCell(cell, std::min(data.rows, cell.rows.value_or(data.rows)), data.columns, train_rows);
  run.status = base::NameOf(status);
  run.reason = reason;
  return run;
}

// The row and curve that rank 0 stored, or else a row that says why there is none.
CellRun Collect(const Cell& cell, const datasets::Prepared& data, const LaunchResult& result,
                const results::ResultStore& store) {
  if (result.ending == Ending::kFinished) {
    if (const auto runs = store.ReadRuns(); !runs.empty()) return {runs.front(), store.ReadCurves()};
  }
  const std::string reason =
      result.reason.empty() ? "the launcher ended well, but no rank left a result" : result.reason;
  return {RowWithoutResult(cell, data, StatusOf(result), reason), {}};
}

// Errors: Error when the ranks did not start, or could not go on because the allocation ended.
void RequireTried(const LaunchResult& result) {
  if (result.ending == Ending::kNotStarted) {
    base::Fail("the launcher started no rank, so this cell has no row and nothing more is run: {}", result.reason);
  }
  if (result.ending != Ending::kFailed) return;
  if (const auto end = EndOfAllocation()) {
    base::Fail("{}, so the running cell has no row and nothing more is run; its ranks: {}", *end, result.reason);
  }
}

// Fills in the columns that the driver knows and the ranks do not.
void Complete(const std::string& name, const Cell& cell, const datasets::Prepared& data, std::time_t begin,
              results::RunRow& run) {
  run.run = name;
  run.cell = CellHash(cell, data);
  run.data_checksum = data.checksum;
  run.beside = 0;
  FillProvenance(begin, run);
}

// The partition that a catalogue entry names. Errors: Error names the wrong column.
datasets::PartitionRule DealtColumns(const datasets::CatalogueEntry& entry, const std::vector<std::string>& names) {
  std::vector<std::vector<std::int32_t>> lists;
  std::vector<int> taken(names.size());
  for (const datasets::NamedColumns& named : entry.dealt) {
    std::vector<std::int32_t>& list = lists.emplace_back();
    for (const std::string& column : named.columns) {
      const std::size_t before = list.size();
      for (std::size_t k = 0; k < names.size(); ++k) {
        // The name of a categorical feature stands for all its one-hot columns.
        if (names[k] != column && !names[k].starts_with(column + "=")) continue;
        list.push_back(static_cast<std::int32_t>(k));
        ++taken[k];
      }
      if (list.size() > before) continue;
      const std::vector<std::string_view> valid(names.begin(), names.end());
      base::Fail("{}: holds: {}: {}", entry.name, named.party, base::UnknownName("column", column, valid));
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (taken[k] == 1) continue;
    base::Fail("{}: holds gives the column '{}' to {} parties; every column belongs to one", entry.name, names[k],
               taken[k]);
  }
  return datasets::PartitionRule::OfLists(lists);
}

}  // namespace

void FitWorkers(std::int64_t columns, Cell& cell) {
  if (cell.method()->is_central()) return;
  const datasets::CatalogueEntry* entry = datasets::TryFindDataset(cell.dataset);
  if (cell.partition.workers() > 0) {
    cell.workers = cell.partition.workers();
  } else if (entry != nullptr && !entry->dealt.empty()) {
    cell.workers = static_cast<int>(entry->dealt.size());
  } else if (columns > 0) {
    cell.workers = static_cast<int>(std::min<std::int64_t>(cell.workers, columns));
  }
  cell.active = std::min(cell.active, cell.workers);
}

void UseData(const datasets::Prepared& data, Cell& cell) {
  const datasets::CatalogueEntry* entry = datasets::TryFindDataset(cell.dataset);
  if (entry != nullptr && cell.workers == std::ssize(entry->dealt) && cell.partition.workers() == 0) {
    cell.partition = DealtColumns(*entry, datasets::ColumnStore::Open(data.file).info().names);
  }
  cell.edition = data.edition;
  cell.data_file = std::filesystem::absolute(data.file).string();
}

std::optional<CellRun> RunCell(const Cell& cell, const datasets::Prepared& data, const Launcher& launcher,
                               const std::filesystem::path& scratch,
                               const std::function<void(const ProgressEvent&)>& on_progress) {
  const std::time_t begin = std::time(nullptr);
  const std::string name = NameRun(cell);
  const base::OwnedFolder folder(std::filesystem::absolute(scratch) / name);
  base::WriteText(folder.path() / kCellFile, CellText(cell));
  LaunchRequest request = MakeRequest(cell, launcher, folder.path());
  request.on_line = [&](std::string_view line) {
    if (const auto event = ParseProgress(line)) on_progress(*event);
  };
  const LaunchResult result = Launch(request);
  if (result.ending == Ending::kInterrupted) return std::nullopt;
  RequireTried(result);

  CellRun collected = Collect(cell, data, result, results::ResultStore(folder.path()));
  Complete(name, cell, data, begin, collected.run);
  collected.run.launcher = fmt::format("{}", fmt::join(launcher.words, " "));
  for (results::CurveRow& point : collected.curve) point.run = name;
  return collected;
}

results::RunRow RefusedRow(const Cell& cell, const datasets::Prepared& data, const std::string& reason) {
  results::RunRow run = RowWithoutResult(cell, data, RunStatus::kFailed, reason);
  Complete(NameRun(cell), cell, data, std::time(nullptr), run);
  return run;
}

CellRunner::CellRunner(Launcher launcher, const std::filesystem::path& results, std::filesystem::path scratch,
                       ProgressDisplay& display, std::optional<Prices> prices)
    : launcher_(std::move(launcher)),
      store_(results),
      scratch_(std::move(scratch)),
      display_(display),
      prices_(prices),
      earlier_(store_.ReadRuns()) {
  base::RemoveAbandoned(scratch_);
  RemoveLeftovers();
}

std::optional<results::RunRow> CellRunner::Run(const Cell& cell, const datasets::Prepared& data, std::string title) {
  RequireDisk(cell, SizeOf(cell, data), scratch_, store_.runs_path().parent_path());
  display_.Begin(std::move(title));
  auto result = RunCell(cell, data, launcher_, scratch_, [&](const ProgressEvent& event) { display_.Update(event); });
  if (!result) return std::nullopt;
  if (prices_) AddCosts(*prices_, result->run);
  store_.Append(result->run, result->curve);
  display_.End(result->run);
  return result->run;
}

std::vector<std::optional<results::RunRow>> CellRunner::RunSideBySide(const std::vector<TitledCell>& cells, int jobs) {
  std::vector<std::optional<results::RunRow>> rows(cells.size());
  const std::int64_t others = std::min<std::int64_t>(jobs, std::ssize(cells)) - 1;
  std::mutex mutex;  // guards store_ and display_
  base::ParallelFor(std::ssize(cells), jobs, [&](std::int64_t i, int /*thread*/) {
    if (base::Interrupted()) return;
    const TitledCell& titled = cells[base::Index(i)];
    RequireDisk(*titled.cell, SizeOf(*titled.cell, *titled.data), scratch_, store_.runs_path().parent_path());
    auto result = RunCell(*titled.cell, *titled.data, launcher_, scratch_, [](const ProgressEvent&) {});
    if (!result) return;
    result->run.beside = others;
    const std::lock_guard lock(mutex);
    store_.Append(result->run, result->curve);
    display_.Begin(titled.title);
    display_.End(result->run);
    rows[base::Index(i)] = result->run;
  });
  return rows;
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
