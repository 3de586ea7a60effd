#include "runners/studies/reproduce/reproduce_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <optional>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "results/rows.h"
#include "runners/cell/cell_runner.h"
#include "runners/studies/reproduce/caps.h"
#include "runners/studies/reproduce/jobs.h"

namespace fdskl::reproduce {
namespace {

// Says what the profile is, and what data there are for it.
std::vector<PlannedCell> Announce(const Study& study, const ReproduceRequest& request, cell::ProgressDisplay& display) {
  display.Say(fmt::format("profile {}: {}", study.profile, study.about));
  display.Say(fmt::format("  caps: {}", DescribeCaps(study.caps)));
  for (const Experiment& experiment : study.experiments) {
    display.Say(fmt::format("  {}: {}; {} split{}{}", experiment.name, experiment.shows, experiment.splits,
                            experiment.splits == 1 ? "" : "s",
                            experiment.caps.empty() ? "" : "; caps: " + DescribeCaps(experiment.caps)));
  }
  DataSource source;
  source.edition = [](const std::string& dataset, auto wanted) {
    return datasets::Locate(datasets::FindDataset(dataset), wanted).edition;
  };
  source.prepare = [&](const std::string& dataset, auto wanted, auto rows) {
    datasets::Prepared data = datasets::Prepare(dataset, wanted, rows);
    display.Say(fmt::format("{}: edition {}, {} rows, {} columns; {}", dataset, base::NameOf(data.edition), data.rows,
                            data.columns, data.why));
    return data;
  };
  return MakePlan(study, request.choice, source);
}

// Runs the jobs in order and notes how they ended, until interrupted.
void RunJobs(const std::vector<Job>& jobs, std::size_t cells, cell::CellRunner& runner, Statuses& statuses) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  const std::size_t done_before = cells - jobs.size();
  double left = TotalSeconds(jobs);
  double done = 0;
  for (std::size_t i = 0; i < jobs.size() && !base::Interrupted(); ++i) {
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
  std::optional<base::FileLock> lock;
  if (!request.dry_run) {
    lock.emplace(results / ".reproduce.lock", base::FileLock::Busy::kFail);
    std::filesystem::remove_all(scratch);  // what a killed driver left
  }
  const bool terminal = isatty(STDERR_FILENO) != 0;
  cell::ProgressDisplay display(stderr, terminal ? cell::ProgressStyle::kTerminal : cell::ProgressStyle::kCells);
  cell::CellRunner runner(request.launcher, results, scratch, display);
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

  results::ResultStore(results).Fold();  // what a killed driver left
  const std::filesystem::path plan_file = results / "plan.arrow";
  results::WriteRows<results::PlanRow>(
      plan_file, PlanRows(plan, study, request.choice, results::ReadRows<results::PlanRow>(plan_file)));
  const base::InterruptGuard guard;
  RunJobs(jobs, chosen.size(), runner, statuses);
  display.Say(fmt::format("{}; rows are in {}", CountText(chosen, statuses),
                          results::ResultStore(results).runs_path().string()));
  if (!base::Interrupted()) return 0;
  display.Say("interrupted: the running cell was stopped and left no row; the same command goes on from here");
  return base::kInterruptedStatus;
}

}  // namespace fdskl::reproduce
