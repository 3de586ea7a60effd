// Numbers in text, strictly: the whole token, finite, independent of the locale.
#ifndef FDSKL_DATASETS_NUMBER_H_
#define FDSKL_DATASETS_NUMBER_H_

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fdskl::datasets {

// A decimal number as float32; none when `token` is text, NaN, infinity or too large, or has characters left over.
inline std::optional<float> ParseNumber(std::string_view token) {
  if (token.starts_with('+') && !token.starts_with("+-")) token.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  const auto number = static_cast<float>(value);
  if (error != std::errc() || end != token.data() + token.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

// A decimal integer; none when `token` is anything else.
inline std::optional<std::int64_t> ParseInteger(std::string_view token) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_NUMBER_H_
