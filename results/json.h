// Rows as JSON, for programs that read the standard output: an array with one object per row, keyed by column.
//
// An empty optional, NaN and infinity become null. Numbers read back as the same double. Text is escaped; bytes above
// 127 are copied, as UTF-8.
//
// By hand: nlohmann-json writes 1 as 1.0 and a line end as \n. Settings as JSON are part of every cell's hash, so the
//          text must never change.
#ifndef FDSKL_RESULTS_JSON_H_
#define FDSKL_RESULTS_JSON_H_

#include <fmt/format.h>

#include <concepts>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fdskl::results {

std::string Json(double value);
std::string Json(std::string_view text);
std::string Json(std::integral auto value) { return fmt::format("{}", value); }  // bool is true or false

template <class T>
std::string Json(const std::optional<T>& value) {
  return value ? Json(*value) : "null";
}

// One row of any table, on one line.
template <class Row>
std::string JsonObject(const Row& row) {
  std::string json;
  char separator = '{';
  VisitFields(row, [&](const char* name, const auto& value, const char*) {
    json += fmt::format("{}\"{}\": {}", separator, name, Json(value));
    separator = ',';
  });
  return json + '}';
}

// Row is RunRow, CurveRow or ClaimRow.
template <class Row>
std::string JsonArray(std::span<const Row> rows);

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_JSON_H_
