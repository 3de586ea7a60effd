// The claims ledger: says whether each claim of the paper held. One function per claim decides from stored rows only,
// by a rule that was fixed before any run.
//
// Claims about FDSKL are judged for each of its arms (runners/cell/arm.h) that was run, and name the arm. Others are
// judged once.
//
// Claims are in files by what they rest on: convergence_claims.cc (Figure 3), comm_claims.cc (Figure 4),
// times_claims.cc (Figure 5, Table 4), errors_claims.cc and rivals_claims.cc (Figure 6), rate_claims.cc (Theorem 1),
// theory_claims.cc (the lemmas, Theorem 2, Appendix C). To add a claim, write a function like theirs, there or in a
// file of its own beside them, and add a line to the list below. docs/paper_map.md says which sentence of the paper
// each one is about.
//
// Scale: Ledger() says in every row which profile, editions, splits and rows it rests on (scope.h). If fewer rows were
//        used than are published, the verdict itself says so.
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

// The rows that a claim rests on: those of an experiment, or of one check of `theory`.
using Evidence = std::variant<results::Experiment, results::TheoryCheck>;

struct Claim {
  results::ClaimRow row;
  std::vector<Evidence> evidence;
};

// The anchor of these rows on the report's page; empty if there are none. See stored::Stored::RowsAnchor().
std::string AnchorOf(const stored::Stored& stored, const Evidence& evidence);
// The name of the experiment or check: "errors", "lemma1".
std::string_view NameOf(const Evidence& evidence);

// clang-format off
// In the order of the paper. CLAIM(function) is judged once, PER_ARM(function) for each arm of FDSKL.
#define FDSKL_CLAIMS(CLAIM, PER_ARM)         \
  PER_ARM(FasterThanFederatedKernels)        \
  PER_ARM(SimilarGeneralisation)             \
  PER_ARM(NotLinearlySeparable)              \
  CLAIM(FirstOfItsKind)                      \
  CLAIM(ConstantRate)                        \
  CLAIM(ModelPrivacy)                        \
  CLAIM(LemmaOne)                            \
  CLAIM(TheoremOne)                          \
  CLAIM(TheoremOneBound)                     \
  CLAIM(TheoremTwo)                          \
  CLAIM(LemmaTwo)                            \
  CLAIM(AppendixC)                           \
  CLAIM(PpSvmvOutOfMemory)                   \
  PER_ARM(FastestConvergence)                \
  PER_ARM(ScalesBetter)                      \
  CLAIM(TreeCheapestMeasured)                \
  CLAIM(TreeCheapestModelled)                \
  PER_ARM(PpSvmvSendsMore)                   \
  PER_ARM(FasterThanSecureBoost)             \
  PER_ARM(SecureBoostUnsuitable)             \
  PER_ARM(LowestError)                       \
  PER_ARM(LowestVariance)                    \
  CLAIM(SecureBoostPoorInHighDimension)      \
  CLAIM(LinearWorse)                         \
  PER_ARM(EfficientInHighDimension)

#define FDSKL_DECLARE_CLAIM(function) Claim function(const stored::Stored& stored);
#define FDSKL_DECLARE_PER_ARM(function) Claim function(const stored::Stored& stored, cell::ArmRef subject);
FDSKL_CLAIMS(FDSKL_DECLARE_CLAIM, FDSKL_DECLARE_PER_ARM)
#undef FDSKL_DECLARE_CLAIM
#undef FDSKL_DECLARE_PER_ARM
// clang-format on

// The verdict on every claim of the list above, from the paper's datasets only: rows of a user's own datasets change
// nothing. FDSKL's own arm is always judged; a further arm if one of the claim's experiments was planned for it.
std::vector<Claim> Ledger(const stored::Stored& all);

// `fdskl claims`: writes claims.arrow, .json and .md in `results`, and prints the verdicts. Returns the exit status, 0.
// Errors: Error names the table or file that cannot be read or written.
int ClaimsCommand(const std::filesystem::path& results);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_LEDGER_H_
