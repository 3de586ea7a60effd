// A folder with the two tables of runs: `runs.arrow` and `curves.arrow`.
//
// Append() returns when its rows are on the disk, staged beside the tables (results/rows.h). The thousandth append
// costs as much as the first. If the store has appended rows, its destructor folds them in, so that any Arrow reader
// finds all rows in the tables. Rows that it cannot fold stay staged, where ReadRuns() and ReadCurves() see them.
//
// Processes: several may append at once, on several hosts, without a lock. Only folding takes a lock (`.lock`); where
//            the file system has no locks, rows stay staged.
// Crashes:   a kill at any moment leaves both tables readable, duplicates no row and loses only rows whose Append() had
//            not returned. It may leave curve points whose `run` is not in `runs`; readers ignore them.
// Errors:    Error names the file. A table that cannot be read is never overwritten.
#ifndef FDSKL_RESULTS_STORE_H_
#define FDSKL_RESULTS_STORE_H_

#include <filesystem>
#include <span>
#include <vector>

#include "results/curve_row.h"
#include "results/run_row.h"

namespace fdskl::results {

class ResultStore {
 public:
  // The folder need not exist before the first Append().
  explicit ResultStore(std::filesystem::path folder) : folder_(std::move(folder)) {}
  ResultStore(const ResultStore&) = delete;
  ResultStore& operator=(const ResultStore&) = delete;
  ~ResultStore();

  // Adds one run and the points of its curve.
  void Append(const RunRow& run, std::span<const CurveRow> curve);

  // Moves staged rows, also those of killed processes, into the tables. Does nothing when there are none, or when the
  // file system has no locks.
  void Fold() const;

  // Empty when there is no table yet.
  std::vector<RunRow> ReadRuns() const;
  std::vector<CurveRow> ReadCurves() const;

  std::filesystem::path runs_path() const { return folder_ / "runs.arrow"; }
  std::filesystem::path curves_path() const { return folder_ / "curves.arrow"; }

 private:
  std::filesystem::path folder_;
  bool appended_ = false;
};

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_STORE_H_
