// What can be said of a claim of the paper.
#ifndef FDSKL_RUNNERS_VERDICT_H_
#define FDSKL_RUNNERS_VERDICT_H_

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl {

enum class Verdict { kHeld, kPartly, kDidNotHold, kNotTestable };

template <>
struct EnumNames<Verdict> {
  static constexpr std::string_view what = "verdict";
  static constexpr std::array<std::pair<Verdict, std::string_view>, 4> table{{{Verdict::kHeld, "held"},
                                                                              {Verdict::kPartly, "partly"},
                                                                              {Verdict::kDidNotHold, "did-not-hold"},
                                                                              {Verdict::kNotTestable, "not-testable"}}};
};

// Of a claim with two parts.
inline Verdict VerdictOfTwo(bool first, bool second) {
  if (first && second) return Verdict::kHeld;
  return first || second ? Verdict::kPartly : Verdict::kDidNotHold;
}

// A verdict's name as people read it.
inline std::string VerdictWords(std::string name) {
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_VERDICT_H_
