// A setting that a user may change: its name, where its value is kept, and its meaning.
//
//   std::vector<Option> Options() {
//     return {{"sigma", &sigma, "kernel width"}, {"loss", Named(loss), "loss to minimise"}};
//   }
//
// The command line, settings files, the `settings` column of the results and the documents are all made from such
// lists. runners/cell/option_text.h reads and writes the values.
// Lifetime: an option points into the object that listed it.
#ifndef FDSKL_BASE_OPTION_H_
#define FDSKL_BASE_OPTION_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/names.h"

namespace fdskl::base {

// An amount of memory: a user writes a number of bytes, or one with K, M or G for powers of 1024, as in "500M".
struct ByteCount {
  std::int64_t bytes = 0;
};

// A value that is written as text: an enum, or any other type that can be parsed.
struct TextValue {
  std::function<std::optional<std::string>()> get;   // none when the value is not set
  std::function<void(const std::string& text)> set;  // throws an Error with the valid choices
  std::string type;                                  // as the help shows it: "a|b", "LINK"
};

struct Option {
  using Value =
      std::variant<bool*, int*, std::int64_t*, std::uint64_t*, double*, ByteCount*, std::optional<std::int64_t>*,
                   std::optional<double>*, std::optional<ByteCount>*, TextValue>;

  std::string_view name;  // with underscores
  Value value;
  std::string_view meaning;
};

// The names of an enum as a choice: "gaussian|laplace".
template <class E>
std::string ChoiceOf() {
  std::string text;
  for (const auto& [value, name] : kNames<E>.table) text += fmt::format("{}{}", text.empty() ? "" : "|", name);
  return text;
}

// An enum with a table of names, as an option's value.
template <class E>
TextValue Named(E& value) {
  return {[&value] { return std::optional<std::string>(NameOf(value)); },
          [&value](const std::string& name) { value = ParseName<E>(name); }, ChoiceOf<E>()};
}
template <class E>
TextValue Named(std::optional<E>& value) {
  return {[&value] { return value ? std::optional<std::string>(NameOf(*value)) : std::nullopt; },
          [&value](const std::string& name) { value = ParseName<E>(name); }, ChoiceOf<E>()};
}

// Checks of settings.
// Errors: Error says which setting is wrong and what it may be.
void RequireAtLeast(std::string_view name, std::int64_t value, std::int64_t least);
void RequirePositive(std::string_view name, double value);
void RequireNotNegative(std::string_view name, double value);

}  // namespace fdskl::base

#endif  // FDSKL_BASE_OPTION_H_
