// Tables as text, for programs that do not read Arrow: CSV and JSON lines. `fdskl export` writes them.
//
// CSV         a line of column names, then a line for each row, as RFC 4180 has it. Text is in quotes; a null, and a
//             number that is not finite, is an empty field; bool is true or false.
// JSON lines  an object for each row on a line of its own, keys and values as in json.h.
// Rows that are staged (rows.h) are among them.
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

// Writes the table of this name. Errors: Error names the nearest right names for a name that is none, the file when it
// cannot be read or is not there, and `to` when it cannot be written.
void Export(const std::filesystem::path& folder, std::string_view table, ExportFormat format, std::ostream& to);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_EXPORT_H_
