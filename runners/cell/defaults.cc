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

// Checks a name: Error with the place of `node` before the message of what `check` throws.
template <class Check>
auto At(std::string_view source, const toml::node& node, std::string_view name, const Check& check) try {
  return check(name);
} catch (const base::Error& error) {
  base::Fail("{}: {}", Where(source, node), error.what());
}

// The method that a section inherits from; none when it has no such line.
MethodRef Inherited(const toml::table& section, std::string_view source) {
  const toml::node* node = section.get(kInherit);
  if (node == nullptr) return nullptr;
  return At(source, *node, node->value_or(std::string()), baselines::FindMethod);
}

// Every section and every name in it, whichever method is asked for.
void CheckSections(const toml::table& whole, std::string_view source) {
  for (const auto& [key, node] : whole) {
    const MethodRef method = At(source, node, key.str(), baselines::FindMethod);
    const toml::table& settings = AsTable(node, key.str(), source);
    const MethodRef inherited = Inherited(settings, source);
    if (inherited != nullptr && (inherited == method || !whole.contains(inherited->name))) {
      base::Fail("{}: {} must be another method with a section here, not '{}'", Where(source, *settings.get(kInherit)),
                 kInherit, inherited->name);
    }
    Cell unused(method);
    std::vector<base::Option> keys = unused.Options();
    keys.push_back({kInherit, base::TextValue{{}, [](const std::string&) {}, ""}, ""});
    ReadOptions(settings, source, fmt::format("setting of {}", method->name), keys);
    for (const auto& [dataset, deeper] : settings) {
      if (!deeper.is_table()) continue;
      At(source, deeper, dataset.str(), datasets::FindDataset);
      ApplyOptions(*deeper.as_table(), source, unused);
    }
  }
}

// The sections that hold settings of `method`: that which its own inherits from, then its own.
std::vector<const toml::table*> SectionsFor(const toml::table& whole, MethodRef method) {
  const toml::table* own = whole.get_as<toml::table>(method->name);
  if (own == nullptr) return {};
  if (!own->contains(kInherit)) return {own};
  return {whole.get_as<toml::table>((*own)[kInherit].value_or(std::string_view())), own};
}

// What a section says of settings that the cell's method has.
toml::table OwnOf(const toml::table& section, Cell& cell) {
  toml::table own;
  for (const base::Option& option : cell.Options()) {
    if (const toml::node* node = section.get(option.name)) own.insert(option.name, *node);
  }
  return own;
}

}  // namespace

Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, MethodRef method) {
  Cell cell(method);
  cell.dataset = dataset;
  if (method->is_central()) cell.workers = 1;
  ApplyDefaults(file, cell);
  return cell;
}

void ApplyDefaults(const std::filesystem::path& file, Cell& cell) {
  const std::string source = file.string();
  const toml::table whole = ParseToml(base::ReadText(file), source);
  CheckSections(whole, source);
  for (const toml::table* section : SectionsFor(whole, cell.method())) {
    ApplyOptions(OwnOf(*section, cell), source, cell);
    const toml::node* own = section->get(cell.dataset);
    if (own != nullptr && own->is_table()) ApplyOptions(OwnOf(*own->as_table(), cell), source, cell);
  }
}

}  // namespace fdskl::cell
