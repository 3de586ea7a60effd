#include "runners/studies/tune/score_store.h"

#include <fmt/format.h>

#include "base/files.h"
#include "results/rows.h"

namespace fdskl::tune {
namespace {

std::string KeyOf(const results::TuningRow& row) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{} {} {} {}", row.dataset, row.edition, row.data_checksum, row.method,
                     row.settings, row.split, row.rows, row.folds, row.fold);
}

}  // namespace

ScoreStore::ScoreStore(const std::filesystem::path& folder) : path_(folder / "tuning.arrow"), lock_(folder / ".lock") {
  for (const results::TuningRow& row : results::ReadRows<results::TuningRow>(path_)) errors_[KeyOf(row)] = row.error;
}

ScoreStore::~ScoreStore() {
  try {
    if (!results::HasStagedRows(path_)) return;
    const base::FileLock lock(lock_);
    results::FoldRows<results::TuningRow>(path_);
  } catch (const std::exception&) {
    // The rows stay staged, where ReadRows() finds them; the next fold tries again.
  }
}

std::optional<double> ScoreStore::Find(const results::TuningRow& wanted) const {
  const std::lock_guard guard(mutex_);
  const auto found = errors_.find(KeyOf(wanted));
  return found == errors_.end() ? std::nullopt : std::optional(found->second);
}

void ScoreStore::Add(const results::TuningRow& row) {
  const std::lock_guard guard(mutex_);
  const base::FileLock lock(lock_);
  results::AppendRows<results::TuningRow>(path_, {&row, 1});
  errors_[KeyOf(row)] = row.error;
}

}  // namespace fdskl::tune
