// For tests and fuzzers of the readers: plain parsers, which are slow and check nothing. They must read every text that
// a reader accepts as the same table.
#ifndef FDSKL_DATASETS_TESTING_PLAIN_H_
#define FDSKL_DATASETS_TESTING_PLAIN_H_

#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "datasets/table_format.h"
#include "datasets/testing.h"

namespace fdskl::datasets::testing {

// The number of features in the tables that these parsers read.
inline constexpr std::int64_t kColumns = 5;
// Stands for a missing value, because NaN does not equal itself.
inline constexpr float kMissing = -99;

// The format that PlainCsv() assumes.
inline TableFormat PlainFormat() { return {.label = "y", .dropped = {"id"}, .missing = {"NA"}}; }

// Whether a reader would treat the bytes as compressed. These parsers do not read compressed texts.
inline bool IsCompressed(std::string_view bytes) {
  return bytes.starts_with("BZh") || bytes.starts_with("\x1F\x8B") || bytes.starts_with("\xFD\x37zXZ");
}

// Splits a text into lines in the plainest way.
inline std::vector<std::string> PlainLines(const std::string& text) {
  std::istringstream stream(text.starts_with("\xEF\xBB\xBF") ? text.substr(3) : text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

inline float PlainNumber(const std::string& word) { return static_cast<float>(std::strtod(word.c_str(), nullptr)); }

inline Table PlainLibsvm(const std::string& text) {
  Table table;
  for (const std::string& line : PlainLines(text)) {
    std::istringstream words(line.substr(0, line.find('#')));
    std::string word;
    if (!(words >> word)) continue;
    table.labels.push_back(PlainNumber(word));
    table.x.emplace_back(kColumns, 0.0F);
    while (words >> word) table.x.back().at(std::stoul(word) - 1) = PlainNumber(word.substr(word.find(':') + 1));
  }
  return table;
}

// A missing value is kMissing.
inline Table PlainCsv(const std::string& text) {
  Table table;
  std::vector<std::string> names;
  for (const std::string& line : PlainLines(text)) {
    if (line.empty()) continue;
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += c;
      }
    }
    if (names.empty()) {
      names = fields;
      continue;
    }
    table.x.emplace_back();
    for (std::size_t c = 0; c < fields.size(); ++c) {
      if (names.at(c) == "y") table.labels.push_back(PlainNumber(fields[c]));
      if (names.at(c) != "y" && names.at(c) != "id") {
        table.x.back().push_back(fields[c] == "NA" ? kMissing : PlainNumber(fields[c]));
      }
    }
  }
  return table;
}

}  // namespace fdskl::datasets::testing

#endif  // FDSKL_DATASETS_TESTING_PLAIN_H_
