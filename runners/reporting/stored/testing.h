// For tests: makes rows as experiments store them.
#ifndef FDSKL_RUNNERS_REPORTING_STORED_TESTING_H_
#define FDSKL_RUNNERS_REPORTING_STORED_TESTING_H_

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "results/rows.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::stored::testing {

class MadeUp {
 public:
  // Adds a planned cell that has not run yet.
  void Plan(const ExperimentName& experiment, const std::string& dataset, const std::string& method,
            std::int64_t split) {
    plan_.push_back({experiment.text(), "smoke", fmt::format("cell-{}", plan_.size()), dataset, method, split, {}});
  }

  // Adds a planned cell that has run. Returns its row, for the test to fill in further; valid until the next call.
  results::RunRow& Run(const ExperimentName& experiment, const std::string& dataset, const std::string& method,
                       std::int64_t split, double error, double seconds) {
    Plan(experiment, dataset, method, split);
    results::RunRow run;
    run.run = fmt::format("run-{}", runs_.size());
    run.cell = plan_.back().cell;
    run.dataset = dataset;
    run.edition = "full";
    run.rows = 12000;
    run.train_rows = 9000;
    run.columns = 100;
    run.method = method;
    run.workers = 8;
    run.split = split;
    run.settings = "{}";
    run.status = "ok";
    run.test_error = error;
    run.train_seconds = seconds;
    run.sent_bytes = 1000000;
    run.time = "2026-01-01T00:00:00Z";
    runs_.push_back(run);
    return runs_.back();
  }

  // Gives the last run a curve: these errors at equal steps up to its training time.
  void Curve(const std::vector<double>& errors) {
    const results::RunRow& run = runs_.back();
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const double share = static_cast<double>(i + 1) / static_cast<double>(errors.size());
      curves_.push_back({run.run, static_cast<std::int64_t>(i + 1), 0, share * *run.train_seconds, errors[i], {}});
    }
  }

  // Gives the last run, and the points of its curve, times by logical clock: so many times the elapsed ones.
  void Clock(double ratio) {
    results::RunRow& run = runs_.back();
    run.clocks[results::ClockNetwork::kLan].seconds = ratio * *run.train_seconds;
    for (results::CurveRow& point : curves_) {
      if (point.run == run.run) point.clock_seconds[results::ClockNetwork::kLan] = ratio * point.seconds;
    }
  }

  // Turns the last run into one that failed.
  void Fails(const std::string& status, const std::string& reason) {
    results::RunRow& run = runs_.back();
    run.status = status;
    run.reason = reason;
    run.test_error.reset();
    run.train_seconds.reset();
    run.clocks = {};
  }

  std::vector<results::CommRow>& comm() { return comm_; }
  std::vector<results::TheoryRow>& theory() { return theory_; }
  std::vector<results::AuditRow>& audit() { return audit_; }
  std::vector<results::TrafficRow>& traffic() { return traffic_; }
  std::vector<results::RunRow>& runs() { return runs_; }

  // Writes the tables of a results folder.
  void Write(const std::filesystem::path& folder) const {
    results::WriteRows<results::RunRow>(folder / "runs.arrow", runs_);
    results::WriteRows<results::CurveRow>(folder / "curves.arrow", curves_);
    results::WriteRows<results::PlanRow>(folder / "plan.arrow", plan_);
    results::WriteRows<results::CommRow>(folder / "comm.arrow", comm_);
    results::WriteRows<results::TheoryRow>(folder / "theory.arrow", theory_);
    results::WriteRows<results::AuditRow>(folder / "audit.arrow", audit_);
    results::WriteRows<results::TrafficRow>(folder / "traffic.arrow", traffic_);
  }

  std::unique_ptr<Stored> Make() const {
    return std::make_unique<Stored>(runs_, curves_, plan_, comm_, theory_, audit_, traffic_);
  }

 private:
  std::vector<results::RunRow> runs_;
  std::vector<results::CurveRow> curves_;
  std::vector<results::PlanRow> plan_;
  std::vector<results::CommRow> comm_;
  std::vector<results::TheoryRow> theory_;
  std::vector<results::AuditRow> audit_;
  std::vector<results::TrafficRow> traffic_;
};

}  // namespace fdskl::stored::testing

#endif  // FDSKL_RUNNERS_REPORTING_STORED_TESTING_H_
