#include "runners/studies/reproduce/caps.h"

#include <algorithm>
#include <list>
#include <sstream>

#include "baselines/methods.h"
#include "runners/cell/option_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::reproduce {
namespace {

// The settings of the cell's method that can be capped.
std::vector<base::Option> NumbersOf(cell::Cell& cell) {
  std::vector<base::Option> numbers = cell.Options();
  std::erase_if(numbers, [](const base::Option& option) { return !cell::IsNumber(option); });
  return numbers;
}

// Checks caps that are for several methods: each must be a setting of one of them, and of the right kind.
void CheckNumbers(const toml::table& caps, std::string_view source) {
  std::list<cell::Cell> cells;  // one per method, to read the values into
  std::vector<base::Option> numbers;
  for (const baselines::MethodRef method : baselines::Methods()) {
    for (base::Option& option : NumbersOf(cells.emplace_back(method))) numbers.push_back(std::move(option));
  }
  cell::ReadOptions(caps, source, "cap", numbers);
}

// The table of this name within `caps`, or an empty one.
const toml::table& Within(const toml::table& caps, std::string_view name) {
  static const toml::table kNone;
  const toml::node* node = caps.get(name);
  return node != nullptr && node->is_table() ? *node->as_table() : kNone;
}

// The names that may have their own caps: methods, datasets and editions.
std::vector<std::string_view> Owners() {
  std::vector<std::string_view> names;
  for (const baselines::MethodRef method : baselines::Methods()) names.push_back(method->name);
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) names.emplace_back(entry.name);
  for (const auto& [edition, name] : base::kNames<datasets::Edition>.table) names.emplace_back(name);
  return names;
}

}  // namespace

void CheckCaps(const toml::table& caps, std::string_view source) {
  const std::vector<std::string_view> owners = Owners();
  CheckNumbers(caps, source);
  for (const auto& [key, node] : caps) {
    if (!node.is_table()) continue;
    if (std::find(owners.begin(), owners.end(), key.str()) == owners.end()) {
      base::Fail("{}: {}", cell::Where(source, node),
                 base::UnknownName("method, dataset or edition", key.str(), owners));
    }
    if (const auto* method = baselines::TryFindMethod(key.str())) {
      cell::Cell unused(method);
      cell::ReadOptions(*node.as_table(), source, fmt::format("cap of {}", method->name), NumbersOf(unused));
    } else {
      CheckNumbers(*node.as_table(), source);
    }
    for (const auto& [name, deeper] : *node.as_table()) {
      if (deeper.is_table()) base::Fail("{}: no table '{}' is possible here", cell::Where(source, deeper), name.str());
    }
  }
}

toml::table Overlay(toml::table caps, const toml::table& own) {
  for (const auto& [key, node] : own) {
    if (node.is_table()) {
      caps.insert_or_assign(key, Overlay(Within(caps, key.str()), *node.as_table()));
    } else {
      caps.insert_or_assign(key, node);
    }
  }
  return caps;
}

void ApplyCaps(const toml::table& caps, datasets::Edition edition, cell::Cell& cell) {
  for (const std::string_view name :
       {std::string_view(), cell.method()->name, std::string_view(cell.dataset), base::NameOf(edition)}) {
    const toml::table& its = name.empty() ? caps : Within(caps, name);
    cell::Cell limits = cell;
    const std::vector<base::Option> limit_of = NumbersOf(limits);
    const std::vector<base::Option> numbers = NumbersOf(cell);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const toml::node* node = its.get(numbers[i].name);
      if (node == nullptr) continue;
      cell::ReadValue(*node, limit_of[i]);
      cell::LowerTo(limit_of[i], numbers[i]);
    }
  }
}

std::string DescribeCaps(const toml::table& caps) {
  std::ostringstream text;
  const auto add = [&](const toml::table& table) {
    const char* separator = "";
    for (const auto& [key, node] : table) {
      if (node.is_table()) continue;
      text << separator << key.str() << ' ';
      node.visit([&](const auto& value) { text << value; });
      separator = ", ";
    }
  };
  add(caps);
  for (const auto& [key, node] : caps) {
    if (!node.is_table()) continue;
    text << (text.tellp() > 0 ? "; " : "") << key.str() << ": ";
    add(*node.as_table());
  }
  return text.tellp() > 0 ? text.str() : "nothing";
}

}  // namespace fdskl::reproduce
