#include "runners/cell/defaults.h"

#include "base/error.h"
#include "base/files.h"
#include "datasets/catalogue.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/option_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

const toml::table& AsTable(const toml::node& node, std::string_view name, std::string_view source) {
  if (!node.is_table()) base::Fail("{}: '{}' must be a table: [{}]", Where(source, node), name, name);
  return *node.as_table();
}

// Returns check(name). Errors: Error with the place of `node` before the message of what `check` threw.
template <class Check>
auto At(std::string_view source, const toml::node& node, std::string_view name, const Check& check) try {
  return check(name);
} catch (const base::Error& error) {
  base::Fail("{}: {}", Where(source, node), error.what());
}

// The arm whose section this section inherits from; null when it inherits from none.
ArmRef Inherited(const toml::table& section, std::string_view source) {
  const toml::node* node = section.get(kInherit);
  if (node == nullptr) return nullptr;
  return At(source, *node, node->value_or(std::string()), FindArm);
}

// Checks every section and every name in it, whichever method is wanted.
void CheckSections(const toml::table& whole, std::string_view source) {
  for (const auto& [key, node] : whole) {
    const ArmRef arm = At(source, node, key.str(), FindArm);
    const toml::table& settings = AsTable(node, key.str(), source);
    const ArmRef inherited = Inherited(settings, source);
    if (inherited != nullptr && (inherited == arm || !whole.contains(inherited->name))) {
      base::Fail("{}: {} must be another method or arm with a section here, not '{}'",
                 Where(source, *settings.get(kInherit)), kInherit, inherited->name);
    }
    Cell unused(arm->method);
    std::vector<base::Option> keys = unused.Options();
    keys.push_back({kInherit, base::TextValue{{}, [](const std::string&) {}, ""}, ""});
    ReadOptions(settings, source, fmt::format("setting of {}", arm->name), keys);
    for (const auto& [dataset, deeper] : settings) {
      if (!deeper.is_table()) continue;
      At(source, deeper, dataset.str(), datasets::FindDataset);
      ApplyOptions(*deeper.as_table(), source, unused);
    }
  }
}

// The sections that hold settings of `arm`: first the one that its own inherits from, then its own.
std::vector<const toml::table*> SectionsFor(const toml::table& whole, ArmRef arm) {
  const toml::table* own = whole.get_as<toml::table>(arm->name);
  if (own == nullptr) return {};
  if (!own->contains(kInherit)) return {own};
  return {whole.get_as<toml::table>((*own)[kInherit].value_or(std::string_view())), own};
}

// The values in a section that are settings of the cell's method.
toml::table OwnOf(const toml::table& section, Cell& cell) {
  toml::table own;
  for (const base::Option& option : cell.Options()) {
    if (const toml::node* node = section.get(option.name)) own.insert(option.name, *node);
  }
  return own;
}

// Applies the arm's sections. Returns whether one of them is for the cell's dataset.
bool ApplySections(const toml::table& whole, std::string_view source, ArmRef arm, Cell& cell) {
  bool for_dataset = false;
  for (const toml::table* section : SectionsFor(whole, arm)) {
    ApplyOptions(OwnOf(*section, cell), source, cell);
    const toml::node* own = section->get(cell.dataset);
    if (own == nullptr || !own->is_table()) continue;
    ApplyOptions(OwnOf(*own->as_table(), cell), source, cell);
    for_dataset = true;
  }
  return for_dataset;
}

// A cell without settings from a file.
Cell BareCell(std::string_view dataset, MethodRef method) {
  Cell cell(method);
  cell.dataset = dataset;
  if (method->is_central()) cell.workers = 1;
  return cell;
}

}  // namespace

Defaults::Defaults(std::string_view text, std::string source)
    : whole_(ParseToml(text, source)), source_(std::move(source)) {
  CheckSections(whole_, source_);
}

Defaults::Defaults(const std::filesystem::path& file) : Defaults(base::ReadText(file), file.string()) {}

Cell Defaults::DefaultCell(std::string_view dataset, ArmRef arm) const {
  Cell cell = BareCell(dataset, arm->method);
  Apply(arm, cell);
  return cell;
}

std::optional<Cell> Defaults::ArmCell(std::string_view dataset, ArmRef arm, std::string& missing) const {
  if (arm->is_own()) return DefaultCell(dataset, arm);
  Cell cell = BareCell(dataset, arm->method);
  const bool found = ApplySections(whole_, source_, arm, cell);
  Define(arm, cell);
  const std::string file = std::filesystem::path(source_).filename().string();
  missing.clear();
  if (!found) {
    missing = fmt::format("{} has no section [{}.{}]", file, arm->name, dataset);
  } else if (!HasSettings(arm, SettingsJson(cell))) {
    for (const ArmSetting& setting : arm->settings) {
      if (setting.value.empty())
        missing = fmt::format("{}: [{}.{}] must have {} above 0", file, arm->name, dataset, setting.name);
    }
  }
  if (!missing.empty()) return std::nullopt;
  return cell;
}

void Defaults::Apply(ArmRef arm, Cell& cell) const {
  ApplySections(whole_, source_, arm, cell);
  Define(arm, cell);
}

Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, ArmRef arm) {
  return Defaults(file).DefaultCell(dataset, arm);
}

Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, MethodRef method) {
  return DefaultCell(file, dataset, OwnArm(method));
}

std::optional<Cell> ArmCell(const std::filesystem::path& file, std::string_view dataset, ArmRef arm,
                            std::string& missing) {
  return Defaults(file).ArmCell(dataset, arm, missing);
}

void ApplyDefaults(const std::filesystem::path& file, Cell& cell) { ApplyDefaults(file, OwnArm(cell.method()), cell); }

void ApplyDefaults(const std::filesystem::path& file, ArmRef arm, Cell& cell) { Defaults(file).Apply(arm, cell); }

}  // namespace fdskl::cell
