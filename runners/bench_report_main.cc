// bench_report LINES FOLDER: writes what benchmarks found to bench.json and bench.arrow in FOLDER, and prints a table.
//
// LINES has one line for each ratio: "name ratio limit kind". The kind is at-least, at-most or reported.
// Exit status 1 when a ratio is beyond its limit, or LINES cannot be read.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <sstream>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "results/bench_row.h"
#include "results/json.h"
#include "results/rows.h"
#include "results/run_row.h"
#include "runners/cell/provenance.h"

namespace fdskl::runners {
namespace {

results::BenchRow ParseLine(const std::string& line, const results::RunRow& provenance) {
  results::BenchRow row;
  double limit = 0;
  std::istringstream words(line);
  if (!(words >> row.name >> row.ratio >> limit >> row.kind)) base::Fail("'{}' is no line of a benchmark", line);
  if (row.kind == "at-least") {
    row.holds = row.ratio >= limit;
  } else if (row.kind == "at-most") {
    row.holds = row.ratio <= limit;
  } else if (row.kind != "reported") {
    base::Fail("'{}': the kind must be at-least, at-most or reported", line);
  }
  if (row.kind != "reported") row.bar = limit;
  row.commit = provenance.commit;
  row.cpu = provenance.cpu;
  row.time = provenance.time;
  return row;
}

std::vector<results::BenchRow> Parse(const std::string& text) {
  results::RunRow provenance;
  cell::FillProvenance(std::time(nullptr), provenance);
  std::vector<results::BenchRow> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) rows.push_back(ParseLine(line, provenance));
  return rows;
}

std::string JsonByName(const std::vector<results::BenchRow>& rows) {
  std::string json;
  for (const results::BenchRow& row : rows) {
    json += fmt::format("{}\n  {}: {{\"ratio\": {}, \"bar\": {}, \"kind\": {}, \"holds\": {}}}",
                        json.empty() ? "{" : ",", results::Json(row.name), results::Json(row.ratio),
                        row.bar ? results::Json(*row.bar) : "null", results::Json(row.kind), row.holds);
  }
  return json + "\n}\n";
}

int Report(const std::filesystem::path& lines, const std::filesystem::path& folder) {
  const std::vector<results::BenchRow> rows = Parse(base::ReadText(lines));
  for (const results::BenchRow& row : rows) {
    const char* const verdict = !row.bar ? "" : row.holds ? "holds" : "DOES NOT HOLD";
    fmt::print("{:<40} {:>8.3f}  {:<9} {:>5}  {}\n", row.name, row.ratio, row.kind,
               row.bar ? fmt::format("{}", *row.bar) : "", verdict);
  }
  results::WriteRows<results::BenchRow>(folder / "bench.arrow", rows);
  base::WriteText(folder / "bench.json", JsonByName(rows));
  return std::all_of(rows.begin(), rows.end(), [](const results::BenchRow& row) { return row.holds; }) ? 0 : 1;
}

}  // namespace
}  // namespace fdskl::runners

int main(int argc, char** argv) try {
  if (argc != 3) fdskl::base::Fail("usage: bench_report LINES FOLDER");
  return fdskl::runners::Report(argv[1], argv[2]);
} catch (const std::exception& error) {
  fmt::print(stderr, "bench_report: {}\n", error.what());
  return 1;
}
