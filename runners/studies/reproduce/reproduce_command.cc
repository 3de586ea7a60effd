#include "runners/studies/reproduce/reproduce_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/parallel.h"
#include "base/process.h"
#include "datasets/fetch.h"
#include "results/rows.h"
#include "runners/cell/run_cell.h"
#include "runners/studies/reproduce/caps.h"
#include "runners/studies/reproduce/claims.h"
#include "runners/studies/reproduce/jobs.h"

namespace fdskl::reproduce {
namespace {

// The name of this driver. Only one driver at a time may have it: one per host, or one per shard.
std::string DriverName(const Shard& shard) {
  if (shard.of > 1) return fmt::format("reproduce-shard-{}-of-{}", shard.number, shard.of);
  return fmt::format("reproduce-{}", base::HostName());
}

// Says what the profile is and which experiments it has.
void Announce(const Study& study, cell::ProgressDisplay& display) {
  display.Say(fmt::format("profile {}: {}", study.profile, study.about));
  display.Say(fmt::format("  caps: {}", DescribeCaps(study.caps)));
  for (const Experiment& experiment : study.experiments) {
    display.Say(fmt::format("  {}: {}; {} split{}{}", experiment.name, experiment.shows, experiment.splits,
                            experiment.splits == 1 ? "" : "s",
                            experiment.caps.empty() ? "" : "; caps: " + DescribeCaps(experiment.caps)));
  }
}

// Makes the plan, and says for each dataset which data are used.
std::vector<PlannedCell> PlanCells(const Study& study, const CellFilter& filter, cell::ProgressDisplay& display) {
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
  std::vector<std::string> left_out;
  std::vector<PlannedCell> plan = MakePlan(study, filter, source, &left_out);
  for (const std::string& line : left_out) display.Say(line);
  return plan;
}

// Adds the plan to the stored one, under the folder's lock, since another driver may be doing the same.
void AddToPlan(const std::filesystem::path& results, const std::vector<PlannedCell>& plan, const Study& study,
               const CellFilter& filter) {
  const auto lock = base::FileLock::IfThereAreLocks(results / ".lock");
  const std::filesystem::path file = results / "plan.arrow";
  results::WriteRows<results::PlanRow>(file, PlanRows(plan, study, filter, results::ReadRows<results::PlanRow>(file)));
}

// Runs jobs until interrupted, except those that another driver has claimed.
class JobRunner {
 public:
  // `cells` is the number of all chosen cells, `side_by_side` the option --jobs. Lifetime: references outlive this.
  JobRunner(std::size_t cells, int side_by_side, cell::CellRunner& runner, const Claims& claims)
      : cells_(cells), side_by_side_(side_by_side), runner_(runner), claims_(claims) {}

  void Run(const std::vector<Job>& jobs) {
    begun_ = cells_ - jobs.size();
    left_ = TotalSeconds(jobs, side_by_side_);
    for (std::size_t i = 0; i < jobs.size() && !base::Interrupted();) {
      std::size_t end = i;
      while (end < jobs.size() && Beside(jobs[end]) && SameGroup(jobs[end], jobs[i])) ++end;
      if (end == i) {
        RunAlone(jobs[i]);
        ++i;
      } else {
        RunBeside({jobs.begin() + static_cast<std::ptrdiff_t>(i), jobs.begin() + static_cast<std::ptrdiff_t>(end)});
        i = end;
      }
    }
  }

 private:
  using Clock = std::chrono::steady_clock;

  bool Beside(const Job& job) const { return side_by_side_ > 1 && MayRunBeside(*job.planned); }
  bool SameGroup(const Job& a, const Job& b) const { return GroupOf(a, side_by_side_) == GroupOf(b, side_by_side_); }

  std::string NextTitle(const Job& job) {
    // Once some cells have run, their real time corrects the estimate.
    const double elapsed = std::chrono::duration<double>(Clock::now() - begin_).count();
    const double pace = done_ > 0 ? elapsed / done_ : 1;
    return fmt::format("cell {} of {}, {} left, {}", ++begun_, cells_, DurationText(left_ * pace),
                       Title(job.planned->cell));
  }

  void Count(const std::vector<Job>& jobs) {
    const double seconds = TotalSeconds(jobs, side_by_side_);
    left_ -= seconds;
    done_ += seconds;
  }

  void RunAlone(const Job& job) {
    const PlannedCell& planned = *job.planned;
    const std::string title = NextTitle(job);
    Count({job});
    const auto claim = claims_.Take(planned.hash);
    if (!claim) return;
    if (!planned.refusal.empty()) {
      runner_.Refuse(planned.cell, planned.data, title, planned.refusal);
    } else {
      runner_.Run(planned.cell, planned.data, title);
    }
  }

  void RunBeside(const std::vector<Job>& jobs) {
    std::vector<cell::TitledCell> cells;
    std::vector<Claim> claims;
    for (const Job& job : jobs) {
      const std::string title = NextTitle(job);
      auto claim = claims_.Take(job.planned->hash);
      if (!claim) continue;
      claims.push_back(std::move(*claim));
      cells.push_back({&job.planned->cell, &job.planned->data, title});
    }
    Count(jobs);
    runner_.RunSideBySide(cells, side_by_side_);
  }

  std::size_t cells_;
  int side_by_side_;
  cell::CellRunner& runner_;
  const Claims& claims_;
  Clock::time_point begin_ = Clock::now();
  std::size_t begun_ = 0;       // cells that have a row or have been started
  double left_ = 0, done_ = 0;  // estimated seconds
};

}  // namespace

void DeclareReproduceCommand(base::Command& command, ReproduceRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  request.experiments = (base::SourceFolder() / "runners/experiments").string();
  request.jobs = base::Cores();
  command
      .Option("--profile", request.profile, "smoke, laptop or paper: how much is run, see profiles.toml [laptop]",
              "NAME")
      .List("--experiment", request.filter.experiments, "run these experiments only; A,B for several", "NAME")
      .List("--dataset", request.filter.datasets, "use these datasets only; A,B for several", "NAME")
      .List("--method", request.filter.methods, "run these methods only; A,B for several", "NAME")
      .Repeated("--only", request.only,
                "run cells only whose title contains this text, such as \"split 0,\"; may be repeated", "TEXT")
      .Option("--jobs", request.jobs,
              "run so many cells side by side, of those that use one core and whose time is no result [cores]", "N")
      .Flag("--redo", request.redo, "run cells again that have a row already")
      .Flag("--redo-failed", request.redo_failed, "run cells again whose row is failed or timeout, and nothing else")
      .Option("--shard", request.shard,
              "run share K of N of the cells, as in 2/8: for the tasks of a job array, see docs/cluster.md", "K/N")
      .Flag("--dry-run", request.dry_run,
            "print the cells, how each one ended and how long the rest will take; run nothing")
      .Flag("--fetch", request.fetch, "first fetch the datasets that are not here from their publishers")
      .Flag("--offline", request.offline, "fetch nothing, whatever --fetch says")
      .Option("--experiments", request.experiments, "folder of the TOML files that define the experiments", "DIR")
      .Option("--results", request.results, "folder of the tables that rows are added to", "DIR")
      .Footer(
          "\nCells that have a row are not run again, so the command can be stopped at any time and started again.\n"
          "Exit status: 0 when every chosen cell has a row that is ok, 2 when some do not, 1 on an error, 130 when\n"
          "interrupted.\n");
  cell::DeclareLauncher(command, request.launcher);
}

int ReproduceCommand(const ReproduceRequest& request) {
  const Study study = LoadStudy(request.experiments, request.profile);
  CheckFilter(request.filter, study);
  if (request.jobs < 1) base::Fail("--jobs must be at least 1, not {}", request.jobs);
  if (request.redo && request.redo_failed) base::Fail("--redo and --redo-failed are two things: give one of them");
  const Redo redo = request.redo ? Redo::kAll : request.redo_failed ? Redo::kFailed : Redo::kNone;
  const Shard shard = request.shard.empty() ? Shard() : ParseShard(request.shard);
  const std::filesystem::path results = request.results;
  const std::string driver = DriverName(shard);
  const std::filesystem::path scratch = results / "cells" / driver;
  std::unique_ptr<base::FileLock> lock;
  if (!request.dry_run) {
    lock = base::FileLock::IfThereAreLocks(results / fmt::format(".{}.lock", driver), base::FileLock::Busy::kFail);
    if (lock != nullptr) std::filesystem::remove_all(scratch);  // files that a killed driver left
  }
  const bool terminal = isatty(STDERR_FILENO) != 0;
  cell::ProgressDisplay display(stderr, terminal ? cell::ProgressStyle::kTerminal : cell::ProgressStyle::kCells);
  cell::CellRunner runner(request.launcher.Make(), results, scratch, display);
  Announce(study, display);
  if (lock == nullptr && !request.dry_run) {
    display.Say(
        fmt::format("{} has no file locks: no other driver must run the same cells (--shard)", results.string()));
  }
  if (request.fetch && !request.offline && !request.dry_run) {
    datasets::FetchMissing(std::cerr, datasets::EntriesNamed(request.filter.datasets));
  }
  const std::vector<PlannedCell> plan = PlanCells(study, request.filter, display);
  const PlannedCells chosen = CellsOf(shard, WithTitle(plan, request.only));
  Statuses statuses = NewestStatuses(runner.earlier());
  // A timeout under another limit is what --redo-failed looks for.
  if (redo != Redo::kFailed) ForgetUnsettled(chosen, runner.earlier(), statuses);
  // The user's own launcher may start ranks on other machines, whose memory is not known here.
  const bool runs_here = request.launcher.command.empty();
  const std::vector<Job> jobs =
      InOrderOfRunning(Jobs(chosen, redo, statuses, Estimator(runner.earlier(), runs_here)), request.jobs);
  display.Say(fmt::format("{} cells, {} to run, about {} (an estimate)", chosen.size(), jobs.size(),
                          DurationText(TotalSeconds(jobs, request.jobs))));
  if (request.dry_run) {
    fmt::print("{}", ListText(chosen, jobs, statuses));
    return 0;
  }

  results::ResultStore(results).Fold();  // rows that a killed driver left
  AddToPlan(results, plan, study, request.filter);
  const base::InterruptGuard guard;
  const Claims claims(results, runner.earlier());
  JobRunner(chosen.size(), request.jobs, runner, claims).Run(jobs);
  const results::ResultStore store(results);
  statuses = NewestStatuses(store.ReadRuns());
  display.Say(fmt::format("{}; rows are in {}", CountText(chosen, statuses), store.runs_path().string()));
  if (!base::Interrupted()) return AllOk(chosen, statuses) ? 0 : kNotAllOkStatus;
  display.Say("interrupted: the running cell was stopped and left no row; the same command goes on from here");
  return base::kInterruptedStatus;
}

}  // namespace fdskl::reproduce
