// The claims ledger: whether each claim of the paper held. A function per claim decides from stored rows alone, by a
// rule that was fixed before any run.
//
// Claims stand in files by what they rest on: times_claims.cc (Figures 3 to 5, Table 4), errors_claims.cc (Figure 6)
// and theory_claims.cc (lemma, theorems, appendix). To add a claim, write a function like theirs, there or in a file of
// its own beside them, and add a line to the list below.
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

// clang-format off
// CLAIM(function), in the order of the paper.
#define FDSKL_CLAIMS(CLAIM)                  \
  CLAIM(FastestConvergence)                  \
  CLAIM(LowestError)                         \
  CLAIM(LowestVariance)                      \
  CLAIM(TreeCheapest)                        \
  CLAIM(ScalesBetter)                        \
  CLAIM(FasterThanSecureBoost)               \
  CLAIM(SecureBoostPoorInHighDimension)      \
  CLAIM(LinearWorse)                         \
  CLAIM(LemmaOne)                            \
  CLAIM(TheoremOne)                          \
  CLAIM(TheoremTwo)                          \
  CLAIM(AppendixC)

#define FDSKL_DECLARE_CLAIM(function) Claim function(const stored::Stored& stored);
FDSKL_CLAIMS(FDSKL_DECLARE_CLAIM)
#undef FDSKL_DECLARE_CLAIM
// clang-format on

// The verdict on every claim of the list above.
std::vector<Claim> Ledger(const stored::Stored& stored);

// `fdskl claims`: writes claims.arrow, .json and .md in `results`, and prints the verdicts.
int ClaimsCommand(const std::filesystem::path& results);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_H_
