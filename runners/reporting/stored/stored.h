// What a results folder holds, for whoever draws, tabulates or judges it. Reads only; trains nothing.
//
// An experiment's rows are those of the cells that `plan` names for it, the newest row of each cell. A cell that has
// not run yet has none.
#ifndef FDSKL_RUNNERS_REPORTING_STORED_STORED_H_
#define FDSKL_RUNNERS_REPORTING_STORED_STORED_H_

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "results/audit_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/plan_row.h"
#include "results/run_row.h"
#include "results/theory_row.h"
#include "runners/cell/cell.h"

namespace fdskl::stored {

class Stored {
 public:
  // Errors: Error names the table that cannot be read. A table that is not there is empty.
  explicit Stored(const std::filesystem::path& folder);
  // For tests.
  Stored(std::vector<results::RunRow> runs, std::vector<results::CurveRow> curves, std::vector<results::PlanRow> plan,
         std::vector<results::CommRow> comm, std::vector<results::TheoryRow> theory = {},
         std::vector<results::AuditRow> audit = {});
  Stored(const Stored&) = delete;
  Stored& operator=(const Stored&) = delete;

  const std::vector<results::RunRow>& runs() const { return runs_; }
  const std::vector<results::PlanRow>& plan() const { return plan_; }
  const std::vector<results::CommRow>& comm() const { return comm_; }
  const std::vector<results::TheoryRow>& theory() const { return theory_; }
  const std::vector<results::AuditRow>& audit() const { return audit_; }

  // Datasets in the paper's order, methods in that of MethodKind, then by training rows, workers and split.
  std::vector<const results::RunRow*> Rows(std::string_view experiment) const;
  std::vector<const results::RunRow*> Rows(std::string_view experiment, std::string_view dataset,
                                           cell::MethodKind method) const;

  // The datasets that `plan` names for the experiment, in the paper's order.
  std::vector<std::string> Datasets(std::string_view experiment) const;
  // Whether `plan` names the method for the experiment and dataset.
  bool Planned(std::string_view experiment, std::string_view dataset, cell::MethodKind method) const;

  // Where the report lists the rows behind a number: "rows-errors-a9a-fdskl"; empty where none are planned.
  std::string RowsAnchor(std::string_view experiment, std::string_view dataset, cell::MethodKind method) const;

  // The points of a run, in order of time; those with a test error.
  std::vector<results::CurveRow> Curve(const results::RunRow& run) const;

 private:
  void Index();

  std::vector<results::RunRow> runs_;
  std::vector<results::CurveRow> curves_;
  std::vector<results::PlanRow> plan_;
  std::vector<results::CommRow> comm_;
  std::vector<results::TheoryRow> theory_;
  std::vector<results::AuditRow> audit_;
  std::map<std::string, const results::RunRow*, std::less<>> newest_;    // by cell
  std::map<std::string, std::vector<std::size_t>, std::less<>> points_;  // by run, places in curves_
};

// A dataset's place in the catalogue, which is the paper's order; names that are not in it come last.
std::size_t DatasetOrder(std::string_view dataset);

// "FDSKL", "DSG", "LIBSVM", "PP-SVMV", "FD-SVRG", "SecureBoost": as the paper writes them.
std::string_view TitleOf(cell::MethodKind method);

// "a9a", and on a second line "full, 48,842 rows".
std::string PanelTitle(std::string_view dataset, std::string_view edition, std::int64_t rows);

// "full, 48,842 rows" of the experiment's runs on the dataset, the most that the first method used; "not run yet".
std::string DataText(const Stored& stored, std::string_view experiment, std::string_view dataset);

// "no rows of experiment curves; run: fdskl reproduce --experiment curves".
std::string NoRows(std::string_view experiment);

}  // namespace fdskl::stored

#endif  // FDSKL_RUNNERS_REPORTING_STORED_STORED_H_
