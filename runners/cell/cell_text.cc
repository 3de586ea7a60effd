#include "runners/cell/cell_text.h"

#include <algorithm>

#include "base/error.h"
#include "base/sha256.h"
#include "datasets/split.h"
#include "results/json.h"
#include "runners/cell/option_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

base::TextValue Text(std::string& text) {
  return {[&text] { return std::optional(text); }, [&text](const std::string& value) { text = value; }, "TEXT"};
}

// The options, and what else the driver tells the ranks.
std::vector<base::Option> AllOf(Cell& cell) {
  std::vector<base::Option> all = {
      {"dataset", Text(cell.dataset), "name in the catalogue"},
      {"data_file", Text(cell.data_file), "the prepared column store"},
      {"model_folder", Text(cell.model_folder), "where the workers leave their parts of the model"},
      {"parties", Text(cell.parties), "catalogue entry of data that their parties keep"},
      {"all_rows", &cell.all_rows, "whether all rows train, and none are held out"},
      {"party_cores", &cell.party_cores, "cores that the logical clocks give each party"},
      {"split_rule", Text(cell.split_rule), "the rule by which samples are split"}};
  for (base::Option& option : cell.Options()) all.push_back(std::move(option));
  return all;
}

bool Has(std::span<const base::Option> options, std::string_view name) {
  return std::ranges::find(options, name, &base::Option::name) != options.end();
}

}  // namespace

std::string CellText(const Cell& cell) {
  std::string text = fmt::format("method = {}\n", results::Json(cell.method()->name));
  Cell copy = cell;
  for (const base::Option& option : AllOf(copy)) {
    const std::string value = OptionText(option);
    if (value != "null") text += fmt::format("{} = {}\n", option.name, value);
  }
  return text;
}

Cell CellFromText(std::string_view text, std::string_view source) {
  toml::table table = ParseToml(text, source);
  MethodRef method = &kFdskl;
  if (const toml::node* node = table.get("method")) ReadValue(*node, method);
  table.erase("method");
  Cell cell(method);
  cell.split_rule.clear();
  const std::vector<base::Option> all = AllOf(cell);
  // Earlier versions wrote the options of all methods, so those of other methods are accepted and ignored.
  for (const KnownOption& known : KnownOptions()) {
    if (!Has(all, known.option.name)) table.erase(known.option.name);
  }
  ReadOptions(table, source, "key", all);
  return cell;
}

std::string SettingsJson(const Cell& cell) {
  std::string json;
  Cell copy = cell;
  for (const base::Option& option : copy.Options()) {
    // `hold` is left out unless the user set it, so that hashes from before the option existed stay valid.
    if (option.name == kHold && !cell.hold) continue;
    json += fmt::format("{}\"{}\": {}", json.empty() ? "{" : ", ", option.name, OptionText(option));
  }
  return json + "}";
}

void ApplyOptions(const toml::table& options, std::string_view source, Cell& cell) {
  const std::vector<base::Option> own = cell.Options();
  const auto read = [&] { ReadOptions(options, source, fmt::format("setting of {}", cell.method()->name), own); };
  read();
  if (!options.contains("preset")) return;
  cell.settings().ApplyPreset();
  read();
}

std::string CellHash(const Cell& cell, const datasets::Prepared& data) {
  constexpr std::size_t kDigits = 20;
  Cell used = cell;
  used.rows = std::min(cell.rows.value_or(data.rows), data.rows);
  used.edition = data.edition;
  used.time_limit.reset();
  used.memory_limit.reset();
  std::string text = fmt::format("{}\n{} {}\n{}\n{}\nsplit {}\n", used.dataset, used.method()->name,
                                 used.method()->version, SettingsJson(used), data.checksum, datasets::kSplitRule);
  // The usual scaling is left out.
  const datasets::Scaling scaling =
      used.parties.empty() ? datasets::FindDataset(used.dataset).scaling : datasets::Scaling::kMinMax;
  if (scaling != datasets::Scaling::kMinMax) text += fmt::format("scaling {}\n", base::NameOf(scaling));
  return base::Sha256OfText(text).substr(0, kDigits);
}

}  // namespace fdskl::cell
