// Writes tables as text, for programs that do not read Arrow: `fdskl export`.
//
// CSV         a line of column names, then one line per row, after RFC 4180. Text is quoted; a null or a number that is
//             not finite is an empty field; bool is true or false.
// JSON lines  one object per row on a line of its own, with keys and values as in json.h.
// Staged rows (rows.h) are included.
#ifndef FDSKL_RESULTS_EXPORT_H_
#define FDSKL_RESULTS_EXPORT_H_

#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/names.h"

namespace fdskl::results {

enum class ExportFormat { kCsv, kJsonLines };

constexpr auto NamesOf(ExportFormat /*value*/) {
  return base::EnumTable<ExportFormat, 2>{"format",
                                          {{{ExportFormat::kCsv, "csv"}, {ExportFormat::kJsonLines, "jsonl"}}}};
}

// "runs", "curves", ...: the tables that a results folder may have.
std::vector<std::string_view> ExportedTables();

// Writes the table of this name to `to`.
// Errors: Error names the valid tables when there is no such table, the file when it is missing or cannot be read, and
//         the table when not all rows could be written.
void Export(const std::filesystem::path& folder, std::string_view table, ExportFormat format, std::ostream& to);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_EXPORT_H_
