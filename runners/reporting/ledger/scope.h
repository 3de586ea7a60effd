// At which scale a claim was judged: profile, editions, splits, and rows used of rows published.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_SCOPE_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_SCOPE_H_

#include <string>

#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {

// Fills in the scale from the rows of the claim's experiments, and makes the verdict say it: "held" becomes "held at
// 2,000 of 11,055 rows" where a cap on the rows, or a part of the data, left some out, and "(gisette rebuilt)" follows
// for every dataset that is not in its full edition. A claim that is not testable, and one that rests on no dataset,
// stays as it is. Of a dataset, the rows count that the method with the fewest used.
void FillScope(const stored::Stored& stored, Claim& claim);

// "laptop, full 7, part 3, 10 splits, 52,000 of 892,431 rows"; "-" where the claim rests on no dataset.
std::string DataWords(const results::ClaimRow& row);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_SCOPE_H_
