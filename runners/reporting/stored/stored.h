// The tables of a results folder, for code that draws, tabulates or judges them. It only reads.
//
// An experiment's rows are those of the cells that `plan` names for it, the newest row of each cell. A cell that has
// not run yet has none.
#ifndef FDSKL_RUNNERS_REPORTING_STORED_STORED_H_
#define FDSKL_RUNNERS_REPORTING_STORED_STORED_H_

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baselines/methods.h"
#include "results/audit_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/experiment.h"
#include "results/plan_row.h"
#include "results/run_row.h"
#include "results/theory_row.h"
#include "results/traffic_row.h"
#include "runners/cell/arm.h"

namespace fdskl::stored {

// An experiment as `plan` names it: one of results::Experiment, or a user's own.
class ExperimentName {
 public:
  // Implicit, so that functions that take a name take an experiment too.
  ExperimentName(results::Experiment experiment) : text_(base::NameOf(experiment)) {}
  explicit ExperimentName(std::string text) : text_(std::move(text)) {}

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Immutable: several threads may read it. Lifetime: pointers to rows are valid as long as this object.
class Stored {
 public:
  // Errors: Error names the table that cannot be read. A table that is not there is empty.
  explicit Stored(const std::filesystem::path& folder);
  // For tests.
  Stored(std::vector<results::RunRow> runs, std::vector<results::CurveRow> curves, std::vector<results::PlanRow> plan,
         std::vector<results::CommRow> comm, std::vector<results::TheoryRow> theory = {},
         std::vector<results::AuditRow> audit = {}, std::vector<results::TrafficRow> traffic = {});
  Stored(const Stored&) = delete;
  Stored& operator=(const Stored&) = delete;

  const std::vector<results::RunRow>& runs() const { return runs_; }
  const std::vector<results::PlanRow>& plan() const { return plan_; }
  const std::vector<results::CommRow>& comm() const { return comm_; }
  const std::vector<results::TheoryRow>& theory() const { return theory_; }
  const std::vector<results::AuditRow>& audit() const { return audit_; }
  const std::vector<results::TrafficRow>& traffic() const { return traffic_; }

  // The rows of an experiment. Datasets are in the paper's order, methods in the registry's, then by training rows,
  // workers and split.
  std::vector<const results::RunRow*> Rows(const ExperimentName& experiment) const;
  // The rows of a method, whatever the arm; and the rows of one arm.
  std::vector<const results::RunRow*> Rows(const ExperimentName& experiment, std::string_view dataset,
                                           baselines::MethodRef method) const;
  std::vector<const results::RunRow*> Rows(const ExperimentName& experiment, std::string_view dataset,
                                           cell::ArmRef arm) const;

  // The rows of a check in `theory`, in their order.
  std::vector<const results::TheoryRow*> Rows(results::TheoryCheck check) const;

  // The experiments that `plan` names, in its order.
  std::vector<ExperimentName> Experiments() const;
  // The datasets that `plan` names for the experiment, in the paper's order.
  std::vector<std::string> Datasets(const ExperimentName& experiment) const;
  // Whether `plan` names the method for the experiment and dataset.
  bool Planned(const ExperimentName& experiment, std::string_view dataset, baselines::MethodRef method) const;
  bool Planned(const ExperimentName& experiment, std::string_view dataset, cell::ArmRef arm) const;
  // The arms that `plan` names for the experiment, in the order of cell::Arms().
  std::vector<cell::ArmRef> Arms(const ExperimentName& experiment) const;

  // The anchor on the report's page where the rows behind a number are listed; empty if there are none. A planned
  // experiment's rows are at "rows-errors", those of one dataset and method at "rows-errors-a9a-fdskl".
  std::string RowsAnchor(const ExperimentName& experiment) const;
  std::string RowsAnchor(results::TheoryCheck check) const;
  std::string RowsAnchor(const ExperimentName& experiment, std::string_view dataset, baselines::MethodRef method) const;

  // The points of a run that have a test error, in order of time.
  std::vector<results::CurveRow> Curve(const results::RunRow& run) const;

 private:
  void Index();
  cell::ArmRef ArmOf(const results::RunRow& run) const { return arm_of_.at(&run); }
  // The arm of a planned cell: the one in `plan`, else that of its row, else the method's own.
  cell::ArmRef ArmOfPlan(const results::PlanRow& plan) const;

  std::vector<results::RunRow> runs_;
  std::vector<results::CurveRow> curves_;
  std::vector<results::PlanRow> plan_;
  std::vector<results::CommRow> comm_;
  std::vector<results::TheoryRow> theory_;
  std::vector<results::AuditRow> audit_;
  std::vector<results::TrafficRow> traffic_;
  std::map<const results::RunRow*, cell::ArmRef> arm_of_;
  std::map<std::string, const results::RunRow*, std::less<>> newest_;    // the newest row of each cell
  std::map<std::string, std::vector<const results::RunRow*>> rows_of_;   // by experiment, in the order of Rows()
  std::map<std::string, std::vector<std::size_t>, std::less<>> points_;  // indices in curves_ of each run's points
};

// Which time a figure, a table or a claim is about.
enum class Timing {
  kElapsed,  // on the machine of the run, whose cores all parties shared
  kClock,    // by logical clocks: a machine for every party, on a local network (docs/clocks.md)
};

// The training time; of a run that was stopped, until then. Rows of older versions have none by clock.
std::optional<double> TrainSeconds(const results::RunRow& run, Timing timing);
std::optional<double> TrainSeconds(const results::CurveRow& point, Timing timing);
// The name of kClock's times in texts.
inline constexpr std::string_view kClockText = "a machine for every party, lan";

// A dataset's index in the catalogue, which has the paper's order; names that are not in it come last.
std::size_t DatasetOrder(std::string_view dataset);

// How much of a dataset was used: "all 48,842 rows", "6,000 of 48,842 rows", "part, 3,000 of 72,309 rows". The edition
// is named if it is not the full one. For a dataset whose published rows the catalogue does not have: "full, 400 rows".
std::string RowsText(std::string_view dataset, std::string_view edition, std::int64_t rows);

// RowsText() for the largest number of rows that the experiment's first method used on the dataset; or "not run yet".
std::string DataText(const Stored& stored, results::Experiment experiment, std::string_view dataset);

// The time limit that ended the run; none if it ended otherwise, or if its settings do not have the limit.
std::optional<double> TimeoutSeconds(const results::RunRow& run);

// Whether a run was asked for with more workers than the dataset has columns, which cannot be.
bool HasTooFewColumns(const results::RunRow& run);

// The rows that are ok.
std::vector<const results::RunRow*> Good(std::vector<const results::RunRow*> rows);

// Why a method has no number, for figures and tables, which name what is absent as the paper does: "out-of-memory",
// "timeout", "failed", "not run yet" or "not planned" if the method has no row that is ok; "timeout in 2 of 10" if some
// rows are missing; empty if all are ok. Runs with too few columns do not count.
std::string Absence(const Stored& stored, results::Experiment experiment, std::string_view dataset,
                    baselines::MethodRef method);
std::string Absence(const Stored& stored, results::Experiment experiment, std::string_view dataset, cell::ArmRef arm);

// "LIBSVM: 5,000 of 48,842 rows" for each method of the experiment that used other data than DataText() says.
std::vector<std::string> OtherDataNotes(const Stored& stored, results::Experiment experiment, std::string_view dataset);

// The splits, profile and machine of an experiment's rows: "10 splits (w8a 3, LIBSVM on a9a 4); profile laptop;
// AMD EPYC, 2 cores." Empty when there are no rows.
std::string RunsText(const Stored& stored, results::Experiment experiment);
// The data and RunsText(), for captions: "Data: a9a (6,000 of 48,842 rows), ...; 10 splits; profile laptop; ..."
std::string ProvenanceText(const Stored& stored, results::Experiment experiment);

// The message "no rows of experiment curves; run: fdskl reproduce --experiment curves".
std::string NoRows(results::Experiment experiment);

}  // namespace fdskl::stored

#endif  // FDSKL_RUNNERS_REPORTING_STORED_STORED_H_
