#include "runners/reproduce/reproduce_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "base/error.h"
#include "results/file_lock.h"
#include "results/rows.h"
#include "runners/cell_row.h"
#include "runners/cell_runner.h"
#include "runners/files.h"
#include "runners/interrupt.h"
#include "runners/reproduce/caps.h"
#include "runners/reproduce/estimate.h"
#include "runners/reproduce/plan.h"

namespace fdskl {
namespace {

// How each cell ended last, by hash.
using Statuses = std::map<std::string, std::string>;

struct Job {
  const PlannedCell* planned;
  double seconds;  // estimated
};

Statuses NewestStatuses(const std::vector<RunRow>& runs) {
  Statuses statuses;
  for (const RunRow& run : runs) {
    if (run.cell) statuses[*run.cell] = run.status;
  }
  return statuses;
}

bool HasOneOf(const std::vector<std::string>& texts, const std::string& title) {
  return texts.empty() || std::any_of(texts.begin(), texts.end(),
                                      [&](const auto& text) { return title.find(text) != std::string::npos; });
}

// The cells that `--only` leaves, in order.
std::vector<const PlannedCell*> Chosen(const std::vector<PlannedCell>& plan, const ReproduceRequest& request) {
  std::vector<const PlannedCell*> chosen;
  for (const PlannedCell& planned : plan) {
    if (HasOneOf(request.only, Title(planned.cell))) chosen.push_back(&planned);
  }
  return chosen;
}

// Those of them that are to be run.
std::vector<Job> Jobs(const std::vector<const PlannedCell*>& chosen, bool redo, const Statuses& statuses,
                      const Estimator& estimator) {
  std::vector<Job> jobs;
  for (const PlannedCell* planned : chosen) {
    if (redo || !statuses.contains(planned->hash)) jobs.push_back({planned, estimator.Seconds(*planned)});
  }
  return jobs;
}

double TotalSeconds(const std::vector<Job>& jobs) {
  double seconds = 0;
  for (const Job& job : jobs) seconds += job.seconds;
  return seconds;
}

std::vector<PlannedCell> Announce(const Study& study, const ReproduceRequest& request, ProgressDisplay& display) {
  display.Say(fmt::format("profile {}: {}", study.profile, study.about));
  display.Say(fmt::format("  caps: {}", DescribeCaps(study.caps)));
  for (const Experiment& experiment : study.experiments) {
    display.Say(fmt::format("  {}: {}; {} split{}{}", experiment.name, experiment.shows, experiment.splits,
                            experiment.splits == 1 ? "" : "s",
                            experiment.caps.empty() ? "" : "; caps: " + DescribeCaps(experiment.caps)));
  }
  DataSource source;
  source.edition = [](const std::string& dataset, auto wanted) { return Locate(FindDataset(dataset), wanted).edition; };
  source.prepare = [&](const std::string& dataset, auto wanted, auto rows) {
    Prepared data = Prepare(dataset, wanted, rows);
    display.Say(fmt::format("{}: edition {}, {} rows, {} columns; {}", dataset, NameOf(data.edition), data.rows,
                            data.columns, data.why));
    return data;
  };
  return MakePlan(study, request.choice, source);
}

void PrintList(const std::vector<const PlannedCell*>& chosen, const std::vector<Job>& jobs, const Statuses& statuses) {
  for (const PlannedCell* planned : chosen) {
    const auto job = std::ranges::find(jobs, planned, &Job::planned);
    const auto status = statuses.find(planned->hash);
    const std::string state = status == statuses.end() ? "-" : status->second;
    const std::string time = job == jobs.end() ? "" : DurationText(job->seconds);
    fmt::print("{}  {:<13}  {:>6}  {}  ({})\n", planned->hash, state, time, Title(planned->cell),
               fmt::join(planned->experiments, ", "));
  }
}

// Runs the jobs in order and notes how they ended, until interrupted.
void RunJobs(const std::vector<Job>& jobs, std::size_t cells, CellRunner& runner, Statuses& statuses) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::size_t done_before = cells - jobs.size();
  double left = TotalSeconds(jobs);
  double done = 0;
  for (std::size_t i = 0; i < jobs.size() && !Interrupted(); ++i) {
    const auto& [planned, seconds] = jobs[i];
    // Once some cells have run, the machine's own pace corrects the estimate.
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
    const double pace = done > 0 ? elapsed / done : 1;
    const std::string title = fmt::format("cell {} of {}, {} left, {}", done_before + i + 1, cells,
                                          DurationText(left * pace), Title(planned->cell));
    left -= seconds;
    done += seconds;
    if (!planned->refusal.empty()) {
      statuses[planned->hash] = runner.Refuse(planned->cell, planned->data, title, planned->refusal).status;
    } else if (const auto run = runner.Run(planned->cell, planned->data, title)) {
      statuses[planned->hash] = run->status;
    }
  }
}

// "of 12 cells: 10 ok, 2 timeout"
std::string Counts(const std::vector<const PlannedCell*>& chosen, const Statuses& statuses) {
  std::map<std::string, int> counts;
  for (const PlannedCell* planned : chosen) {
    const auto status = statuses.find(planned->hash);
    ++counts[status == statuses.end() ? "not run" : status->second];
  }
  std::vector<std::string> texts;
  for (const auto& [status, count] : counts) texts.push_back(fmt::format("{} {}", count, status));
  return fmt::format("of {} cells: {}", chosen.size(), fmt::join(texts, ", "));
}

}  // namespace

void DeclareReproduceCommand(CLI::App& command, ReproduceRequest& request) {
  request.results = (SourceFolder() / "results").string();
  request.experiments = (SourceFolder() / "runners/experiments").string();
  const auto add = [&](const char* name, auto& value, const char* meaning, const char* type) {
    return command.add_option(name, value, meaning)->type_name(type);
  };
  const auto add_last = [&](const char* name, std::string& value, const char* meaning, const char* type) {
    add(name, value, meaning, type)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  add_last("--profile", request.profile, "smoke, laptop or paper: what is capped, see profiles.toml [laptop]", "NAME");
  const auto add_list = [&](const char* name, auto& value, const char* meaning, const char* type) {
    add(name, value, meaning, type)->delimiter(',')->allow_extra_args(false);
  };
  add_list("--experiment", request.choice.experiments, "only these experiments; also A,B", "NAME");
  add_list("--dataset", request.choice.datasets, "only these datasets; also A,B", "NAME");
  add_list("--method", request.choice.methods, "only these methods; also A,B", "NAME");
  add("--only", request.only, "only cells whose line in the list has this text, as in \"split 0,\"", "TEXT")
      ->allow_extra_args(false);
  command.add_flag("--redo", request.redo, "run chosen cells again that have a row already");
  command.add_flag("--dry-run", request.dry_run, "print the list of cells, what became of them, and how long is left");
  add_last("--experiments", request.experiments, "folder of the TOML files that say what to run", "DIR");
  add_last("--results", request.results, "folder of the tables that rows are added to", "DIR");
  add_last("--launcher", request.launcher, "command that starts the ranks; see fdskl run --help", "COMMAND");
  command.footer(
      "\nCells that have a row are passed over, so it can be stopped at any time and started again.\n"
      "Exit status: 0 when every chosen cell has a row, 1 when something is wrong, 130 when interrupted.\n");
}

int ReproduceCommand(const ReproduceRequest& request) {
  const Study study = LoadStudy(request.experiments, request.profile);
  CheckChoice(request.choice, study);
  const std::filesystem::path results = request.results;
  const std::filesystem::path scratch = results / "cells" / "reproduce";
  std::optional<FileLock> lock;
  if (!request.dry_run) {
    lock.emplace(results / ".reproduce.lock", FileLock::Busy::kFail);
    std::filesystem::remove_all(scratch);  // what a killed driver left
  }
  const bool terminal = isatty(STDERR_FILENO) != 0;
  ProgressDisplay display(stderr, terminal ? ProgressStyle::kTerminal : ProgressStyle::kCells);
  CellRunner runner(request.launcher, results, scratch, display);
  const std::vector<PlannedCell> plan = Announce(study, request, display);
  const std::vector<const PlannedCell*> chosen = Chosen(plan, request);
  Statuses statuses = NewestStatuses(runner.earlier());
  const std::vector<Job> jobs = Jobs(chosen, request.redo, statuses, Estimator(runner.earlier()));
  display.Say(fmt::format("{} cells, {} to run, about {} (an estimate)", chosen.size(), jobs.size(),
                          DurationText(TotalSeconds(jobs))));
  if (request.dry_run) {
    PrintList(chosen, jobs, statuses);
    return 0;
  }

  const std::filesystem::path plan_file = results / "plan.arrow";
  WriteRows<PlanRow>(plan_file, PlanRows(plan, study, request.choice, ReadRows<PlanRow>(plan_file)));
  const InterruptGuard guard;
  RunJobs(jobs, chosen.size(), runner, statuses);
  display.Say(fmt::format("{}; rows are in {}", Counts(chosen, statuses), ResultStore(results).runs_path().string()));
  if (!Interrupted()) return 0;
  display.Say("interrupted: the running cell was stopped and left no row; the same command goes on from here");
  return kInterruptedStatus;
}

}  // namespace fdskl
