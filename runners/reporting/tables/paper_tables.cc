#include "runners/reporting/tables/paper_tables.h"

#include <fmt/format.h>

#include <cstdio>

#include "base/files.h"

namespace fdskl::tables {

using results::Experiment;

std::vector<TableMaker> PaperTables() {
  return {{"table4_times", Experiment::kTimes, TimesTable}, {"table_errors", Experiment::kErrors, ErrorsTable}};
}

int TablesCommand(const std::filesystem::path& results, const std::filesystem::path& output) {
  const stored::Stored stored(results);
  for (const TableMaker& maker : PaperTables()) {
    const std::string name(maker.name);
    if (const std::optional<Table> table = maker.make(stored)) {
      base::WriteTextWhole(output / (name + ".md"), Markdown(*table));
      base::WriteTextWhole(output / (name + ".csv"), Csv(*table));
      base::WriteTextWhole(output / (name + ".tex"), Latex(*table));
      fmt::print("{}: {}/{}.md, .csv, .tex\n", name, output.string(), name);
    } else {
      fmt::print("{}: {}\n", name, stored::NoRows(maker.experiment));
    }
  }
  return 0;
}

}  // namespace fdskl::tables
