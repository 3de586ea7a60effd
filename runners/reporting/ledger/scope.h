// The scale at which a claim was judged: profile, editions, splits, and how many of the published rows were used.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_SCOPE_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_SCOPE_H_

#include <string>

#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {

// Fills in the scale from the rows of the claim's experiments, and adds it to the verdict. "held" becomes "held at
// 2,000 of 11,055 rows" if a cap, or an edition that is only a part, left rows out. "(gisette rebuilt)" follows for
// every dataset that is not in its full edition. The rows used of a dataset are those of the method with the fewest;
// for `comm`, training rows. A claim that is not testable, or that rests on no dataset, stays as it is.
void FillScope(const stored::Stored& stored, Claim& claim);

// "laptop, full 7, part 3, 10 splits, 52,000 of 892,431 rows", or "3 to 10 splits" where methods or datasets differ;
// "-" if the claim rests on no dataset.
std::string DataWords(const results::ClaimRow& row);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_SCOPE_H_
