// The report's summary of verdicts, and each claim with its numbers as a table and the figure that shows them.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_CLAIMS_SECTION_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_CLAIMS_SECTION_H_

#include <map>
#include <span>
#include <string>
#include <vector>

#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// "7 held", "7 partly", ..., as boxes. Of a claim that is judged by arm, the first arm counts.
std::string CountsHtml(std::span<const results::ClaimRow> rows);

// A table of the claims that are judged by arm, with a column for each arm, and a table of the others. Each verdict
// links to the claim below. REQUIRES: rows of one claim are adjacent.
std::string VerdictsHtml(std::span<const results::ClaimRow> rows);

// A claim in full. `figures` are drawn figures as HTML, by name. The shown one is emptied, so that each figure is on
// the page once, and later claims link to it.
std::string ClaimHtml(const stored::Stored& stored, const ledger::Claim& claim, std::size_t number,
                      std::map<std::string, std::string>& figures);

// A line of a claim's numbers: the dataset or network that it is about, or nothing, and its text.
//   "first on: 1 of 2 (a9a ×0.5, p 0.1, w8a ×2)"  ->  {"", "first on: 1 of 2"}, {"a9a", "×0.5, p 0.1"}, {"w8a", "×2"}
struct NumberLine {
  std::string about, text;
};
std::vector<NumberLine> NumberLines(const std::string& numbers, std::span<const std::string> subjects);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_CLAIMS_SECTION_H_
