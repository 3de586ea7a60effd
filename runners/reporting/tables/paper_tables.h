// Tables from stored results: the paper's Table 4 beside our times, and the errors behind Figure 6. `fdskl tables`
// writes them.
//
// To add a table, write a file x_table.cc beside this one with a function XTable() (times_table.cc is a model to copy),
// and add a line to the list below.
#ifndef FDSKL_RUNNERS_REPORTING_TABLES_PAPER_TABLES_H_
#define FDSKL_RUNNERS_REPORTING_TABLES_PAPER_TABLES_H_

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "results/experiment.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::tables {

struct TableCell {
  std::string text;
  bool best = false;        // shown in bold
  bool not_worse = false;   // not significantly worse than the best: marked by a dagger
  std::string anchor = {};  // where the report lists the rows: Stored::RowsAnchor()
  std::string tone = {};    // a verdict or judgement that a page colours: "held", "worse"
};

struct Table {
  std::string name;  // unique among the tables of a page
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<TableCell>> rows;  // each as long as the header
  std::vector<std::string> notes = {};
};

std::string Markdown(const Table& table);
// Without title and notes. The best is followed by " (best)", what is not significantly worse by " (not worse)".
std::string Csv(const Table& table);
// A tabular that needs no packages. The title is a comment, and the notes are text below.
std::string Latex(const Table& table);

// clang-format off
// TABLE(function, name of its files, experiment whose rows it shows), in the order of the report.
#define FDSKL_PAPER_TABLES(TABLE)                                      \
  TABLE(TimesTable, "table4_times", results::Experiment::kTimes)       \
  TABLE(ErrorsTable, "table_errors", results::Experiment::kErrors)

// Each function returns nothing when its experiment has no row.
#define FDSKL_DECLARE_TABLE(function, name, experiment) std::optional<Table> function(const stored::Stored& stored);
FDSKL_PAPER_TABLES(FDSKL_DECLARE_TABLE)
#undef FDSKL_DECLARE_TABLE
// clang-format on

struct TableMaker {
  std::string_view name;
  results::Experiment experiment;
  std::optional<Table> (*make)(const stored::Stored&);
};

// The list above.
std::span<const TableMaker> PaperTables();

// `fdskl tables`: writes each table that has rows as .md, .csv and .tex, and for the others prints the command to run.
// Returns the exit status, 0. Errors: Error names the table or file that cannot be read or written.
int TablesCommand(const std::filesystem::path& results, const std::filesystem::path& output);

}  // namespace fdskl::tables

#endif  // FDSKL_RUNNERS_REPORTING_TABLES_PAPER_TABLES_H_
