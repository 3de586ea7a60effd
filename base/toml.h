// Reads TOML into typed members, strictly: a value of the wrong kind and an unknown key are errors that name the place
// and the valid choices.
//
// For a type of your own, define a function ReadValue(node, value) in its namespace.
#ifndef FDSKL_BASE_TOML_H_
#define FDSKL_BASE_TOML_H_

#include <toml++/toml.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/names.h"
#include "base/option.h"

namespace fdskl::base {

// `source` is the file's name, for messages.
// Errors: Error with file and line.
toml::table ParseToml(std::string_view text, std::string_view source);

// Stores the text that a user typed after an option under `name`, as the TOML value that it is: a number, true or
// false, or else text.
void InsertTyped(toml::table& options, std::string_view name, const std::string& text);

// The place of a value, for messages: "file:3"; "file" when the value was not parsed from a file; "line 3" when
// `source` is empty.
std::string Where(std::string_view source, const toml::node& node);

// Throws an Error: "must be WHAT, not VALUE".
[[noreturn]] void FailToRead(const toml::node& node, std::string_view what);

// Each reads one value of its type.
// Errors: Error by FailToRead() when the node has another type.
void ReadValue(const toml::node& node, std::string& value);
void ReadValue(const toml::node& node, double& value);
void ReadValue(const toml::node& node, bool& value);
void ReadValue(const toml::node& node, ByteCount& count);
void ReadValue(const toml::node& node, const Option& option);

template <std::integral T>
void ReadValue(const toml::node& node, T& value) {
  const auto whole = node.is_integer() ? node.value<std::int64_t>() : std::nullopt;
  if (!whole || !std::in_range<T>(*whole)) {
    FailToRead(node, std::is_unsigned_v<T> ? "a whole number from 0 up" : "a whole number");
  }
  value = static_cast<T>(*whole);
}

template <class E>
requires std::is_enum_v<E>
void ReadValue(const toml::node& node, E& value) {
  std::string name;
  ReadValue(node, name);
  value = ParseName<E>(name);
}

template <class T>
void ReadValue(const toml::node& node, std::vector<T>& values);

template <class T>
void ReadValue(const toml::node& node, std::optional<T>& value) {
  ReadValue(node, value.emplace());
}

template <class T>
void ReadValue(const toml::node& node, std::vector<T>& values) {
  if (!node.is_array()) FailToRead(node, "a list");
  values.clear();
  for (const toml::node& item : *node.as_array()) ReadValue(item, values.emplace_back());
}

// Reads `table` into members: visit_all(visit) must call visit(name, member, meaning) for each. A member without a key
// keeps its value.
// Errors: Error with file and line for a wrong value, and for a key that is no member's name, unless its value is a
//         table. `what` is what the message calls such a key.
template <class VisitAll>
void ReadMembers(const toml::table& table, std::string_view source, std::string_view what, const VisitAll& visit_all) {
  std::vector<std::string_view> names;
  visit_all([&](std::string_view name, auto& member, const char*) {
    names.push_back(name);
    const toml::node* node = table.get(name);
    if (node == nullptr) return;
    try {
      ReadValue(*node, member);
    } catch (const Error& error) {
      Fail("{}: {}: {}", Where(source, *node), name, error.what());
    }
  });
  for (const auto& [key, node] : table) {
    if (!node.is_table() && std::find(names.begin(), names.end(), key.str()) == names.end()) {
      Fail("{}: {}", Where(source, node), UnknownName(what, key.str(), names));
    }
  }
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_TOML_H_
