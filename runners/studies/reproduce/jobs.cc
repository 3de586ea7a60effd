#include "runners/studies/reproduce/jobs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <tuple>

#include "base/error.h"
#include "baselines/methods.h"
#include "fdskl/masking/masking.h"
#include "runners/cell/arm.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/needs.h"

namespace fdskl::reproduce {
namespace {

// Stored rows with this many seconds of rough work count as much as the rough count itself. Cells with little work say
// little about others.
constexpr double kDoubtSeconds = 1;

// The time to start the ranks and to load the data.
double StartSeconds(const results::RunRow& run) { return 0.4 + 0.03 * static_cast<double>(run.workers); }

double Value(const std::optional<std::int64_t>& number) { return static_cast<double>(number.value_or(0)); }

// A setting that has no column of its own; 0 when the method does not have it.
double SettingNumber(const results::RunRow& run, std::string_view name) {
  const std::string text = cell::SettingOf(run.settings, name);
  return text.empty() ? 0 : std::stod(text);
}

bool HasOneOf(const std::vector<std::string>& texts, const std::string& title) {
  return texts.empty() || std::any_of(texts.begin(), texts.end(),
                                      [&](const auto& text) { return title.find(text) != std::string::npos; });
}

// Whether the program knows the row's dataset and method. A user's own may come from files that are not given now.
bool IsKnown(const results::RunRow& run) {
  return datasets::TryFindDataset(run.dataset) != nullptr && baselines::TryFindMethod(run.method) != nullptr;
}

// Whether a limit of time or memory may have ended the run.
bool MayHaveHitALimit(const results::RunRow& run) {
  return run.status == base::NameOf(cell::RunStatus::kTimeout) ||
         run.status == base::NameOf(cell::RunStatus::kOutOfMemory);
}

// Whether the row, which has the cell's hash, says all that the cell was planned for.
bool Settles(const results::RunRow& run, const PlannedCell& planned) {
  if (planned.timed && run.beside.value_or(0) > 0) return false;
  if (!MayHaveHitALimit(run)) return true;
  const std::string settings = cell::SettingsJson(planned.cell);
  return std::ranges::all_of(std::array{"time_limit", "memory_limit"}, [&](const char* limit) {
    return cell::SettingOf(run.settings, limit) == cell::SettingOf(settings, limit);
  });
}

std::string StatusOr(const Statuses& statuses, const std::string& hash, const char* none) {
  const auto status = statuses.find(hash);
  return status == statuses.end() ? none : status->second;
}

}  // namespace

Statuses NewestStatuses(std::span<const results::RunRow> runs) {
  Statuses statuses;
  for (const results::RunRow& run : runs) {
    if (run.cell) statuses[*run.cell] = run.status;
  }
  return statuses;
}

PlannedCells WithTitle(const std::vector<PlannedCell>& plan, const std::vector<std::string>& texts) {
  PlannedCells cells;
  for (const PlannedCell& planned : plan) {
    if (HasOneOf(texts, Title(planned.cell))) cells.push_back(&planned);
  }
  return cells;
}

double RoughSeconds(const results::RunRow& run) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(run.dataset);
  const auto columns = static_cast<double>(run.columns);
  return baselines::FindMethod(run.method)
      ->rough_seconds({.rows = static_cast<double>(run.rows),
                       .train_rows = static_cast<double>(run.train_rows),
                       .columns = columns,
                       .entries = columns * (entry.sparse() ? entry.density : 1),
                       .sparse = entry.sparse(),
                       .workers = static_cast<double>(run.workers),
                       .active = static_cast<double>(run.active),
                       .features = Value(run.features),
                       .block = Value(run.block),
                       .batch = Value(run.batch),
                       .gram_rows = SettingNumber(run, "gram_rows"),
                       .sweeps = Value(run.sweeps),
                       .ring_bits = static_cast<double>(run.ring_bits.value_or(32)),
                       .trees = SettingNumber(run, "trees"),
                       .key_bits = SettingNumber(run, "key_bits"),
                       .on_shares = run.masking == base::NameOf(Masking::kPrivate)});
}

Estimator::Estimator(std::span<const results::RunRow> stored, bool looks_at_memory)
    : looks_at_memory_(looks_at_memory) {
  for (const results::RunRow& run : stored) {
    if (!run.train_seconds || !run.evaluation_seconds || MayHaveHitALimit(run) || !IsKnown(run)) continue;
    for (const std::string& dataset : {run.dataset, std::string()}) {
      Seen& seen = seen_[{cell::ArmOf(run)->name, dataset}];
      seen.seconds += *run.train_seconds + *run.evaluation_seconds;
      seen.rough_seconds += RoughSeconds(run);
    }
  }
}

std::string Estimator::Lack(const PlannedCell& planned) const {
  if (!looks_at_memory_ || !planned.refusal.empty()) return "";
  const cell::DataSize size = cell::SizeOf(planned.cell, planned.data);
  return cell::Shortage(cell::CellNeed(planned.cell, size), cell::RoomFor(planned.cell));
}

double Estimator::Seconds(const PlannedCell& planned) const {
  if (!planned.refusal.empty()) return 0;
  const cell::Cell& cell = planned.cell;
  const results::RunRow run = cell::DescribeCell(cell, cell.rows.value_or(planned.data.rows), planned.data.columns);
  if (!Lack(planned).empty()) return StartSeconds(run);
  double seconds = RoughSeconds(run);
  for (const std::string& dataset : {run.dataset, std::string()}) {
    const auto seen = seen_.find({planned.arm->name, dataset});
    if (seen == seen_.end()) continue;
    seconds *= (seen->second.seconds + kDoubtSeconds) / (seen->second.rough_seconds + kDoubtSeconds);
    break;
  }
  return StartSeconds(run) + (cell.time_limit ? std::min(seconds, *cell.time_limit) : seconds);
}

std::string DurationText(double seconds) {
  constexpr std::int64_t kMinute = 60, kHour = 3600;
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 2 * kMinute) return fmt::format("{} s", whole);
  const std::int64_t minutes = (whole + kMinute / 2) / kMinute;
  if (whole < 2 * kHour) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::vector<Job> Jobs(const PlannedCells& cells, Redo redo, const Statuses& statuses, const Estimator& estimator) {
  const auto is_due = [&](const PlannedCell& planned) {
    const std::string status = StatusOr(statuses, planned.hash, "");
    if (redo == Redo::kAll) return true;
    if (redo == Redo::kNone) return status.empty();
    return planned.refusal.empty() &&
           (status == base::NameOf(cell::RunStatus::kFailed) || status == base::NameOf(cell::RunStatus::kTimeout));
  };
  std::vector<Job> jobs;
  for (const PlannedCell* planned : cells) {
    if (is_due(*planned)) jobs.push_back({planned, estimator.Seconds(*planned), estimator.Lack(*planned)});
  }
  return jobs;
}

Shard ParseShard(const std::string& text) {
  static const std::regex kShard("([0-9]{1,6})/([0-9]{1,6})");
  std::smatch match;
  if (std::regex_match(text, match, kShard)) {
    const Shard shard{std::stoi(match.str(1)), std::stoi(match.str(2))};
    if (1 <= shard.number && shard.number <= shard.of) return shard;
  }
  base::Fail("--shard must be K/N with K from 1 to N, as in 2/8, not '{}'", text);
}

PlannedCells CellsOf(const Shard& shard, const PlannedCells& cells) {
  const Estimator rough({});
  std::vector<Job> largest_first;
  for (const PlannedCell* planned : cells) largest_first.push_back({planned, rough.Seconds(*planned)});
  std::ranges::sort(largest_first, std::greater(),
                    [](const Job& job) { return std::pair(job.seconds, job.planned->hash); });
  std::vector<double> loads(static_cast<std::size_t>(shard.of));
  std::set<const PlannedCell*> own;
  for (const Job& job : largest_first) {
    const auto least = std::ranges::min_element(loads);
    *least += job.seconds;
    if (least - loads.begin() == shard.number - 1) own.insert(job.planned);
  }
  PlannedCells dealt;
  std::ranges::copy_if(cells, std::back_inserter(dealt),
                       [&](const PlannedCell* planned) { return own.contains(planned); });
  return dealt;
}

bool AllOk(const PlannedCells& cells, const Statuses& statuses) {
  return std::ranges::all_of(cells, [&](const PlannedCell* planned) {
    return StatusOr(statuses, planned->hash, "") == base::NameOf(cell::RunStatus::kOk);
  });
}

void ForgetUnsettled(const PlannedCells& cells, std::span<const results::RunRow> runs, Statuses& statuses) {
  std::map<std::string, const results::RunRow*> newest;  // by hash
  for (const results::RunRow& run : runs) {
    if (run.cell) newest[*run.cell] = &run;
  }
  for (const PlannedCell* planned : cells) {
    const auto run = newest.find(planned->hash);
    if (run != newest.end() && !Settles(*run->second, *planned)) statuses.erase(planned->hash);
  }
}

int GroupOf(const Job& job, int side_by_side) { return (job.planned->cell.split + side_by_side - 1) / side_by_side; }

std::vector<Job> InOrderOfRunning(std::vector<Job> jobs, int side_by_side) {
  if (side_by_side == 1) return jobs;
  std::ranges::stable_sort(jobs, {}, [&](const Job& job) {
    const bool beside = MayRunBeside(*job.planned);
    return std::tuple(GroupOf(job, side_by_side), beside, beside ? 0 : job.planned->cell.split,
                      beside ? -job.seconds : 0);
  });
  return jobs;
}

double TotalSeconds(const std::vector<Job>& jobs, int side_by_side) {
  double seconds = 0;
  for (const Job& job : jobs) seconds += MayRunBeside(*job.planned) ? job.seconds / side_by_side : job.seconds;
  return seconds;
}

std::string ListText(const PlannedCells& cells, const std::vector<Job>& jobs, const Statuses& statuses) {
  std::string text;
  for (const PlannedCell* planned : cells) {
    const auto job = std::ranges::find(jobs, planned, &Job::planned);
    const bool lacks = job != jobs.end() && !job->lack.empty();
    text += fmt::format("{}  {:<13}  {:>6}  {}  ({}){}{}\n", planned->hash, StatusOr(statuses, planned->hash, "-"),
                        job == jobs.end() ? "" : DurationText(job->seconds), Title(planned->cell),
                        fmt::join(planned->experiments, ", "), lacks ? ": " : "", lacks ? job->lack : "");
  }
  return text;
}

std::string CountText(const PlannedCells& cells, const Statuses& statuses) {
  std::map<std::string, int> counts;
  for (const PlannedCell* planned : cells) ++counts[StatusOr(statuses, planned->hash, "not run")];
  std::string text = fmt::format("of {} cells", cells.size());
  const char* separator = ": ";
  for (const auto& [status, count] : counts) {
    text += fmt::format("{}{} {}", separator, count, status);
    separator = ", ";
  }
  return text;
}

}  // namespace fdskl::reproduce
