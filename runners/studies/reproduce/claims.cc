#include "runners/studies/reproduce/claims.h"

#include <utility>

namespace fdskl::reproduce {

Claim::Claim(std::filesystem::path file, std::unique_ptr<base::FileLock> lock)
    : file_(std::move(file)), lock_(std::move(lock)) {}

// Removes the file before the lock is released. A driver that then takes this lock, or makes the file anew, finds the
// cell's row.
Claim::~Claim() {
  if (lock_ == nullptr) return;
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

Claims::Claims(const std::filesystem::path& results, std::span<const results::RunRow> earlier)
    : store_(results), folder_(results / "cells" / "claims"), earlier_(Count(earlier)) {}

std::optional<Claim> Claims::Take(const std::string& hash) const try {
  const std::filesystem::path file = folder_ / hash;
  Claim claim(file, base::FileLock::IfThereAreLocks(file, base::FileLock::Busy::kFail));
  const Counts now = Count(store_.ReadRuns());
  const auto rows = [&](const Counts& counts) { return counts.contains(hash) ? counts.at(hash) : 0; };
  if (rows(now) > rows(earlier_)) return std::nullopt;
  return claim;
} catch (const base::LockBusy&) {
  return std::nullopt;
}

Claims::Counts Claims::Count(std::span<const results::RunRow> runs) {
  Counts counts;
  for (const results::RunRow& run : runs) {
    if (run.cell) ++counts[*run.cell];
  }
  return counts;
}

}  // namespace fdskl::reproduce
