#include "results/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "base/error.h"
#include "base/text.h"
#include "results/audit_row.h"
#include "results/bench_row.h"
#include "results/claim_row.h"
#include "results/comm_row.h"
#include "results/curve_row.h"
#include "results/json.h"
#include "results/plan_row.h"
#include "results/rows.h"
#include "results/run_row.h"
#include "results/theory_row.h"
#include "results/traffic_row.h"
#include "results/tuning_row.h"

namespace fdskl::results {
namespace {

std::string Field(const std::string& text) { return base::QuotedCsv(text); }
std::string Field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : ""; }
std::string Field(std::integral auto value) { return fmt::format("{}", value); }
template <class T>
std::string Field(const std::optional<T>& value) {
  return value ? Field(*value) : "";
}

template <class Row>
void WriteCsv(const std::vector<Row>& rows, std::ostream& to) {
  const char* separator = "";
  const Row names;
  VisitFields(names, [&](const char* name, const auto&, const char*) { to << std::exchange(separator, ",") << name; });
  to << "\r\n";
  for (const Row& row : rows) {
    separator = "";
    VisitFields(
        row, [&](const char*, const auto& value, const char*) { to << std::exchange(separator, ",") << Field(value); });
    to << "\r\n";
  }
}

template <class Row>
void Write(const std::filesystem::path& file, ExportFormat format, std::ostream& to) {
  if (!std::filesystem::exists(file) && !HasStagedRows(file)) base::Fail("{} is not there", file.string());
  const std::vector<Row> rows = ReadRows<Row>(file);
  if (format == ExportFormat::kCsv) return WriteCsv(rows, to);
  for (const Row& row : rows) to << JsonObject(row) << '\n';
}

struct Table {
  std::string_view name;
  void (*write)(const std::filesystem::path&, ExportFormat, std::ostream&);
};
constexpr std::array<Table, 10> kTables = {{{"runs", Write<RunRow>},
                                            {"curves", Write<CurveRow>},
                                            {"plan", Write<PlanRow>},
                                            {"claims", Write<ClaimRow>},
                                            {"comm", Write<CommRow>},
                                            {"theory", Write<TheoryRow>},
                                            {"audit", Write<AuditRow>},
                                            {"traffic", Write<TrafficRow>},
                                            {"tuning", Write<TuningRow>},
                                            {"bench", Write<BenchRow>}}};

}  // namespace

std::vector<std::string_view> ExportedTables() {
  std::vector<std::string_view> names;
  names.reserve(kTables.size());
  for (const Table& table : kTables) names.push_back(table.name);
  return names;
}

void Export(const std::filesystem::path& folder, std::string_view table, ExportFormat format, std::ostream& to) {
  const auto found = std::ranges::find(kTables, table, &Table::name);
  if (found == kTables.end()) throw base::Error(base::UnknownName("table", table, ExportedTables()));
  found->write(folder / fmt::format("{}.arrow", table), format, to);
  to.flush();
  if (!to) base::Fail("the rows of {} could not all be written", table);
}

}  // namespace fdskl::results
