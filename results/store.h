// A folder with the two tables of a run: `runs.arrow` and `curves.arrow`.
//
// Append() returns when its rows are on the disk, staged beside the tables (results/rows.h says how); the thousandth
// costs what the first did. The destructor of a store that has appended folds them in, so that any Arrow reader then
// finds all rows in the tables. What it cannot fold stays staged: ReadRuns() and ReadCurves() see it all the same.
//
// Several processes may append at once, on several hosts, without a lock. Only folding takes one (`.lock`); where the
// file system has no locks, rows stay staged. A kill at any moment leaves both tables readable, doubles no row and
// loses at most the rows whose Append() had not returned. It may leave curve points whose `run` is not in `runs`, which
// readers pass over.
//
// Errors: Error names the file. A table that cannot be read is never written over.
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

  void Append(const RunRow& run, std::span<const CurveRow> curve);

  // Moves staged rows, such as a killed process left, into the tables. Touches nothing when there are none, or when the
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
