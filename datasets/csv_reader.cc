#include "datasets/csv_reader.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "datasets/labels.h"
#include "datasets/number.h"

namespace fdskl::datasets {
namespace {

enum class Role { kFeature, kLabel, kDropped };

struct Column {
  std::string name;
  Role role = Role::kFeature;
};

// Splits `line` at its commas into `*fields`, without their quotes.
void SplitFields(std::string_view line, const TextReader& reader, std::vector<std::string_view>* fields) {
  fields->clear();
  for (std::size_t begin = 0;;) {
    std::size_t end = begin;
    if (begin < line.size() && line[begin] == '"') {
      end = line.find('"', begin + 1);
      if (end == std::string_view::npos) reader.Fail("a quote is not closed");
      fields->push_back(line.substr(begin + 1, end - begin - 1));
      ++end;
      if (end < line.size() && line[end] != ',') reader.Fail("'{}' follows a closing quote", line[end]);
    } else {
      end = std::min(line.find(',', begin), line.size());
      fields->push_back(line.substr(begin, end - begin));
      if (fields->back().find('"') != std::string_view::npos) reader.Fail("a quote stands within a field");
    }
    if (end == line.size()) return;
    begin = end + 1;
  }
}

bool NextLineWithText(TextReader& reader, std::string_view* line) {
  while (reader.NextLine(line)) {
    if (!line->empty()) return true;
  }
  return false;
}

std::vector<Column> ReadHeader(TextReader& reader, const CsvFormat& format, std::int64_t features) {
  std::string_view line;
  if (!NextLineWithText(reader, &line)) base::Fail("{} is empty", reader.file().string());
  std::vector<std::string_view> names;
  SplitFields(line, reader, &names);

  const auto require_once = [&](const std::string& name) {
    const auto count = std::ranges::count(names, name);
    if (count != 1) reader.Fail("column '{}' stands {} times in the header; it must stand there once", name, count);
  };
  require_once(format.label);
  std::ranges::for_each(format.dropped, require_once);

  std::vector<Column> columns;
  for (const std::string_view name : names) {
    const bool dropped = std::ranges::find(format.dropped, name) != format.dropped.end();
    columns.push_back({std::string(name), name == format.label ? Role::kLabel
                                          : dropped            ? Role::kDropped
                                                               : Role::kFeature});
  }
  const std::int64_t found = std::ranges::count(columns, Role::kFeature, &Column::role);
  if (found != features) reader.Fail("the header names {} features, where {} belong", found, features);
  return columns;
}

float ReadField(std::string_view field, const Column& column, const CsvFormat& format, const TextReader& reader) {
  if (const auto number = ParseNumber(field)) return *number;
  if (column.role == Role::kFeature && field == format.missing) return std::numeric_limits<float>::quiet_NaN();
  reader.Fail("column '{}': '{}' is no finite number", column.name, field);
}

}  // namespace

void ReadCsv(TextReader& reader, const CsvFormat& format, std::int64_t columns, Task task, const RowSink& sink) {
  const std::vector<Column> header = ReadHeader(reader, format, columns);
  LabelCheck check(task);
  std::vector<float> values, labels;  // values: by rows
  std::int64_t samples = 0;
  const auto flush = [&] {
    const std::int64_t rows = std::ssize(labels);
    if (rows == 0) return;
    samples += rows;
    sink({base::Matrix(base::DenseMatrix(Eigen::Map<const base::DenseMatrix>(values.data(), rows, columns))),
          std::exchange(labels, {})});
    values.clear();
  };

  std::string_view line;
  std::vector<std::string_view> fields;
  while (NextLineWithText(reader, &line)) {
    SplitFields(line, reader, &fields);
    if (fields.size() != header.size()) reader.Fail("{} fields, where the header has {}", fields.size(), header.size());
    for (std::size_t c = 0; c < fields.size(); ++c) {
      if (header[c].role == Role::kDropped) continue;
      (header[c].role == Role::kLabel ? labels : values).push_back(ReadField(fields[c], header[c], format, reader));
    }
    check.See(labels.back(), reader);
    if (std::ssize(values) >= kBlockEntries || std::ssize(labels) == kMaxBlockRows) flush();
  }
  flush();
  if (samples == 0) base::Fail("{} holds no samples", reader.file().string());
}

}  // namespace fdskl::datasets
