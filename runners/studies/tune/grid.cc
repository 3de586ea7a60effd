#include "runners/studies/tune/grid.h"

#include <algorithm>

#include "base/error.h"
#include "base/files.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/methods.h"
#include "baselines/svm/svm_methods.h"
#include "datasets/catalogue.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::tune {
namespace {

constexpr char kJoin = '+';

template <class Visit>
void VisitRules(SearchRules& rules, Visit&& visit) {
  visit("rows", rules.rows, "use at most this many samples of the tuning pool");
  visit("folds", rules.folds, "number of folds of the cross-validation");
  visit("rounds", rules.rounds, "go over all axes at most this often");
}

std::vector<std::string> NamesOf(std::string_view key) {
  std::vector<std::string> names(1);
  for (const char c : key) {
    if (c == kJoin) {
      names.emplace_back();
    } else {
      names.back() += c;
    }
  }
  return names;
}

// Reads one place on an axis: `node` is a value or, for settings that move together, a list of values.
toml::table ReadPlace(std::string_view source, const std::vector<std::string>& names, const toml::node& node) {
  toml::table place;
  const toml::array* list = node.as_array();
  if ((names.size() > 1) != (list != nullptr) || (list != nullptr && list->size() != names.size())) {
    base::Fail("{}: a place on the axis of {} needs {}", cell::Where(source, node), fmt::join(names, " and "),
               names.size() == 1 ? "one value" : fmt::format("a list of {} values", names.size()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) place.insert(names[i], list == nullptr ? node : *list->get(i));
  return place;
}

Axis ReadAxis(std::string_view source, std::string_view key, const toml::array& array) {
  Axis axis{std::string(key), {}};
  if (array.empty()) base::Fail("{}: the axis of {} is empty", cell::Where(source, array), key);
  for (const toml::node& node : array) axis.values.push_back(ReadPlace(source, NamesOf(key), node));
  return axis;
}

// Adds the entries of a table in the order of the file. An axis or value replaces one with the same key.
void Add(std::string_view source, baselines::MethodRef method, const toml::table& table, toml::table& fixed,
         Grid& grid) {
  std::vector<std::pair<std::string_view, const toml::node*>> entries;
  for (const auto& [key, node] : table) {
    if (!node.is_table()) entries.emplace_back(key.str(), &node);
  }
  std::ranges::sort(entries, {}, [](const auto& entry) {
    const toml::source_position& at = entry.second->source().begin;
    return std::pair(at.line, at.column);
  });
  cell::Cell checked(method);
  for (const auto& [key, node] : entries) {
    if (const toml::array* array = node->as_array()) {
      Axis axis = ReadAxis(source, key, *array);
      for (std::size_t i = 0; i < array->size(); ++i) {
        cell::ApplyOptions(axis.values[i], cell::Where(source, *array->get(i)), checked);
      }
      const auto old = std::ranges::find(grid.axes, axis.name, &Axis::name);
      if (old != grid.axes.end()) {
        *old = std::move(axis);
      } else {
        grid.axes.push_back(std::move(axis));
      }
    } else {
      cell::ApplyOptions(toml::table{{key, *node}}, cell::Where(source, *node),
                         checked);  // a copy has no source position
      fixed.insert_or_assign(key, *node);
      std::erase_if(grid.axes, [name = key](const Axis& axis) { return axis.name == name; });
    }
  }
}

void CheckRules(std::string_view source, const SearchRules& rules) {
  if (rules.folds < 2) base::Fail("{}: folds must be at least 2, not {}", source, rules.folds);
  if (rules.rows < 8 * std::int64_t{rules.folds}) {
    base::Fail("{}: rows must be at least eight for each fold, not {}", source, rules.rows);
  }
  if (rules.rounds < 1) base::Fail("{}: rounds must be at least 1, not {}", source, rules.rounds);
}

SearchRules ReadRules(std::string_view source, const toml::table& table, SearchRules rules) {
  cell::ReadMembers(table, source, "rule of the search", [&](const auto& visit) { VisitRules(rules, visit); });
  CheckRules(cell::Where(source, table), rules);
  return rules;
}

const toml::table& AsTable(std::string_view source, const toml::node& node, std::string_view name) {
  if (!node.is_table()) base::Fail("{}: '{}' must be a table: [{}]", cell::Where(source, node), name, name);
  return *node.as_table();
}

// The method of a section. Errors: Error with file and line when it is not one that is searched.
baselines::MethodRef SectionMethod(std::string_view source, const toml::node& node, std::string_view name) try {
  const auto method = baselines::FindMethod(name);
  if (SearchedAs(method) != method) base::Fail("{} is not searched, but takes {}'s", name, SearchedAs(method)->name);
  return method;
} catch (const base::Error& error) {
  base::Fail("{}: {}", cell::Where(source, node), error.what());
}

std::string_view SectionDataset(std::string_view source, const toml::node& node, std::string_view name) try {
  return datasets::FindDataset(name).name;
} catch (const base::Error& error) {
  base::Fail("{}: {}", cell::Where(source, node), error.what());
}

}  // namespace

std::vector<std::size_t> Grid::Start() const {
  std::vector<std::size_t> start;
  for (const Axis& axis : axes) start.push_back((axis.values.size() - 1) / 2);
  return start;
}

toml::table Grid::SettingsAt(std::span<const std::size_t> point) const {
  FDSKL_REQUIRE(point.size() == axes.size());
  toml::table settings = own;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    for (const auto& [key, node] : axes[a].values.at(point[a])) settings.insert_or_assign(key, node);
  }
  return settings;
}

baselines::MethodRef SearchedAs(baselines::MethodRef method) {
  return method->same_settings_as != nullptr ? method->same_settings_as : method;
}

Grid ReadGrid(const std::filesystem::path& file, baselines::MethodRef method, std::string_view dataset) {
  FDSKL_REQUIRE(SearchedAs(method) == method);
  const std::string source = file.string();
  const toml::table whole = cell::ParseToml(base::ReadText(file), source);
  Grid grid;
  bool found = false;
  for (const auto& [key, node] : whole) {
    const toml::table& table = AsTable(source, node, key.str());
    if (key.str() == "search") {
      grid.rules = ReadRules(source, table, {});
      const SearchRules common = grid.rules;
      for (const auto& [name, own] : table) {
        if (!own.is_table()) continue;
        const SearchRules rules = ReadRules(source, *own.as_table(), common);
        if (SectionDataset(source, own, name.str()) == dataset) grid.rules = rules;
      }
      continue;
    }
    const baselines::MethodRef section = SectionMethod(source, node, key.str());
    Grid read;
    Add(source, section, table, read.common, read);
    const Grid common = read;
    for (const auto& [name, own] : table) {
      if (!own.is_table()) continue;
      Grid with = common;
      Add(source, section, *own.as_table(), with.own, with);
      if (SectionDataset(source, own, name.str()) == dataset) read = std::move(with);
    }
    if (section != method) continue;
    found = true;
    grid.common = std::move(read.common);
    grid.own = std::move(read.own);
    grid.axes = std::move(read.axes);
  }
  if (!found || grid.axes.empty()) base::Fail("{} has no axes for {} on {}", source, method->name, dataset);
  return grid;
}

}  // namespace fdskl::tune
