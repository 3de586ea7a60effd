#include "base/toml.h"

#include <cmath>
#include <sstream>

#include "base/error.h"

namespace fdskl::base {

toml::table ParseToml(std::string_view text, std::string_view source) try {
  return toml::parse(text, source);
} catch (const toml::parse_error& error) {
  Fail("{}:{}: {}", source, error.source().begin.line, error.description());
}

void InsertTyped(toml::table& options, std::string_view name, const std::string& text) {
  try {
    const toml::table parsed = toml::parse("value = " + text);
    const toml::node& value = parsed.at("value");
    if (parsed.size() == 1 && (value.is_number() || value.is_boolean())) {
      options.insert_or_assign(name, value);
      return;
    }
  } catch (const toml::parse_error&) {
    // Not a TOML value: it is text.
  }
  options.insert_or_assign(name, text);
}

std::string Where(std::string_view source, const toml::node& node) {
  const auto line = node.source().begin.line;
  if (source.empty()) return fmt::format("line {}", line);
  return line == 0 ? std::string(source) : fmt::format("{}:{}", source, line);
}

void FailToRead(const toml::node& node, std::string_view what) {
  std::ostringstream value;
  node.visit([&](const auto& typed) { value << typed; });
  Fail("must be {}, not {}", what, value.str());
}

void ReadValue(const toml::node& node, std::string& value) {
  if (!node.is_string()) FailToRead(node, "text");
  value = node.value_or(std::string());
}

void ReadValue(const toml::node& node, double& value) {
  if (!node.is_number()) FailToRead(node, "a number");
  value = node.value_or(0.0);
}

void ReadValue(const toml::node& node, bool& value) {
  const auto text = node.value<std::string>();
  if (!node.is_boolean() && text != "on" && text != "off") FailToRead(node, "on (true) or off (false)");
  value = text ? text == "on" : node.value_or(false);
}

void ReadValue(const toml::node& node, ByteCount& count) {
  constexpr std::string_view kUnits = "KMG";
  if (node.is_integer()) return ReadValue(node, count.bytes);
  double number = 0;
  char unit = 0;
  std::istringstream text(node.value_or(std::string()));
  const bool has_form = text >> number >> unit && text.get() == EOF && kUnits.find(unit) != std::string_view::npos;
  const double bytes = has_form ? std::ldexp(number, 10 * (static_cast<int>(kUnits.find(unit)) + 1)) : 0;
  if (!has_form || std::abs(bytes) >= 0x1p63) FailToRead(node, "a number of bytes, or one with K, M or G behind it");
  count.bytes = static_cast<std::int64_t>(bytes);
}

void ReadValue(const toml::node& node, const Option& option) {
  std::visit(
      [&](const auto& value) {
        if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>) {
          ReadValue(node, *value);
        } else {
          std::string text;
          ReadValue(node, text);
          value.set(text);
        }
      },
      option.value);
}

}  // namespace fdskl::base
