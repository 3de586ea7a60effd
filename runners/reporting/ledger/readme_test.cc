// README and docs/artifact.md agree with the stored ledger of the reference run.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/names.h"
#include "results/claim_row.h"
#include "results/rows.h"
#include "runners/reporting/ledger/ledger_text.h"
#include "runners/reporting/ledger/verdict.h"

namespace fdskl::ledger {
namespace {

const std::filesystem::path kSource = FDSKL_SOURCE_DIR;

std::vector<results::ClaimRow> ReferenceClaims() {
  return results::ReadRows<results::ClaimRow>(kSource / "results/reference/claims.arrow");
}

TEST(Readme, RepeatsTheVerdictsOfTheReferenceRun) {
  ASSERT_FALSE(ReferenceClaims().empty());
  const std::string summary = VerdictSummary(ReferenceClaims());
  EXPECT_NE(base::ReadText(kSource / "README.md").find(summary), std::string::npos) << "README does not say:\n"
                                                                                    << summary;
}

TEST(Artifact, HasEveryClaimWithTheVerdictOfTheReferenceRun) {
  const std::string artifact = base::ReadText(kSource / "docs/artifact.md");
  for (const results::ClaimRow& claim : ReferenceClaims()) {
    if (claim.arm.value_or("fdskl") != "fdskl") continue;  // a claim has one line, for our own arm
    const std::size_t begin = artifact.find(fmt::format("\n| {} | ", claim.claim));
    ASSERT_NE(begin, std::string::npos) << claim.claim;
    const std::string line = artifact.substr(begin + 1, artifact.find('\n', begin + 1) - begin - 1);
    const std::string verdict = VerdictWords(base::NameOf(VerdictOf(claim.verdict)));
    EXPECT_NE(line.find(" | " + verdict), std::string::npos) << line << "\nledger: " << verdict;
  }
}

TEST(Readme, ShowsFiguresThatAreThere) {
  const std::string readme = base::ReadText(kSource / "README.md");
  int shown = 0;
  for (std::size_t at = readme.find("]("); at != std::string::npos; at = readme.find("](", at + 2), ++shown) {
    const std::string path = readme.substr(at + 2, readme.find(')', at) - at - 2);
    EXPECT_TRUE(std::filesystem::exists(kSource / path)) << path;
  }
  EXPECT_GE(shown, 2);
}

}  // namespace
}  // namespace fdskl::ledger
