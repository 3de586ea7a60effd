#include "results/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "base/error.h"
#include "base/files.h"
#include "results/arrow_io.h"
#include "results/audit_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/plan_row.h"
#include "results/rows.h"
#include "results/store.h"
#include "results/theory_row.h"
#include "results/traffic_row.h"
#include "results/tuning_row.h"

namespace fdskl::results {
namespace {

namespace fs = std::filesystem;

// Whether `row` is preferred to `other`, a row of the same cell.
bool IsBetter(const RunRow& row, const RunRow& other) {
  return (row.status == "ok") == (other.status == "ok") ? row.time >= other.time : row.status == "ok";
}

// The points of `curves` and of these folders that belong to `runs`. If several have a run, those of the first count.
std::vector<CurveRow> CurvesOf(std::span<const RunRow> runs, std::vector<CurveRow> curves,
                               const std::vector<fs::path>& folders) {
  std::set<std::string> missing;
  for (const RunRow& run : runs) missing.insert(run.run);
  for (const CurveRow& point : curves) missing.erase(point.run);
  for (const fs::path& folder : folders) {
    std::set<std::string> found;
    for (const CurveRow& point : ResultStore(folder).ReadCurves()) {
      if (!missing.contains(point.run)) continue;
      found.insert(point.run);
      curves.push_back(point);
    }
    for (const std::string& run : found) missing.erase(run);
  }
  return curves;
}

std::vector<PlanRow> PlanOf(const std::vector<fs::path>& folders) {
  std::vector<PlanRow> plan;
  std::set<std::tuple<std::string, std::string, std::string>> known;
  for (const fs::path& folder : folders) {
    for (const PlanRow& row : ReadRows<PlanRow>(folder / "plan.arrow")) {
      if (known.emplace(row.experiment, row.profile, row.cell).second) plan.push_back(row);
    }
  }
  return plan;
}

// Writes the table of the last folder that has it.
template <class Row>
void TakeLast(const char* name, const std::vector<fs::path>& folders, const fs::path& target, Merged& merged) {
  std::vector<Row> rows;
  fs::path from;
  int having = 0;
  for (const fs::path& folder : folders) {
    std::vector<Row> own = ReadRows<Row>(folder / fmt::format("{}.arrow", name));
    if (own.empty()) continue;
    rows = std::move(own);
    from = folder;
    ++having;
  }
  if (having > 1) merged.copied.push_back(fmt::format("{} of {}", name, from.string()));
  if (having > 0) WriteRows<Row>(target / fmt::format("{}.arrow", name), rows);
}

}  // namespace

std::vector<RunRow> NewestGoodRows(std::vector<RunRow> runs) {
  std::ranges::stable_sort(runs, {}, &RunRow::time);
  std::map<std::string, std::size_t> best;  // index of the best row of each cell
  std::set<std::string> names;
  std::vector<bool> kept(runs.size(), false);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!names.insert(runs[i].run).second) continue;
    kept[i] = true;
    if (!runs[i].cell) continue;
    const auto [place, is_first] = best.emplace(*runs[i].cell, i);
    if (is_first) continue;
    const bool better = IsBetter(runs[i], runs[place->second]);
    kept[better ? place->second : i] = false;
    if (better) place->second = i;
  }
  std::vector<RunRow> good;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (kept[i]) good.push_back(std::move(runs[i]));
  }
  return good;
}

Merged MergeFolders(std::span<const std::string> sources, const fs::path& target) {
  std::vector<fs::path> folders;
  std::error_code missing;
  for (const std::string& source : sources) {
    if (!fs::exists(ResultStore(source).runs_path()) && !HasStagedRows(ResultStore(source).runs_path())) {
      base::Fail("{} has no table of runs", source);
    }
    folders.emplace_back(source);
  }
  // The target comes first unless it is one of the sources; its rows of runs and curves are merged where they are.
  const auto is_target = [&](const fs::path& folder) { return fs::equivalent(folder, target, missing); };
  if (std::ranges::none_of(folders, is_target)) folders.insert(folders.begin(), target);
  std::vector<fs::path> others;
  std::ranges::remove_copy_if(folders, std::back_inserter(others), is_target);
  const auto lock = base::FileLock::IfThereAreLocks(target / ".lock");

  std::vector<RunRow> added;
  for (const fs::path& folder : others) {
    const std::vector<RunRow> own = ResultStore(folder).ReadRuns();
    added.insert(added.end(), own.begin(), own.end());
  }
  Merged merged;
  const auto merge = [&](std::vector<RunRow> runs) {
    runs.insert(runs.end(), added.begin(), added.end());
    const std::size_t found = runs.size();
    runs = NewestGoodRows(std::move(runs));
    merged.rows = runs.size();
    merged.left_out = found - runs.size();
    return runs;
  };
  // Curves first, so that every row of `runs` has its whole curve. A driver may append to the target meanwhile, so no
  // curve of a row that is not known here is dropped.
  const std::vector<RunRow> known = ResultStore(target).ReadRuns();
  std::set<std::string> dropped;
  for (const RunRow& run : known) dropped.insert(run.run);
  const std::vector<RunRow> kept = merge(known);
  for (const RunRow& run : kept) dropped.erase(run.run);
  const std::vector<PlanRow> plan = PlanOf(folders);
  UpdateRows<CurveRow>(ResultStore(target).curves_path(), [&](std::vector<CurveRow> curves) {
    std::erase_if(curves, [&](const CurveRow& point) { return dropped.contains(point.run); });
    return CurvesOf(kept, std::move(curves), others);
  });
  UpdateRows<RunRow>(ResultStore(target).runs_path(), merge);
  if (!plan.empty()) WriteRows<PlanRow>(target / "plan.arrow", plan);
  TakeLast<CommRow>("comm", folders, target, merged);
  TakeLast<TrafficRow>("traffic", folders, target, merged);
  TakeLast<TheoryRow>("theory", folders, target, merged);
  TakeLast<AuditRow>("audit", folders, target, merged);
  TakeLast<TuningRow>("tuning", folders, target, merged);
  return merged;
}

void PackTables(const fs::path& folder) {
  const auto lock = base::FileLock::IfThereAreLocks(folder / ".lock");
  std::vector<fs::path> tables;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".arrow") tables.push_back(entry.path());
  }
  for (const fs::path& table : tables) WriteTable(table, *ReadTable(table), Packing::kZstd);
}

}  // namespace fdskl::results
