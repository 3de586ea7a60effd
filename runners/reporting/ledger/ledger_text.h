// The ledger as Markdown: a summary of the verdicts, which README repeats word for word, and the whole ledger.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_TEXT_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_TEXT_H_

#include <span>
#include <string>
#include <vector>

#include "results/claim_row.h"
#include "runners/cell/arm.h"

namespace fdskl::ledger {

// The arms that the rows are about, in the order of cell::Arms().
std::vector<cell::ArmRef> ArmsIn(std::span<const results::ClaimRow> rows);

// The rows of each claim: one, or one for each arm. REQUIRES: rows of one claim are adjacent.
std::vector<std::span<const results::ClaimRow>> ByClaim(std::span<const results::ClaimRow> rows);

// One sentence with the counts; a table of the claims that are judged for each arm of FDSKL, with a column for each
// arm; and a table of the others. Each row states the scale of its verdicts.
// REQUIRES: rows of one claim with different arms are adjacent.
std::string VerdictSummary(std::span<const results::ClaimRow> rows);

// claims.md: the summary, then every row with its rule, numbers and test.
std::string LedgerText(std::span<const results::ClaimRow> rows);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_TEXT_H_
