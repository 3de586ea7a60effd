// The paper's Table 4 beside our times, and the errors behind Figure 6, from stored tables.
#ifndef FDSKL_RUNNERS_REPORTING_TABLES_PAPER_TABLES_H_
#define FDSKL_RUNNERS_REPORTING_TABLES_PAPER_TABLES_H_

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "runners/reporting/stored/stored.h"
#include "runners/reporting/tables/table.h"

namespace fdskl::tables {

// Each returns nothing when its experiment has no row.
// Table 4: total training minutes of FDSKL and SecureBoost, the paper's and ours.
std::optional<Table> TimesTable(const stored::Stored& stored);
// Test errors as mean ± standard deviation over splits.
std::optional<Table> ErrorsTable(const stored::Stored& stored);

struct TableMaker {
  std::string_view name;
  results::Experiment experiment;
  std::optional<Table> (*make)(const stored::Stored&);
};
std::vector<TableMaker> PaperTables();

// `fdskl tables`: writes .md, .csv and .tex of each table that has rows; says of the others what to run.
int TablesCommand(const std::filesystem::path& results, const std::filesystem::path& output);

}  // namespace fdskl::tables

#endif  // FDSKL_RUNNERS_REPORTING_TABLES_PAPER_TABLES_H_
