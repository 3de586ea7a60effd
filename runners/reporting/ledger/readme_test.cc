// README says what the stored ledger of the reference run says.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "results/claim_row.h"
#include "results/rows.h"
#include "runners/reporting/ledger/ledger_text.h"

namespace fdskl::ledger {
namespace {

const std::filesystem::path kSource = FDSKL_SOURCE_DIR;

std::string Readme() {
  std::ifstream file(kSource / "README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Readme, RepeatsTheVerdictsOfTheReferenceRun) {
  const auto claims = results::ReadRows<results::ClaimRow>(kSource / "results/reference/claims.arrow");
  ASSERT_FALSE(claims.empty());
  const std::string summary = VerdictSummary(claims);
  EXPECT_NE(Readme().find(summary), std::string::npos) << "README does not say:\n" << summary;
}

TEST(Readme, ShowsFiguresThatAreThere) {
  const std::string readme = Readme();
  int shown = 0;
  for (std::size_t at = readme.find("]("); at != std::string::npos; at = readme.find("](", at + 2), ++shown) {
    const std::string path = readme.substr(at + 2, readme.find(')', at) - at - 2);
    EXPECT_TRUE(std::filesystem::exists(kSource / path)) << path;
  }
  EXPECT_GE(shown, 2);
}

}  // namespace
}  // namespace fdskl::ledger
