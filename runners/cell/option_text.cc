#include "runners/cell/option_text.h"

#include <algorithm>
#include <type_traits>

#include "base/error.h"
#include "results/json.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

template <class T>
std::string TextOf(const T& value) {
  if constexpr (std::is_same_v<T, base::ByteCount>) {
    return results::Json(value.bytes);
  } else {
    return results::Json(value);
  }
}
template <class T>
std::string TextOf(const std::optional<T>& value) {
  return value ? TextOf(*value) : "null";
}

template <class T>
std::string TypeOf(const T& /*value*/) {
  if constexpr (std::is_same_v<T, bool>) {
    return "on|off";
  } else if constexpr (std::is_same_v<T, base::ByteCount>) {
    return "BYTES";
  } else {
    return std::is_integral_v<T> ? "N" : "X";
  }
}
template <class T>
std::string TypeOf(const std::optional<T>& /*value*/) {
  return TypeOf(T{});
}

template <class T>
void Lower(T& value, const T& cap) {
  if constexpr (std::is_same_v<T, base::ByteCount>) {
    value.bytes = std::min(value.bytes, cap.bytes);
  } else {
    value = std::min(value, cap);
  }
}
template <class T>
void Lower(std::optional<T>& value, const std::optional<T>& cap) {
  if (value) {
    Lower(*value, *cap);
  } else {
    value = cap;
  }
}

}  // namespace

std::string OptionText(const base::Option& option) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>) {
          return TextOf(*value);
        } else {
          return TextOf(value.get());
        }
      },
      option.value);
}

std::string OptionType(const base::Option& option) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>) {
          return TypeOf(*value);
        } else {
          return value.type;
        }
      },
      option.value);
}

void ReadOptions(const toml::table& table, std::string_view source, std::string_view what,
                 std::span<const base::Option> options) {
  ReadMembers(table, source, what, [&](const auto& visit) {
    for (const base::Option& option : options) visit(option.name, option, "");
  });
}

bool IsNumber(const base::Option& option) {
  return !std::holds_alternative<bool*>(option.value) && !std::holds_alternative<base::TextValue>(option.value);
}

void LowerTo(const base::Option& cap, const base::Option& option) {
  FDSKL_REQUIRE(IsNumber(option) && cap.value.index() == option.value.index());
  std::visit(
      [&](const auto& value) {
        using Value = std::remove_cvref_t<decltype(value)>;
        if constexpr (std::is_pointer_v<Value> && !std::is_same_v<Value, bool*>)
          Lower(*value, *std::get<Value>(cap.value));
      },
      option.value);
}

}  // namespace fdskl::cell
