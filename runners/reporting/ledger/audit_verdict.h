// What the audit says of the paper's Theorem 2: "under the semi-honest assumption, FDSKL can prevent inference
// attacks".
//
// The rule was written before the first run; how intervals are made (score.h) was changed once after it. It looks at
// what the theorem is about, Algorithm 3 as written (masking `paper`), and one adversary that follows the protocol: the
// attacks masked-regression, reused-mask and owner-outputs, each at the most features of its series over features, on
// every dataset in its best edition.
//   not testable  one of the three is missing for `paper` or `none`; or a control is broken: an attack does not succeed
//                 in `none` (advantage below 1/2), or shuffled truth is recovered beyond chance (by more than 0.02)
//   held          no attack is beyond chance: the interval's low end is at or below chance
//   partly        some are, but none has an advantage of 1/2 or more
//   did not hold  an attack is beyond chance with an advantage of 1/2 or more
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_AUDIT_VERDICT_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_AUDIT_VERDICT_H_

#include <span>
#include <string>

#include "results/audit_row.h"
#include "runners/reporting/ledger/verdict.h"

namespace fdskl::ledger {

struct AuditVerdict {
  Verdict verdict = Verdict::kNotTestable;
  std::string numbers;  // one sentence with the figures behind it, or with what is missing
};

AuditVerdict TheoremTwoVerdict(std::span<const results::AuditRow> rows);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_AUDIT_VERDICT_H_
