// The report's verdicts at a glance, and each claim with its numbers as a table and the figure that shows them.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_CLAIMS_SECTION_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_CLAIMS_SECTION_H_

#include <map>
#include <span>
#include <string>
#include <vector>

#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::report {

// "25 claims: 9 held, ...", as boxes.
std::string CountsHtml(std::span<const ledger::Claim> claims);

// One line for each claim: what the paper says, the arm, the verdict, the scale; each a link to the claim below.
std::string VerdictsHtml(std::span<const ledger::Claim> claims);

// A claim in full. `figures` are drawn figures as HTML, by name; the one that is shown is taken out, so that each is on
// the page once, and later claims link to it.
std::string ClaimHtml(const stored::Stored& stored, const ledger::Claim& claim, std::size_t number,
                      std::map<std::string, std::string>& figures);

// A claim's numbers taken apart, for a table: a line each with what it is about, a dataset or a network, or nothing.
//   "first on: 1 of 2 (a9a ×0.5, p 0.1, w8a ×2)"  ->  {"", "first on: 1 of 2"}, {"a9a", "×0.5, p 0.1"}, {"w8a", "×2"}
struct NumberLine {
  std::string about, text;
};
std::vector<NumberLine> NumberLines(const std::string& numbers, std::span<const std::string> subjects);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_CLAIMS_SECTION_H_
