// Merges several results folders into one, such as the shards of a reproduction that ran on different machines.
//
//   runs    one row per cell: the newest that is ok, or else the newest. Older rows without a cell are all kept
//   curves  the points of these rows
//   plan    every planned cell of every folder, once
//   comm, traffic, theory, audit, tuning   the whole table of the last folder that has one
#ifndef FDSKL_RESULTS_MERGE_H_
#define FDSKL_RESULTS_MERGE_H_

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "results/run_row.h"

namespace fdskl::results {

// For each cell the newest row that is ok, or else the newest, in order of time. Rows without a cell are all kept. Of
// rows with the same `run` only the first counts.
std::vector<RunRow> NewestGoodRows(std::vector<RunRow> runs);

struct Merged {
  std::size_t rows = 0;             // rows of `runs` in the target afterwards
  std::size_t left_out = 0;         // rows that were dropped: duplicates, and those of cells with a better row
  std::vector<std::string> copied;  // "comm of FOLDER": where several folders had the table, the one it came from
};

// The rows of `target` are merged too, whether or not it is one of the sources. Takes the target's lock where the file
// system has locks.
// Errors: Error when a source has no table of runs, or a table cannot be read or written.
Merged MergeFolders(std::span<const std::string> sources, const std::filesystem::path& target);

// Packs every table of `folder` with zstd, for publishing: the same rows and metadata in fewer bytes. Staged rows stay
// as they are. Whatever changes a table later writes it unpacked. Takes the folder's lock, as MergeFolders() does.
// Errors: Error when a table cannot be read or written.
void PackTables(const std::filesystem::path& folder);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_MERGE_H_
