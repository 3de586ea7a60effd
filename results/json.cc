#include "results/json.h"

#include <cmath>

#include "results/claim_row.h"
#include "results/curve_row.h"
#include "results/run_row.h"

namespace fdskl::results {

std::string Json(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

std::string Json(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {  // the last is for TOML, which reads this too
      json += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      json += c;
    }
  }
  return json + '"';
}

template <class Row>
std::string JsonArray(std::span<const Row> rows) {
  std::string json = "[";
  for (const Row& row : rows) {
    json += json.size() == 1 ? "\n" : ",\n";
    json += JsonObject(row);
  }
  return json + "\n]\n";
}

template std::string JsonArray(std::span<const RunRow> rows);
template std::string JsonArray(std::span<const CurveRow> rows);
template std::string JsonArray(std::span<const ClaimRow> rows);

}  // namespace fdskl::results
