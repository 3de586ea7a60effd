// The claims ledger: of each claim of the paper whether it held. One function a claim, over stored rows alone; its rule
// is fixed here, before any run.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_H_

#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/claim_row.h"
#include "runners/reporting/ledger/verdict.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

// Rows that a claim rests on: those of an experiment, or of one check of `theory`.
using Evidence = std::variant<results::Experiment, results::TheoryCheck>;

struct Claim {
  results::ClaimRow row;
  std::vector<Evidence> evidence;
};

// The place of these rows on the report's page; empty where there are none. See stored::Stored::RowsAnchor().
std::string AnchorOf(const stored::Stored& stored, const Evidence& evidence);
// "errors", "lemma1".
std::string_view NameOf(const Evidence& evidence);

// Figures 3 to 5 and Table 4: times_claims.cc.
Claim FastestConvergence(const stored::Stored& stored);
Claim TreeCheapest(const stored::Stored& stored);
Claim ScalesBetter(const stored::Stored& stored);
Claim FasterThanSecureBoost(const stored::Stored& stored);
// Figure 6: errors_claims.cc.
Claim LowestError(const stored::Stored& stored);
Claim LowestVariance(const stored::Stored& stored);
Claim SecureBoostPoorInHighDimension(const stored::Stored& stored);
Claim LinearWorse(const stored::Stored& stored);
// The text: lemma_claim.cc, theorem_claims.cc, appendix_claim.cc.
Claim LemmaOne(const stored::Stored& stored);
Claim TheoremOne(const stored::Stored& stored);
Claim TheoremTwo(const stored::Stored& stored);
Claim AppendixC(const stored::Stored& stored);

// All of them, in the order of the paper.
std::vector<Claim> Ledger(const stored::Stored& stored);

// `fdskl claims`: writes claims.arrow, .json and .md in `results`, and prints the verdicts.
int ClaimsCommand(const std::filesystem::path& results);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_H_
