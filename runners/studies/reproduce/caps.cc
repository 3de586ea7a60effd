#include "runners/studies/reproduce/caps.h"

#include <algorithm>
#include <sstream>

#include "runners/cell/toml_value.h"

namespace fdskl::reproduce {
namespace {

template <class T>
inline constexpr bool kIsNumber = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
template <>
inline constexpr bool kIsNumber<base::ByteCount> = true;
template <class T>
inline constexpr bool kIsNumber<std::optional<T>> = kIsNumber<T>;

void Lower(base::ByteCount& value, const base::ByteCount& cap) { value.bytes = std::min(value.bytes, cap.bytes); }

template <class T>
void Lower(T& value, const T& cap) {
  value = std::min(value, cap);
}

template <class T>
void Lower(std::optional<T>& value, const std::optional<T>& cap) {
  if (value) {
    Lower(*value, *cap);
  } else {
    value = cap;
  }
}

// visit(name, member) for the settings that can be capped, of cell.method or of all methods.
template <class AnyCell, class Visit>
void VisitNumbers(AnyCell& cell, bool own, const Visit& visit) {
  cell::VisitEveryOption(cell, [&](std::string_view name, auto& member, const char* meaning, cell::MethodSet methods) {
    if constexpr (kIsNumber<std::remove_cvref_t<decltype(member)>>) {
      if (!own || methods.Has(cell.method)) visit(name, member, meaning);
    }
  });
}

void ReadCaps(const toml::table& caps, std::string_view source, bool own, cell::Cell& limits) {
  const std::string what = own ? fmt::format("cap of {}", base::NameOf(limits.method)) : "cap";
  cell::ReadMembers(caps, source, what, [&](const auto& visit) { VisitNumbers(limits, own, visit); });
}

// The table of this name within `caps`, or an empty one.
const toml::table& Within(const toml::table& caps, std::string_view name) {
  static const toml::table kNone;
  const toml::node* node = caps.get(name);
  return node != nullptr && node->is_table() ? *node->as_table() : kNone;
}

// The methods, datasets and editions: what may have caps of its own.
std::vector<std::string_view> Owners() {
  std::vector<std::string_view> names;
  names.reserve(base::kNames<cell::MethodKind>.table.size() + datasets::Catalogue().size() +
                base::kNames<datasets::Edition>.table.size());
  for (const auto& [method, name] : base::kNames<cell::MethodKind>.table) names.emplace_back(name);
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) names.emplace_back(entry.name);
  for (const auto& [edition, name] : base::kNames<datasets::Edition>.table) names.emplace_back(name);
  return names;
}

std::optional<cell::MethodKind> MethodOf(std::string_view name) {
  for (const auto& [method, known] : base::kNames<cell::MethodKind>.table) {
    if (known == name) return method;
  }
  return std::nullopt;
}

}  // namespace

void CheckCaps(const toml::table& caps, std::string_view source) {
  const std::vector<std::string_view> owners = Owners();
  cell::Cell unused;
  ReadCaps(caps, source, false, unused);
  for (const auto& [key, node] : caps) {
    if (!node.is_table()) continue;
    if (std::find(owners.begin(), owners.end(), key.str()) == owners.end()) {
      base::Fail("{}: {}", cell::Where(source, node),
                 base::UnknownName("method, dataset or edition", key.str(), owners));
    }
    const auto method = MethodOf(key.str());
    if (method) unused.method = *method;
    ReadCaps(*node.as_table(), source, method.has_value(), unused);
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
  cell::Cell limits = cell;
  for (const std::string_view name :
       {std::string_view(), base::NameOf(cell.method), std::string_view(cell.dataset), base::NameOf(edition)}) {
    const toml::table& its = name.empty() ? caps : Within(caps, name);
    ReadCaps(its, "caps", false, limits);
    VisitNumbers(cell, true, [&](std::string_view setting, auto& member, const char*) {
      if (!its.contains(setting)) return;
      VisitNumbers(limits, true, [&](std::string_view same, const auto& limit, const char*) {
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, std::remove_cvref_t<decltype(limit)>>) {
          if (same == setting) Lower(member, limit);
        }
      });
    });
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
