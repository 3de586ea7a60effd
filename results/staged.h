// Staged files: small files beside a table whose rows are not in it yet (rows.h). This header knows their names, their
// order, and which of them a table contains.
#ifndef FDSKL_RESULTS_STAGED_H_
#define FDSKL_RESULTS_STAGED_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fdskl::results {

// For each writer whose staged files may still exist, the time of the last one that the table contains.
// As text: "7 1763360000123456789-4711-9f3a-n1". A number without a writer is of files of an older version.
using Folded = std::map<std::string, std::uint64_t>;
Folded ParseFolded(const std::string& text);
std::string FoldedText(const Folded& folded);

struct StagedFile {
  std::uint64_t number;  // time; in files of older versions, a running number
  std::string writer;    // process, tag and host; empty in files of older versions
  std::filesystem::path path;

  // Whether the table whose `folded` this is contains the file.
  bool IsIn(const Folded& folded) const;
};

// The folder of a table's staged files.
std::filesystem::path StagedFolder(const std::filesystem::path& table);

// The table's staged files in the order of the appends, including those that the table contains already.
std::vector<StagedFile> StagedFiles(const std::filesystem::path& table);

// A name for this process's next staged file, with a later time than all before.
// REQUIRES: one thread at a time calls this, and has written the file before the next call.
std::filesystem::path NextStagedPath(const std::filesystem::path& table);

// Removes temporary files of this table that killed processes left.
// REQUIRES: the caller holds the table's lock.
void RemoveLeftovers(const std::filesystem::path& table);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_STAGED_H_
