// A folder with the two tables of results/schema.h: `runs.arrow` and `curves.arrow`.
//
// Append() returns when its rows are on the disk. Several processes may append at once: a lock file makes them take
// turns. A kill at any moment leaves both tables readable and loses at most the rows whose Append() had not returned;
// it may leave curve points whose `run` is not in `runs`, which readers pass over.
//
// Errors: Error names the file. A table that cannot be read is never written over.
#ifndef FDSKL_RESULTS_STORE_H_
#define FDSKL_RESULTS_STORE_H_

#include <filesystem>
#include <span>
#include <vector>

#include "results/schema.h"

namespace fdskl::results {

class ResultStore {
 public:
  // The folder need not exist before the first Append().
  explicit ResultStore(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void Append(const RunRow& run, std::span<const CurveRow> curve);

  // Empty when there is no table yet.
  std::vector<RunRow> ReadRuns() const;
  std::vector<CurveRow> ReadCurves() const;

  std::filesystem::path runs_path() const { return folder_ / "runs.arrow"; }
  std::filesystem::path curves_path() const { return folder_ / "curves.arrow"; }

 private:
  std::filesystem::path folder_;
};

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_STORE_H_
