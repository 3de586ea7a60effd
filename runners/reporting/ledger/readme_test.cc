// README says what the stored ledger of the reference run says.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "results/claim_row.h"
#include "results/rows.h"
#include "runners/reporting/ledger/verdict.h"

namespace fdskl::ledger {
namespace {

const std::filesystem::path kSource = FDSKL_SOURCE_DIR;

std::string Readme() {
  std::ifstream file(kSource / "README.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

// The two last cells of README's rows by the first: verdict and numbers.
std::map<std::string, std::pair<std::string, std::string>> TableOfClaims() {
  std::map<std::string, std::pair<std::string, std::string>> table;
  std::istringstream lines(Readme());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t verdict = line.find(" | **");
    const std::size_t numbers = line.find("** | ");
    if (!line.starts_with("| ") || verdict == std::string::npos || numbers == std::string::npos) continue;
    table[line.substr(2, verdict - 2)] = {line.substr(verdict + 5, numbers - verdict - 5),
                                          line.substr(numbers + 5, line.size() - numbers - 7)};
  }
  return table;
}

TEST(Readme, ShowsEveryVerdictOfTheReferenceRunAndNoOther) {
  const auto table = TableOfClaims();
  const auto claims = results::ReadRows<results::ClaimRow>(kSource / "results/reference/claims.arrow");
  ASSERT_FALSE(claims.empty());
  EXPECT_EQ(table.size(), claims.size());
  for (const results::ClaimRow& claim : claims) {
    std::string paper;
    for (const char letter : claim.paper) paper += letter == '|' ? std::string("\\|") : std::string(1, letter);
    ASSERT_TRUE(table.contains(paper)) << paper;
    EXPECT_EQ(table.at(paper).first, VerdictWords(claim.verdict)) << paper;
    // README may stop early, but says nothing that the ledger does not.
    EXPECT_TRUE(claim.numbers.starts_with(table.at(paper).second))
        << table.at(paper).second << "\nledger: " << claim.numbers;
  }
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
