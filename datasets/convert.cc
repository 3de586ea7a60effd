#include "datasets/convert.h"

#include <fmt/ostream.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <optional>
#include <regex>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "datasets/text_reader.h"

namespace fdskl::datasets {
namespace {

using std::filesystem::path;

// Runs a program and returns its standard output. Errors: Error names the package that contains the program.
std::string OutputOf(const std::vector<std::string>& command, std::string_view package) try {
  const base::Finished finished = base::RunToEnd(command);
  if (finished.exit_status != 0)
    base::Fail("{} ended with status {}: {}", command[0], finished.exit_status, finished.error);
  return finished.output;
} catch (const base::Error& error) {
  base::Fail("{} (Debian's package {})", error.what(), package);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

// The text without blanks at both ends and without quotes around it.
std::string_view Bare(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
  }
  return text;
}

// The fields of a line, without quotes. Values here are numbers and names, which contain no commas.
std::vector<std::string> Fields(std::string_view line) {
  std::vector<std::string> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(',', begin), line.size());
    fields.emplace_back(Bare(line.substr(begin, end - begin)));
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

// Writes a temporary file, and renames it when it is complete.
class CsvFile {
 public:
  explicit CsvFile(const path& file) : file_(file), out_(file_.temp_path()) {}

  void Add(const std::vector<std::string>& fields) { fmt::print(out_, "{}\n", fmt::join(fields, ",")); }
  void Finish() {
    out_.close();
    if (!out_) base::Fail("cannot write {}", file_.temp_path().string());
    file_.Commit();
  }

 private:
  base::AtomicFile file_;
  std::ofstream out_;
};

// The part of an ARFF file before its data.
struct ArffHeader {
  std::vector<std::string> names;
  std::size_t label = 0;
};

ArffHeader ReadArffHeader(TextReader& reader, const TableFormat& format) {
  ArffHeader header;
  std::optional<std::size_t> label;
  std::optional<std::size_t> similar;
  std::string_view line;
  while (reader.NextLine(&line)) {
    const std::string lower = Lower(line);
    if (lower.starts_with("@data")) {
      if (!label) label = similar;
      if (!label) reader.Fail("no attribute is called {} or FinancialDistress...", format.label);
      header.label = *label;
      return header;
    }
    if (!lower.starts_with("@attribute")) continue;
    std::string_view rest = line.substr(std::string_view("@attribute").size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    const bool quoted = !rest.empty() && (rest.front() == '"' || rest.front() == '\'');
    const std::size_t end = quoted ? rest.find(rest.front(), 1) + 1 : rest.find_first_of(" \t{");
    const std::string name(Bare(rest.substr(0, std::min(end, rest.size()))));
    if (name == format.label) label = header.names.size();
    if (name.find("FinancialDistress") != std::string::npos) similar = header.names.size();
    header.names.push_back(name);
  }
  reader.Fail("there is no @data");
}

std::string LabelText(const std::string& text) {
  const std::string lower = Lower(text);
  if (lower == "yes" || lower == "true") return "1";
  if (lower == "no" || lower == "false") return "0";
  return text;
}

}  // namespace

void ConvertZippedXls(const path& archive, const TableFormat& format, const path& csv) {
  const base::ScratchFolder folder(path(csv) += ".unpacked");
  OutputOf({"unzip", "-q", "-o", "-j", archive.string(), "-d", folder.path().string()}, "unzip");
  std::vector<path> sheets;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    if (Lower(entry.path().extension().string()) == ".xls") sheets.push_back(entry.path());
  }
  if (sheets.size() != 1) base::Fail("{} holds {} spreadsheets (.xls), not one", archive.string(), sheets.size());
  const path text = folder.path() / "table.csv";
  base::WriteText(text, OutputOf({"xls2csv", "-q", "0", sheets.front().string()}, "catdoc"));
  TextReader reader(text);
  CsvFile out(csv);
  bool in_table = false;
  std::string_view line;
  while (reader.NextLine(&line)) {
    const std::vector<std::string> fields = Fields(line);
    in_table = in_table || std::ranges::find(fields, format.label) != fields.end();
    const bool empty = std::ranges::all_of(fields, [](const std::string& field) { return field.empty(); });
    if (in_table && !empty) out.Add(fields);
  }
  if (!in_table) base::Fail("{}: no row of the spreadsheet names a column '{}'", archive.string(), format.label);
  out.Finish();
}

void ConvertArff(const path& arff, const TableFormat& format, const path& csv) {
  TextReader reader(arff);
  const ArffHeader header = ReadArffHeader(reader, format);
  std::vector<std::string> numbered;  // dropped columns that are not there
  for (const std::string& name : format.dropped) {
    if (std::ranges::find(header.names, name) == header.names.end()) numbered.push_back(name);
  }
  CsvFile out(csv);
  std::vector<std::string> row = numbered;
  for (std::size_t i = 0; i < header.names.size(); ++i) {
    row.push_back(i == header.label ? format.label : header.names[i]);
  }
  out.Add(row);
  std::int64_t number = 0;
  std::string_view line;
  while (reader.NextLine(&line)) {
    if (Bare(line).empty() || line.starts_with('%')) continue;
    std::vector<std::string> fields = Fields(line);
    if (fields.size() != header.names.size()) {
      reader.Fail("{} values, where {} attributes are declared", fields.size(), header.names.size());
    }
    fields[header.label] = LabelText(fields[header.label]);
    for (std::string& field : fields) {
      if (field == "?") field = format.missing.empty() ? "" : format.missing.front();
    }
    fields.insert(fields.begin(), numbered.size(), std::to_string(++number));
    out.Add(fields);
  }
  out.Finish();
}

std::string OpenmlFileAddress(const path& description) {
  const std::string text = base::ReadText(description);
  std::smatch found;
  if (!std::regex_search(text, found, std::regex(R"re("url"\s*:\s*"([^"]+)")re"))) {
    base::Fail("{} names no file: it has no \"url\"", description.string());
  }
  return std::regex_replace(found[1].str(), std::regex(R"(\\/)"), "/");
}

}  // namespace fdskl::datasets
