// For benches that run whole cells.
#ifndef FDSKL_RUNNERS_BENCH_CELL_H_
#define FDSKL_RUNNERS_BENCH_CELL_H_

#include <array>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/process.h"
#include "base/text.h"
#include "results/rows.h"
#include "results/run_row.h"

namespace fdskl::runners {

// The datasets whose full edition is small enough to be measured again and again.
inline constexpr std::array<const char*, 7> kSevenDatasets = {"phishing", "a9a",           "ijcnn1",      "cod-rna",
                                                              "w8a",      "defaultcredit", "givemecredit"};

// Runs `fdskl run CELL` and returns its row. The error is measured `evaluations` times, the last time at the end. A
// cell that reached its time limit has a row too.
// Errors: Error when the row has no training time.
inline results::RunRow BenchCell(const std::string& program, const std::filesystem::path& folder,
                                 const std::string& cell, int evaluations = 1) {
  // Status 1 may just mean that the cell reached its time limit.
  base::RunToEnd(base::SplitWords(
      fmt::format("'{}' run {} --evaluations {} --results '{}'", program, cell, evaluations, folder.string())));
  const auto rows = results::ReadRows<results::RunRow>(folder / "runs.arrow");
  if (rows.empty() || !rows.back().train_seconds) {
    base::Fail("`fdskl run {}` left no training time: {}", cell, rows.empty() ? "no row" : rows.back().reason);
  }
  return rows.back();
}

}  // namespace fdskl::runners

#endif  // FDSKL_RUNNERS_BENCH_CELL_H_
