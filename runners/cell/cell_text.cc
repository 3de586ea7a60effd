#include "runners/cell/cell_text.h"

#include "results/json.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

// What a member looks like in JSON and in TOML, which agree on numbers, truth values and strings.
template <class T>
std::string ValueText(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    return results::Json(base::NameOf(value));
  } else {
    return results::Json(value);
  }
}

std::string ValueText(const net::LinkModel& link) { return results::Json(net::StoredLinkText(link)); }

std::string ValueText(const base::ByteCount& count) { return results::Json(count.bytes); }

template <class T>
std::string ValueText(const std::optional<T>& value) {
  return value ? ValueText(*value) : "null";
}

}  // namespace

std::string CellText(const Cell& cell) {
  std::string text;
  VisitCell(cell, [&](const char* name, const auto& member, const char*) {
    const std::string value = ValueText(member);
    if (value != "null") text += fmt::format("{} = {}\n", name, value);
  });
  return text;
}

Cell CellFromText(std::string_view text, std::string_view source) {
  Cell cell;
  ReadMembers(ParseToml(text, source), source, "key", [&](const auto& visit) { VisitCell(cell, visit); });
  return cell;
}

std::string SettingsJson(const Cell& cell) {
  std::string json;
  VisitOwnOptions(cell, [&](const char* name, const auto& member, const char*) {
    json += fmt::format("{}\"{}\": {}", json.empty() ? "{" : ", ", name, ValueText(member));
  });
  return json + "}";
}

void ApplyOptions(const toml::table& options, std::string_view source, Cell& cell) {
  const auto read = [&] {
    ReadMembers(options, source, fmt::format("setting of {}", base::NameOf(cell.method)),
                [&](const auto& visit) { VisitOwnOptions(cell, visit); });
  };
  read();
  if (!options.contains("preset")) return;
  secureboost::ApplyPreset(cell.boost);
  read();
}

}  // namespace fdskl::cell
