// Tables with named columns as samples: one column for the label, some left out, the rest features.
//
// A text that marks a missing value, and a null of the file, become NaN, in features only. A feature of text becomes a
// column of 0 and 1 for each of its categories; a text that is none of them, or missing, is 0 in all.
// Errors: Error with file, line and column: text, NaN or infinity where a number belongs; a column that is named and is
//         missing or stands twice; a third class, or labels of text, with how to name the upper class; an id that is
//         missing. Error with the file when it holds no sample.
#ifndef FDSKL_DATASETS_TABLE_READER_H_
#define FDSKL_DATASETS_TABLE_READER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "datasets/labels.h"
#include "datasets/row_block.h"
#include "datasets/table_format.h"
#include "datasets/table_rows.h"

namespace fdskl::datasets {

// A column of the table that is a feature, and what it becomes.
struct Feature {
  std::string name;
  std::vector<std::string> categories;  // empty: the feature is a number

  std::int64_t columns() const { return categories.empty() ? 1 : std::ssize(categories); }
};

// The features of a table, in the order of the samples' columns.
struct Coding {
  std::vector<Feature> features;

  std::int64_t columns() const;
  std::vector<std::string> ColumnNames() const;  // "age", "job=clerk", ...
};

// All columns that `format` does not name, each a number, in the header's order.
// Errors: Error with file and line when there are not as many as `columns` says.
Coding CodingOf(const TableRows& rows, const TableFormat& format, std::optional<std::int64_t> columns = {});

// The id of each sample, and where it stands.
struct RowIds {
  std::vector<std::string> ids;
  std::vector<std::string> places;  // "line 3"
};

// Reads `rows` to its end and hands every sample on, in dense blocks; labels are -1 and +1 where the format names the
// upper class, else as published, and 0 where it names no label. Features are found by name; other columns must be
// named by `format`. Adds the ids to `ids` unless it is null.
void ReadTable(TableRows& rows, const TableFormat& format, const Coding& coding, Task task, const RowSink& sink,
               RowIds* ids = nullptr);

// Finds out what the features of a table are, by reading all of it: numbers or text, and with which categories.
class TableSurvey {
 public:
  // A feature may have as many categories; more is taken for free text.
  static constexpr std::size_t kMostCategories = 1000;

  TableSurvey(TableFormat format, Task task) : format_(std::move(format)), task_(task) {}

  // Reads a file to its end. Every further one must have the same features.
  void See(TableRows& rows);

  std::int64_t rows() const { return rows_; }

  // REQUIRES: See() was called. Errors: Error names the columns of text, unless they become categories, and the
  // classes where there are not two.
  Coding Finish() const;

 private:
  struct Seen {
    std::string name;
    bool is_text = false;              // some value is no number
    std::string text, place;           // the first such value, and where it stands
    std::set<std::string> categories;  // its texts, as long as there are not too many
    bool too_many = false;
  };

  void SeeFeature(std::string_view field, const TableRows& rows, Seen& seen);
  void CheckLabels() const;

  TableFormat format_;
  Task task_;
  std::string file_;
  std::vector<Seen> features_;
  std::map<std::string, std::int64_t> labels_;  // how often each occurs, for as many as a message shows
  bool more_labels_ = false;
  std::int64_t rows_ = 0;
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_TABLE_READER_H_
