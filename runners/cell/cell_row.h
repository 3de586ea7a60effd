// A cell as a row of `runs`: how it ended, and what is known before anything is measured; and rows for people to read.
#ifndef FDSKL_RUNNERS_CELL_CELL_ROW_H_
#define FDSKL_RUNNERS_CELL_CELL_ROW_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "results/run_row.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// How a cell ended; what the `status` column says.
enum class RunStatus { kOk, kTimeout, kOutOfMemory, kFailed };

constexpr auto NamesOf(RunStatus /*value*/) {
  return base::EnumTable<RunStatus, 4>{"status",
                                       {{{RunStatus::kOk, "ok"},
                                         {RunStatus::kTimeout, "timeout"},
                                         {RunStatus::kOutOfMemory, "out-of-memory"},
                                         {RunStatus::kFailed, "failed"}}}};
}

inline bool IsOk(const results::RunRow& run) { return run.status == base::NameOf(RunStatus::kOk); }

// `rows` and `columns` are what the cell uses of its data. A setting has its column where there is one of its name;
// what the method does not have is null. The batch is the one that is really used: no leader can batch over more labels
// than it holds.
// Without `train_rows`, as many train as in a split that is drawn.
results::RunRow DescribeCell(const Cell& cell, std::int64_t rows, std::int64_t columns,
                             std::optional<std::int64_t> train_rows = {});

// The end of `fdskl run`, for a person: one line per row, mean and standard deviation over those that are ok, and the
// times by logical clocks (party_clocks.h).
std::string Summary(std::span<const results::RunRow> runs);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_ROW_H_
