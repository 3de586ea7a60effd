// The ledger as Markdown: verdicts at a glance, which README repeats word for word, and all of it.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_TEXT_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_TEXT_H_

#include <span>
#include <string>

#include "results/claim_row.h"

namespace fdskl::ledger {

// One sentence with the counts, one table of the claims that are judged for each arm of FDSKL, a column for each arm,
// and one of the others. Each row says at which scale its verdicts were reached.
// REQUIRES: rows of one claim that differ in their arm follow each other.
std::string VerdictSummary(std::span<const results::ClaimRow> rows);

// claims.md: the summary, then every row with its rule, numbers and test.
std::string LedgerText(std::span<const results::ClaimRow> rows);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_TEXT_H_
