// A cell as a row of the table `runs`: its status, and the columns that are known before anything is measured. Also the
// summary of rows that `fdskl run` prints.
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

// How a cell ended: the `status` column.
enum class RunStatus { kOk, kTimeout, kOutOfMemory, kFailed };

constexpr auto NamesOf(RunStatus /*value*/) {
  return base::EnumTable<RunStatus, 4>{"status",
                                       {{{RunStatus::kOk, "ok"},
                                         {RunStatus::kTimeout, "timeout"},
                                         {RunStatus::kOutOfMemory, "out-of-memory"},
                                         {RunStatus::kFailed, "failed"}}}};
}

inline bool IsOk(const results::RunRow& run) { return run.status == base::NameOf(RunStatus::kOk); }

// The row of a cell before it runs. `rows` and `columns` are how many the cell uses of its data; without `train_rows`,
// the row has as many as a random split trains on. A setting is stored in the column of its name, if there is one; the
// column of a setting that the method does not have is null. `batch` is the batch really used, since no leader can
// batch over more labels than it holds.
results::RunRow DescribeCell(const Cell& cell, std::int64_t rows, std::int64_t columns,
                             std::optional<std::int64_t> train_rows = {});

// What `fdskl run` prints at the end: one line per row, mean and standard deviation over the rows that are ok, and the
// times by logical clocks (party_clocks.h).
std::string Summary(std::span<const results::RunRow> runs);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_ROW_H_
