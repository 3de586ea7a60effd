// Reads samples from a table with named columns: one column is the label, some are left out, the rest are features.
//
// In features, a text that marks a missing value, or a null, becomes NaN. A feature of text becomes one column of 0 and
// 1 for each of its categories; a text that is missing or not among them is 0 in all.
// Errors: Error with file, line and column for text, NaN or infinity where a number belongs, for a named column that is
//         missing or occurs twice, for a third class or labels of text (with how to name the upper class), and for a
//         missing id. Error with the file when it has no sample.
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

// A column of the table that is a feature: one column of the samples, or one for each category.
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

// The coding in which every column that `format` does not name is a number, in the header's order.
// Errors: Error with file and line when there are not `columns` of them.
Coding CodingOf(const TableRows& rows, const TableFormat& format, std::optional<std::int64_t> columns = {});

// The id of each sample, and its place in the file.
struct RowIds {
  std::vector<std::string> ids;
  std::vector<std::string> places;  // "line 3"
};

// Reads `rows` to its end and passes every sample to `sink`, in dense blocks. Labels are -1 and +1 if the format names
// the upper class, 0 if it names no label, and else as published. Features are found by name; `format` must name all
// other columns. Adds the ids to `ids` unless it is null.
void ReadTable(TableRows& rows, const TableFormat& format, const Coding& coding, Task task, const RowSink& sink,
               RowIds* ids = nullptr);

// Reads a whole table to find its coding: which features are numbers, which are text, and with which categories.
class TableSurvey {
 public:
  // The most categories of a feature; a feature with more counts as free text.
  static constexpr std::size_t kMostCategories = 1000;

  TableSurvey(TableFormat format, Task task) : format_(std::move(format)), task_(task) {}

  // Reads a file to its end. All files must have the same features.
  void See(TableRows& rows);

  std::int64_t rows() const { return rows_; }

  // The coding.
  // REQUIRES: See() was called.
  // Errors:   Error names the columns of text, unless they become categories, and the classes if there are not two.
  Coding Finish() const;

 private:
  struct Seen {
    std::string name;
    bool is_text = false;              // some value is not a number
    std::string text, place;           // the first such value, and its place
    std::set<std::string> categories;  // its different texts, while there are not too many
    bool too_many = false;
  };

  void SeeFeature(std::string_view field, const TableRows& rows, Seen& seen);
  void CheckLabels() const;

  TableFormat format_;
  Task task_;
  std::string file_;
  std::vector<Seen> features_;
  std::map<std::string, std::int64_t> labels_;  // how often each label occurs; at most as many as a message shows
  bool more_labels_ = false;
  std::int64_t rows_ = 0;
};

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_TABLE_READER_H_
