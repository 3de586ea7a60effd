#include "runners/tune/score_store.h"

#include <fmt/format.h>

#include "results/file_lock.h"
#include "results/rows.h"

namespace fdskl {
namespace {

std::string KeyOf(const TuningRow& row) {
  return fmt::format("{}\n{}\n{}\n{}\n{}\n{} {} {} {}", row.dataset, row.edition, row.data_checksum, row.method,
                     row.settings, row.split, row.rows, row.folds, row.fold);
}

}  // namespace

ScoreStore::ScoreStore(const std::filesystem::path& folder) : path_(folder / "tuning.arrow"), lock_(folder / ".lock") {
  for (const TuningRow& row : ReadRows<TuningRow>(path_)) errors_[KeyOf(row)] = row.error;
}

std::optional<double> ScoreStore::Find(const TuningRow& wanted) const {
  const std::lock_guard guard(mutex_);
  const auto found = errors_.find(KeyOf(wanted));
  return found == errors_.end() ? std::nullopt : std::optional(found->second);
}

void ScoreStore::Add(const TuningRow& row) {
  const std::lock_guard guard(mutex_);
  const FileLock lock(lock_);
  AppendRows<TuningRow>(path_, {&row, 1});
  errors_[KeyOf(row)] = row.error;
}

}  // namespace fdskl
