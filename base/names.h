// Enums and their names. An unknown name is an error that shows the nearest right names.
//
// The table of an enum stands beside it, in its namespace:
//   enum class Kernel { kGaussian, kLaplace };
//   constexpr auto NamesOf(Kernel /*value*/) {
//     return base::EnumTable<Kernel, 2>{"kernel", {{{Kernel::kGaussian, "gaussian"}, {Kernel::kLaplace, "laplace"}}}};
//   }
#ifndef FDSKL_BASE_NAMES_H_
#define FDSKL_BASE_NAMES_H_

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace fdskl::base {

template <class E, std::size_t kSize>
struct EnumTable {
  std::string_view what;  // the enum as messages call it
  std::array<std::pair<E, std::string_view>, kSize> table;
};

// The table of an enum, for loops over all its values.
template <class E>
inline constexpr auto kNames = NamesOf(E{});

// The message "unknown dataset 'a9'; did you mean a9a? Valid: a9a, w8a."; `what` is "dataset".
std::string UnknownName(std::string_view what, std::string_view name, std::span<const std::string_view> valid);

// REQUIRES: the table contains the value.
template <class E>
std::string_view NameOf(E value) {
  for (const auto& [e, name] : kNames<E>.table)
    if (e == value) return name;
  throw std::logic_error("an enumerator without a name");
}

// Errors: Error with UnknownName() for a name that is not in the table.
template <class E>
E ParseName(std::string_view name) {
  std::vector<std::string_view> valid;
  for (const auto& [e, n] : kNames<E>.table) {
    if (n == name) return e;
    valid.push_back(n);
  }
  throw Error(UnknownName(kNames<E>.what, name, valid));
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_NAMES_H_
