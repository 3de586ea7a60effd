// README and docs/artifact.md say what the stored ledger of the reference run says.
#include <fmt/format.h>
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

std::string TextOf(const char* document) {
  std::ifstream file(kSource / document);
  return {std::istreambuf_iterator<char>(file), {}};
}
std::string Readme() { return TextOf("README.md"); }

// README's rows of claims: the paper's words and the arm, then verdict and numbers.
struct Said {
  std::string verdict, numbers;
};
std::map<std::pair<std::string, std::string>, Said> TableOfClaims() {
  std::map<std::pair<std::string, std::string>, Said> table;
  std::istringstream lines(Readme());
  for (std::string line; std::getline(lines, line);) {
    const std::size_t verdict = line.find(" | **");
    const std::size_t numbers = line.find("** | ");
    if (!line.starts_with("| ") || verdict == std::string::npos || numbers == std::string::npos) continue;
    const std::string before = line.substr(2, verdict - 2);
    const std::size_t arm = before.rfind(" | ");
    if (arm == std::string::npos) continue;
    table[{before.substr(0, arm), before.substr(arm + 3)}] = {line.substr(verdict + 5, numbers - verdict - 5),
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
    const std::pair key(paper, claim.arm.value_or("-"));
    ASSERT_TRUE(table.contains(key)) << paper << ", arm " << key.second;
    EXPECT_EQ(table.at(key).verdict, VerdictWords(claim.verdict)) << paper;
    // README may stop early, but says nothing that the ledger does not.
    EXPECT_TRUE(claim.numbers.starts_with(table.at(key).numbers))
        << table.at(key).numbers << "\nledger: " << claim.numbers;
  }
}

TEST(Readme, CountsTheVerdicts) {
  std::map<Verdict, int> counts;
  const auto claims = results::ReadRows<results::ClaimRow>(kSource / "results/reference/claims.arrow");
  for (const results::ClaimRow& claim : claims) ++counts[VerdictOf(claim.verdict)];
  const std::string sentence = fmt::format(
      "of {} claims, {} held, {} held partly, {} did not hold and {} are not testable", claims.size(),
      counts[Verdict::kHeld], counts[Verdict::kPartly], counts[Verdict::kDidNotHold], counts[Verdict::kNotTestable]);
  EXPECT_NE(Readme().find(sentence), std::string::npos) << "README does not say: " << sentence;
}

TEST(Artifact, HasEveryClaimWithTheVerdictOfTheReferenceRun) {
  const std::string artifact = TextOf("docs/artifact.md");
  for (const results::ClaimRow& claim :
       results::ReadRows<results::ClaimRow>(kSource / "results/reference/claims.arrow")) {
    if (claim.arm.value_or("fdskl") != "fdskl") continue;  // a claim has one line, for our own arm
    const std::size_t begin = artifact.find(fmt::format("\n| {} | ", claim.claim));
    ASSERT_NE(begin, std::string::npos) << claim.claim;
    const std::string line = artifact.substr(begin + 1, artifact.find('\n', begin + 1) - begin - 1);
    const std::string verdict = VerdictWords(base::NameOf(VerdictOf(claim.verdict)));
    EXPECT_NE(line.find(" | " + verdict), std::string::npos) << line << "\nledger: " << verdict;
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
