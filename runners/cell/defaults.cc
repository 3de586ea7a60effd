#include "runners/cell/defaults.h"

#include "base/error.h"
#include "base/files.h"
#include "datasets/catalogue.h"
#include "runners/cell/cell_text.h"
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

}  // namespace

Cell DefaultCell(const std::filesystem::path& file, std::string_view dataset, MethodKind method) {
  Cell cell;
  cell.dataset = dataset;
  cell.method = method;
  if (kCentralMethods.Has(method)) cell.workers = 1;
  ApplyDefaults(file, cell);
  return cell;
}

void ApplyDefaults(const std::filesystem::path& file, Cell& cell) {
  const std::string source = file.string();
  const toml::table whole = ParseToml(base::ReadText(file), source);
  for (const auto& [key, node] : whole) {
    const MethodKind method = At(source, node, key.str(), base::ParseName<MethodKind>);
    Cell unused;
    unused.method = method;
    const toml::table& settings = AsTable(node, key.str(), source);
    ApplyOptions(settings, source, method == cell.method ? cell : unused);
    for (const auto& [dataset, own] : settings) {
      if (!own.is_table()) continue;
      const std::string_view name = At(source, own, dataset.str(), datasets::FindDataset).name;
      ApplyOptions(*own.as_table(), source, method == cell.method && name == cell.dataset ? cell : unused);
    }
  }
}

}  // namespace fdskl::cell
