// Enums and their names, in one table each; unknown names are errors that show the nearest right ones.
//
//   template <> struct EnumNames<Masking> {
//     static constexpr std::string_view what = "masking";
//     static constexpr std::array<std::pair<Masking, std::string_view>, 3> table{{{Masking::kPaper, "paper"}, ...}};
//   };
#ifndef FDSKL_BASE_NAMES_H_
#define FDSKL_BASE_NAMES_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace fdskl {

template <class E>
struct EnumNames;

// "no dataset 'nosuch'; did you mean 'a9a'? Valid: ...", for any list of names.
std::string UnknownName(std::string_view what, std::string_view name, std::span<const std::string_view> valid);

template <class E>
std::string_view NameOf(E value) {
  for (const auto& [e, name] : EnumNames<E>::table)
    if (e == value) return name;
  throw std::logic_error("an enumerator without a name");
}

template <class E>
E ParseName(std::string_view name) {
  std::vector<std::string_view> valid;
  for (const auto& [e, n] : EnumNames<E>::table) {
    if (n == name) return e;
    valid.push_back(n);
  }
  throw Error(UnknownName(EnumNames<E>::what, name, valid));
}

}  // namespace fdskl

#endif  // FDSKL_BASE_NAMES_H_
