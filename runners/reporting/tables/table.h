// What a table says, apart from how it is written down; and three ways to write it down. The report has a fourth.
#ifndef FDSKL_RUNNERS_REPORTING_TABLES_TABLE_H_
#define FDSKL_RUNNERS_REPORTING_TABLES_TABLE_H_

#include <string>
#include <vector>

namespace fdskl::tables {

struct TableCell {
  std::string text;
  bool best = false;        // in bold
  bool not_worse = false;   // not significantly worse than the best: a dagger
  std::string anchor = {};  // of its rows in the report, see Stored::RowsAnchor()
};

struct Table {
  std::string name;  // of the files, as in "table4_times"
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<TableCell>> rows;  // each as long as the header
  std::vector<std::string> notes = {};
};

std::string Markdown(const Table& table);
// The title and the notes are left out; the best is followed by " (best)", what is not worse by " (not worse)".
std::string Csv(const Table& table);
// A tabular without packages, with title and notes in comments and text below.
std::string Latex(const Table& table);

}  // namespace fdskl::tables

#endif  // FDSKL_RUNNERS_REPORTING_TABLES_TABLE_H_
