// Makes one set of tables of several results folders, such as the shards of a reproduction leave on different machines.
//
//   runs    of a cell that is there several times, the newest row that is ok, or else the newest. Rows of older
//           versions, which have no cell, all stay
//   curves  those of these rows
//   plan    every planned cell of every folder, once
//   comm, traffic, theory, audit, tuning   those of the last folder that has any
#ifndef FDSKL_RESULTS_MERGE_H_
#define FDSKL_RESULTS_MERGE_H_

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/run_row.h"

namespace fdskl::results {

// The newest row of each cell that is ok, or else its newest, in order of time. A row that is there twice counts once.
std::vector<RunRow> NewestGoodRows(std::vector<RunRow> runs);

struct Merged {
  std::size_t rows = 0;             // in the target now
  std::size_t left_out = 0;         // rows of cells that have a better one
  std::vector<std::string> copied;  // "comm of FOLDER": tables of which one folder's was taken, of several
};

// `target` may be one of the sources; its own rows count as theirs do. Takes the target's lock, where there are locks.
// Errors: Error when a source has no table, or a table cannot be read or written.
Merged MergeFolders(std::span<const std::string> sources, const std::filesystem::path& target);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_MERGE_H_
