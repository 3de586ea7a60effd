#include "runners/reproduce/reproduce_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>

#include "base/error.h"
#include "results/file_lock.h"
#include "results/rows.h"
#include "runners/cell_runner.h"
#include "runners/interrupt.h"
#include "runners/reproduce/caps.h"
#include "runners/reproduce/jobs.h"

namespace fdskl {
namespace {

// Says what the profile is, and what data there are for it.
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

}  // namespace

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
  const PlannedCells chosen = WithTitle(plan, request.only);
  Statuses statuses = NewestStatuses(runner.earlier());
  const std::vector<Job> jobs = Jobs(chosen, request.redo, statuses, Estimator(runner.earlier()));
  display.Say(fmt::format("{} cells, {} to run, about {} (an estimate)", chosen.size(), jobs.size(),
                          DurationText(TotalSeconds(jobs))));
  if (request.dry_run) {
    fmt::print("{}", ListText(chosen, jobs, statuses));
    return 0;
  }

  const std::filesystem::path plan_file = results / "plan.arrow";
  WriteRows<PlanRow>(plan_file, PlanRows(plan, study, request.choice, ReadRows<PlanRow>(plan_file)));
  const InterruptGuard guard;
  RunJobs(jobs, chosen.size(), runner, statuses);
  display.Say(
      fmt::format("{}; rows are in {}", CountText(chosen, statuses), ResultStore(results).runs_path().string()));
  if (!Interrupted()) return 0;
  display.Say("interrupted: the running cell was stopped and left no row; the same command goes on from here");
  return kInterruptedStatus;
}

}  // namespace fdskl
