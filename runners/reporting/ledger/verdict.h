// What can be said of a claim of the paper.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_VERDICT_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_VERDICT_H_

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl::ledger {

enum class Verdict { kHeld, kPartly, kDidNotHold, kNotTestable };

constexpr auto NamesOf(Verdict /*value*/) {
  return base::EnumTable<Verdict, 4>{"verdict",
                                     {{{Verdict::kHeld, "held"},
                                       {Verdict::kPartly, "partly"},
                                       {Verdict::kDidNotHold, "did-not-hold"},
                                       {Verdict::kNotTestable, "not-testable"}}}};
}

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

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_VERDICT_H_
