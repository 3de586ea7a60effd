#include "datasets/csv_reader.h"

#include <algorithm>

#include "datasets/table_reader.h"

namespace fdskl::datasets {
namespace {

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

}  // namespace

CsvRows::CsvRows(TextReader& reader) : reader_(reader) {
  std::string_view line;
  if (!NextLineWithText(reader, &line)) base::Fail("{} is empty", reader.file().string());
  std::vector<std::string_view> names;
  SplitFields(line, reader, &names);
  names_.assign(names.begin(), names.end());
}

bool CsvRows::Next(std::vector<std::string_view>* fields) {
  std::string_view line;
  if (!NextLineWithText(reader_, &line)) return false;
  SplitFields(line, reader_, fields);
  if (fields->size() != names_.size()) {
    reader_.Fail("{} fields, where the header has {}", fields->size(), names_.size());
  }
  return true;
}

void ReadCsv(TextReader& reader, const TableFormat& format, std::int64_t columns, Task task, const RowSink& sink) {
  CsvRows rows(reader);
  ReadTable(rows, format, CodingOf(rows, format, columns), task, sink);
}

}  // namespace fdskl::datasets
