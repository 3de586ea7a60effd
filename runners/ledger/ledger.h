// The claims ledger: of each claim of the paper whether it held. One function a claim, over stored rows alone; its rule
// is fixed here, before any run.
#ifndef FDSKL_RUNNERS_LEDGER_LEDGER_H_
#define FDSKL_RUNNERS_LEDGER_LEDGER_H_

#include <filesystem>
#include <string>
#include <vector>

#include "results/claim_row.h"
#include "runners/stored/stored.h"
#include "runners/verdict.h"

namespace fdskl {

struct Claim {
  ClaimRow row;
  std::string experiment;  // whose rows it rests on
};

// Figures 3 to 5 and Table 4: times_claims.cc.
Claim FastestConvergence(const Stored& stored);
Claim TreeCheapest(const Stored& stored);
Claim ScalesBetter(const Stored& stored);
Claim FasterThanSecureBoost(const Stored& stored);
// Figure 6: errors_claims.cc.
Claim LowestError(const Stored& stored);
Claim LowestVariance(const Stored& stored);
Claim SecureBoostPoorInHighDimension(const Stored& stored);
Claim LinearWorse(const Stored& stored);
// The text: lemma_claim.cc, theorem_claims.cc, appendix_claim.cc.
Claim LemmaOne(const Stored& stored);
Claim TheoremOne(const Stored& stored);
Claim TheoremTwo(const Stored& stored);
Claim AppendixC(const Stored& stored);

// All of them, in the order of the paper.
std::vector<Claim> Ledger(const Stored& stored);

// `fdskl claims`: writes claims.arrow, .json and .md in `results`, and prints the verdicts.
int ClaimsCommand(const std::filesystem::path& results);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_LEDGER_LEDGER_H_
