#include "base/names.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace fdskl::base {
namespace {

// Levenshtein distance, upper and lower case alike.
std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same =
          std::tolower(static_cast<unsigned char>(a[i - 1])) == std::tolower(static_cast<unsigned char>(b[j - 1]));
      const std::size_t change = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string UnknownName(std::string_view what, std::string_view name, std::span<const std::string_view> valid) {
  std::vector<std::string_view> near;
  for (const std::string_view candidate : valid)
    if (Distance(name, candidate) <= std::max<std::size_t>(2, candidate.size() / 3)) near.push_back(candidate);
  std::sort(near.begin(), near.end(),
            [&](std::string_view a, std::string_view b) { return Distance(name, a) < Distance(name, b); });
  if (near.size() > 3) near.resize(3);
  const std::string hint = near.empty() ? "" : fmt::format("; did you mean {}?", fmt::join(near, " or "));
  return fmt::format("unknown {} '{}'{} Valid: {}.", what, name, near.empty() ? "." : hint, fmt::join(valid, ", "));
}

}  // namespace fdskl::base
