// The verdicts that the ledger gives on the paper's claims. `fdskl audit` prints the one on Theorem 2 as well.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_VERDICT_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_VERDICT_H_

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "results/audit_row.h"

namespace fdskl::ledger {

enum class Verdict { kHeld, kPartly, kDidNotHold, kNotTestable };

constexpr auto NamesOf(Verdict /*value*/) {
  return base::EnumTable<Verdict, 4>{"verdict",
                                     {{{Verdict::kHeld, "held"},
                                       {Verdict::kPartly, "partly"},
                                       {Verdict::kDidNotHold, "did-not-hold"},
                                       {Verdict::kNotTestable, "not-testable"}}}};
}

// The verdict on a claim with two parts, given which of them held.
inline Verdict VerdictOfTwo(bool first, bool second) {
  if (first && second) return Verdict::kHeld;
  return first || second ? Verdict::kPartly : Verdict::kDidNotHold;
}

// The verdict at the beginning of a row's text; the rest states the scale.
// Errors: Error when the text does not begin with a verdict.
Verdict VerdictOf(std::string_view text);

// A row's verdict in words: "did not hold at 1,000 of 11,055 rows".
std::string VerdictWords(std::string_view text);

// The audit's verdict on Theorem 2: "under the semi-honest assumption, FDSKL can prevent inference attacks".
//
// The rule was written before the first run; the way intervals are made (score.h) was changed once after it. The rule
// looks at what the theorem is about: Algorithm 3 as written (masking `paper`) and one adversary that follows the
// protocol. It uses the attacks masked-regression, reused-mask and owner-outputs, each at the most features of its
// series over features, on every dataset in its best edition.
//   not testable  one of the three is missing for `paper` or `none`; or a control is broken: an attack does not succeed
//                 in `none` (advantage below 1/2), or shuffled truth is recovered beyond chance (by more than 0.02)
//   held          no attack is beyond chance: the interval's low end is at or below chance
//   partly        some are, but none has an advantage of 1/2 or more
//   did not hold  an attack is beyond chance with an advantage of 1/2 or more
struct AuditVerdict {
  Verdict verdict = Verdict::kNotTestable;
  std::string numbers;  // one sentence with the numbers behind it, or what is missing
};
AuditVerdict TheoremTwoVerdict(std::span<const results::AuditRow> rows);

// The verdict on the repair, masking `private`, by the same rule for six attacks of one worker. masked-regression and
// reused-mask must succeed in `none`; owner-outputs, asked-predictions, helper-shares and opened-numbers must succeed
// in `private` without pads. Shuffled truth of opened-numbers, with 40 bits per run, may be up to 0.1 above chance.
AuditVerdict RepairVerdict(std::span<const results::AuditRow> rows);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_VERDICT_H_
