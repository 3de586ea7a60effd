// The scores of a search that are already there, and those that come in: tuning.arrow.
//
// Thread-safe. Several processes may add at once. Errors: Error names the file.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_SCORE_STORE_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_SCORE_STORE_H_

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "results/tuning_row.h"

namespace fdskl::tune {

class ScoreStore {
 public:
  explicit ScoreStore(const std::filesystem::path& folder);
  ScoreStore(const ScoreStore&) = delete;
  ScoreStore& operator=(const ScoreStore&) = delete;
  // Folds what was added into tuning.arrow (results/rows.h).
  ~ScoreStore();

  // The error of the row that agrees with `wanted` in all but its error and time.
  std::optional<double> Find(const results::TuningRow& wanted) const;
  // Returns when it is on the disk.
  void Add(const results::TuningRow& row);

 private:
  std::filesystem::path path_, lock_;
  mutable std::mutex mutex_;
  std::map<std::string, double> errors_;
};

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_SCORE_STORE_H_
