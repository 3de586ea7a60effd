#include "runners/studies/reproduce/jobs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace fdskl::reproduce {
namespace {

bool HasOneOf(const std::vector<std::string>& texts, const std::string& title) {
  return texts.empty() || std::any_of(texts.begin(), texts.end(),
                                      [&](const auto& text) { return title.find(text) != std::string::npos; });
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

std::vector<Job> Jobs(const PlannedCells& cells, bool redo, const Statuses& statuses, const Estimator& estimator) {
  std::vector<Job> jobs;
  for (const PlannedCell* planned : cells) {
    if (redo || !statuses.contains(planned->hash)) jobs.push_back({planned, estimator.Seconds(*planned)});
  }
  return jobs;
}

double TotalSeconds(const std::vector<Job>& jobs) {
  double seconds = 0;
  for (const Job& job : jobs) seconds += job.seconds;
  return seconds;
}

std::string ListText(const PlannedCells& cells, const std::vector<Job>& jobs, const Statuses& statuses) {
  std::string text;
  for (const PlannedCell* planned : cells) {
    const auto job = std::ranges::find(jobs, planned, &Job::planned);
    text += fmt::format("{}  {:<13}  {:>6}  {}  ({})\n", planned->hash, StatusOr(statuses, planned->hash, "-"),
                        job == jobs.end() ? "" : DurationText(job->seconds), Title(planned->cell),
                        fmt::join(planned->experiments, ", "));
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
