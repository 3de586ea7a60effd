// The small files in which rows wait beside their table (rows.h): names, order, and which of them a table contains.
#ifndef FDSKL_RESULTS_STAGED_H_
#define FDSKL_RESULTS_STAGED_H_

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fdskl::results {

// The last staged file that a table contains, for each writer whose files may still be there.
// As text: "7 1763360000123456789-4711-9f3a-n1", where a number without a writer is that of an older version's files.
using Folded = std::map<std::string, std::uint64_t>;
Folded ParseFolded(const std::string& text);
std::string FoldedText(const Folded& folded);

struct StagedFile {
  std::uint64_t number;  // a time, or in older versions a number
  std::string writer;    // empty in older versions
  std::filesystem::path path;

  bool IsIn(const Folded& folded) const;
};

// The folder of a table's staged files.
std::filesystem::path StagedFolder(const std::filesystem::path& table);

// The table's staged files in the order of the appends. Those that the table contains already are among them.
std::vector<StagedFile> StagedFiles(const std::filesystem::path& table);

// The name of this process's next staged file: later than all before. REQUIRES: one thread at a time calls this, and
// the file is there before the next call.
std::filesystem::path NextStagedPath(const std::filesystem::path& table);

// Removes the temporary files that killed processes left when they wrote this table.
// REQUIRES: the table's lock is held.
void RemoveLeftovers(const std::filesystem::path& table);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_STAGED_H_
