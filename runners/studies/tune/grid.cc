#include "runners/studies/tune/grid.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/methods.h"
#include "baselines/svm/svm_methods.h"
#include "datasets/catalogue.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"
#include "runners/cell/toml_value.h"

namespace fdskl::tune {
namespace {

constexpr std::string_view kDistance = "distance";

template <class Visit>
void VisitRules(SearchRules& rules, Visit&& visit) {
  visit("rows", rules.search.rows, "use at most this many samples of the tuning pool");
  visit("folds", rules.search.folds, "number of folds of the cross-validation");
  visit("points", rules.search.points, "points to score, each on every fold");
  visit("give_up", rules.search.give_up,
        "a point whose error on the first fold is so many times the best's is left; 0: none");
  visit("widen", rules.widen, "places that an axis may go on beyond each of its ends");
  visit("finalists", rules.finalists, "best points of the search from which it goes on with more samples");
  visit("final_rows", rules.final.rows, "as rows, in that step");
  visit("final_folds", rules.final.folds, "as folds, in that step");
  visit("final_points", rules.final.points, "points to score in that step: the best ones, then their neighbours");
  visit("final_give_up", rules.final.give_up, "as give_up, in that step");
  visit("final_finer", rules.final_finer, "whether that step also scores places between those of the axes");
}

double Number(std::string_view source, std::string_view what, const toml::node& node) {
  const auto number = node.value<double>();
  if (!number) base::Fail("{}: {} must be a number", cell::Where(source, node), what);
  return *number;
}

// Reads { values = [..], factor = .., least = .., most = .., unit = "distance" }.
Widening ReadWidening(std::string_view source, std::string_view key, const toml::table& table) {
  Widening widening;
  for (const auto& [name, node] : table) {
    if (name.str() == "values") continue;
    if (name.str() == "factor") {
      widening.factor = Number(source, "factor", node);
    } else if (name.str() == "least") {
      widening.least = Number(source, "least", node);
    } else if (name.str() == "most") {
      widening.most = Number(source, "most", node);
    } else if (name.str() == "unit") {
      if (node.value<std::string>() != kDistance) {
        base::Fail("{}: the unit of {} can only be \"{}\"", cell::Where(source, node), key, kDistance);
      }
      widening.in_distances = true;
    } else {
      constexpr std::array<std::string_view, 5> kKeys = {"values", "factor", "least", "most", "unit"};
      base::Fail("{}: {}", cell::Where(source, node), base::UnknownName("key of an axis", name.str(), kKeys));
    }
  }
  if (!(widening.factor > 1)) base::Fail("{}: the factor of {} must be above 1", cell::Where(source, table), key);
  return widening;
}

// `node` is a list of choices, or a table as for ReadWidening().
Axis ReadAxis(std::string_view source, std::string_view key, const toml::node& node) {
  Axis axis{.name = std::string(key), .values = {}, .widening = {}};
  const toml::table* const table = node.as_table();
  const toml::array* const values = table == nullptr ? node.as_array() : table->get_as<toml::array>("values");
  if (values == nullptr || values->empty()) base::Fail("{}: the axis of {} is empty", cell::Where(source, node), key);
  for (const toml::node& value : *values) axis.values.push_back(toml::table{{key, value}});
  if (table == nullptr) return axis;
  axis.widening = ReadWidening(source, key, *table);
  double before = -1;
  for (const toml::node& value : *values) {
    const double number = Number(source, key, value);
    if (number < 0 || number <= before) {
      base::Fail("{}: the values of {} must ascend from 0 or more", cell::Where(source, value), key);
    }
    before = number;
  }
  return axis;
}

// Whether an entry of a method's section is an axis; any other table belongs to a dataset.
bool IsAxis(const toml::node& node) {
  return node.is_array() || (node.is_table() && node.as_table()->contains("values"));
}

// Adds the entries of a table in the order of the file. An axis or value replaces one with the same key.
void Add(std::string_view source, cell::ArmRef arm, const toml::table& table, toml::table& fixed, Grid& grid) {
  std::vector<std::pair<std::string_view, const toml::node*>> entries;
  for (const auto& [key, node] : table) {
    if (key.str() != cell::kInherit && (!node.is_table() || IsAxis(node))) entries.emplace_back(key.str(), &node);
  }
  std::ranges::sort(entries, {}, [](const auto& entry) {
    const toml::source_position& at = entry.second->source().begin;
    return std::pair(at.line, at.column);
  });
  cell::Cell checked(arm->method);
  for (const auto& [key, node] : entries) {
    if (IsAxis(*node)) {
      Axis axis = ReadAxis(source, key, *node);
      for (const toml::table& value : axis.values) cell::ApplyOptions(value, cell::Where(source, *node), checked);
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

// `prefix` is that of the step's names in the file.
void CheckStep(std::string_view source, const char* prefix, const StepRules& rules, int least_points) {
  if (rules.folds < 2) base::Fail("{}: {}folds must be at least 2, not {}", source, prefix, rules.folds);
  if (rules.rows < 8 * std::int64_t{rules.folds}) {
    base::Fail("{}: {}rows must be at least eight for each fold, not {}", source, prefix, rules.rows);
  }
  if (rules.points < least_points)
    base::Fail("{}: {}points must be at least {}, not {}", source, prefix, least_points, rules.points);
  if (rules.give_up != 0 && !(rules.give_up >= 1))
    base::Fail("{}: {}give_up must be 0 or at least 1, not {}", source, prefix, rules.give_up);
}

void CheckRules(std::string_view source, const SearchRules& rules) {
  CheckStep(source, "", rules.search, 1);
  if (rules.final.rows != 0) CheckStep(source, "final_", rules.final, 0);
  if (rules.widen < 0) base::Fail("{}: widen must be at least 0, not {}", source, rules.widen);
  if (rules.finalists < 1) base::Fail("{}: finalists must be at least 1, not {}", source, rules.finalists);
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

// The arm of a section. Errors: Error with file and line when it is not one that is searched.
cell::ArmRef SectionArm(std::string_view source, const toml::node& node, std::string_view name) try {
  const cell::ArmRef arm = cell::FindArm(name);
  if (SearchedAs(arm) != arm) base::Fail("{} is not searched, but takes {}'s", name, SearchedAs(arm)->name);
  return arm;
} catch (const base::Error& error) {
  base::Fail("{}: {}", cell::Where(source, node), error.what());
}

std::string_view SectionDataset(std::string_view source, const toml::node& node, std::string_view name) try {
  return datasets::FindDataset(name).name;
} catch (const base::Error& error) {
  base::Fail("{}: {}", cell::Where(source, node), error.what());
}

// Checks what a section says about each dataset, whichever is wanted.
void CheckDatasets(std::string_view source, cell::ArmRef arm, const toml::table& section) {
  for (const auto& [name, own] : section) {
    if (!own.is_table() || IsAxis(own)) continue;
    SectionDataset(source, own, name.str());
    Grid unused;
    Add(source, arm, *own.as_table(), unused.own, unused);
  }
}

// The section that this one inherits from, if any, then this one.
std::vector<const toml::table*> Sections(std::string_view source, const toml::table& whole,
                                         const toml::table& section) {
  const toml::node* inherit = section.get(cell::kInherit);
  if (inherit == nullptr) return {&section};
  const auto* from = whole.get_as<toml::table>(inherit->value_or(std::string()));
  if (from == nullptr || from == &section || from->contains(cell::kInherit)) {
    base::Fail("{}: {} must name another section of this file that inherits from none", cell::Where(source, *inherit),
               cell::kInherit);
  }
  return {from, &section};
}

// Fails with a message that says how to give the axes that a search of the arm needs.
[[noreturn]] void FailWithoutAxes(std::string_view source, cell::ArmRef arm, std::string_view dataset) {
  const std::unique_ptr<MethodSettings> settings = arm->method->settings();
  std::vector<std::string_view> names;
  for (const base::Option& option : settings->Options()) names.push_back(option.name);
  if (names.empty()) {
    base::Fail("{} has no settings of its own, so that there is nothing to search; [method.{}.settings] declares them",
               arm->name, arm->name);
  }
  base::Fail(
      "{} has no axes for {} on {}: a section [{}] with a line such as {} = [VALUE, VALUE] gives one (--grids FILE "
      "names a file of yours); its settings: {}",
      source, arm->name, dataset, arm->name, names.front(), fmt::join(names, ", "));
}

}  // namespace

bool Axis::CanBeFiner() const {
  return widening &&
         std::ranges::none_of(values, [&](const toml::table& value) { return value.get(name)->is_integer(); });
}

double Rounded(double value) {
  const double unit = std::pow(10, std::floor(std::log10(value)) - 2);
  return std::stod(fmt::format("{:.3g}", std::round(value / unit) * unit));
}

std::optional<toml::table> Axis::At(int place) const {
  if (place >= 0 && place < size()) return values[base::Index(place)];
  if (!widening) return std::nullopt;
  const bool below = place < 0;
  const toml::node& end = *(below ? values.front() : values.back()).get(name);
  const auto last = end.value<double>().value();
  const int steps = below ? place : place - size() + 1;
  double number = last * std::pow(widening->factor, 1.0 * steps / widening->places);
  if (end.is_integer()) number = std::round(number);
  // No factor leads away from 0, and a whole number may round to the one before it.
  if (number == 0 || number == last || (below && number < widening->least.value_or(number)) ||
      (!below && number > widening->most.value_or(number))) {
    return std::nullopt;
  }
  if (steps % widening->places != 0) number = Rounded(number);
  if (!end.is_integer()) return toml::table{{name, number}};
  return toml::table{{name, static_cast<std::int64_t>(number)}};
}

Point Grid::Start() const {
  Point start;
  for (const Axis& axis : axes) start.push_back((axis.size() - 1) / 2);
  return start;
}

bool Grid::Has(std::size_t axis, int place) const {
  const int beyond = Beyond(axis);
  return place >= -beyond && place < axes[axis].size() + beyond && axes[axis].At(place).has_value();
}

int Grid::Beyond(std::size_t axis) const {
  return rules.widen * (axes[axis].widening ? axes[axis].widening->places : 1);
}

Grid Grid::Finer() const {
  Grid finer = *this;
  for (Axis& axis : finer.axes) {
    if (!axis.CanBeFiner()) continue;
    std::vector<toml::table> values = {axis.values.front()};
    for (const toml::table& value : std::span(axis.values).subspan(1)) {
      const double low = values.back().get(axis.name)->value<double>().value();
      const double high = value.get(axis.name)->value<double>().value();
      values.push_back(toml::table{{axis.name, Rounded(low > 0 ? std::sqrt(low * high) : high / 2)}});
      values.push_back(value);
    }
    axis.values = std::move(values);
    axis.widening->places *= 2;
  }
  return finer;
}

Point Grid::InFiner(Point point) const {
  for (std::size_t a = 0; a < axes.size(); ++a) point[a] *= axes[a].CanBeFiner() ? 2 : 1;
  return point;
}

toml::table Grid::SettingsAt(std::span<const int> point) const {
  FDSKL_REQUIRE(point.size() == axes.size());
  toml::table settings = own;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    FDSKL_REQUIRE(Has(a, point[a]));
    const toml::table value = *axes[a].At(point[a]);
    for (const auto& [key, node] : value) settings.insert_or_assign(key, node);
  }
  return settings;
}

std::int64_t Grid::Size() const {
  std::int64_t size = 1;
  for (std::size_t a = 0; a < axes.size(); ++a) {
    std::int64_t places = 0;
    for (int place = -Beyond(a); place < axes[a].size() + Beyond(a); ++place) places += Has(a, place) ? 1 : 0;
    size *= places;
  }
  return size;
}

cell::ArmRef SearchedAs(cell::ArmRef arm) {
  const bool shares = arm->is_own() && arm->method->same_settings_as != nullptr;
  return shares ? cell::OwnArm(arm->method->same_settings_as) : arm;
}

std::vector<cell::ArmRef> SearchedArms(const std::filesystem::path& file) {
  const std::string source = file.string();
  const toml::table whole = cell::ParseToml(base::ReadText(file), source);
  std::vector<cell::ArmRef> arms = cell::Arms();
  std::erase_if(arms, [&](cell::ArmRef arm) { return !whole.contains(arm->name); });
  return arms;
}

Grid ReadGrid(const std::filesystem::path& file, cell::ArmRef arm, std::string_view dataset) {
  FDSKL_REQUIRE(SearchedAs(arm) == arm);
  const std::string source = file.string();
  const toml::table whole = cell::ParseToml(base::ReadText(file), source);
  Grid grid;
  Grid ignored;
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
    const cell::ArmRef section = SectionArm(source, node, key.str());
    CheckDatasets(source, section, table);
    const std::vector<const toml::table*> sections = Sections(source, whole, table);
    for (const toml::table* each : sections) Add(source, section, *each, ignored.common, ignored);
    if (section != arm) continue;
    found = true;
    for (const toml::table* each : sections) Add(source, arm, *each, grid.common, grid);
    for (const toml::table* each : sections) {
      if (const toml::table* own = each->get_as<toml::table>(dataset)) Add(source, arm, *own, grid.own, grid);
    }
  }
  if (!found || grid.axes.empty()) FailWithoutAxes(source, arm, dataset);
  return grid;
}

}  // namespace fdskl::tune
