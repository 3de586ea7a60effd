#include "runners/reporting/ledger/ledger_text.h"

#include <gtest/gtest.h>

#include <vector>

namespace fdskl::ledger {
namespace {

results::ClaimRow Row(const char* claim, const char* verdict, std::optional<std::string> arm) {
  results::ClaimRow row{.claim = claim, .paper = std::string(claim) + " | says the paper", .rule = "a rule"};
  row.numbers = "FDSKL was first on: 1 of 2 (a9a ×2, w8a ×0.5)";
  row.verdict = verdict;
  row.arm = std::move(arm);
  row.profile = "laptop";
  row.edition = "full 1, part 1";
  row.rows_used = 1000;
  row.rows_published = 2000;
  row.splits = 3;
  return row;
}

TEST(VerdictSummary, HasAColumnForEachArmAndTheScaleOfEachClaim) {
  const std::vector rows = {Row("lowest", "held at 1,000 of 2,000 rows (w8a part)", "fdskl"),
                            Row("lowest", "did-not-hold at 1,000 of 2,000 rows (w8a part)", "fdskl-as-printed"),
                            Row("faster", "partly at 1,000 of 2,000 rows (w8a part)", "fdskl"),
                            Row("lemma", "not-testable", std::nullopt)};
  EXPECT_EQ(VerdictSummary(rows),
            "Of the claims about FDSKL's runs, by arm: FDSKL: 1 held, 1 held partly, 0 did not hold and 0 are not "
            "testable; FDSKL as printed: 0 held, 0 held partly, 1 did not hold and 0 are not testable. Of the other "
            "claims: 0 held, 0 held partly, 0 did not hold and 1 is not testable.\n"
            "\n"
            "| the paper says | FDSKL | FDSKL as printed | scale |\n"
            "|---|---|---|---|\n"
            "| lowest \\| says the paper | **held** | **did not hold** | "
            "laptop, full 1, part 1, 3 splits, 1,000 of 2,000 rows |\n"
            "| faster \\| says the paper | **partly** | | laptop, full 1, part 1, 3 splits, 1,000 of 2,000 rows |\n"
            "\n"
            "| the paper says | verdict | what was measured | scale |\n"
            "|---|---|---|---|\n"
            "| lemma \\| says the paper | **not testable** | FDSKL was first on: 1 of 2 | "
            "laptop, full 1, part 1, 3 splits, 1,000 of 2,000 rows |\n");
}

TEST(LedgerText, HasTheSummaryAndEveryRowWithItsScale) {
  const std::vector rows = {Row("lowest", "held at 1,000 of 2,000 rows (w8a part)", "fdskl")};
  const std::string text = LedgerText(rows);
  EXPECT_NE(text.find(VerdictSummary(rows)), std::string::npos) << text;
  EXPECT_NE(text.find("| lowest: lowest \\| says the paper | fdskl | **held at 1,000 of 2,000 rows (w8a part)** | "
                      "FDSKL was first on: 1 of 2 (a9a ×2, w8a ×0.5) | a rule |"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace fdskl::ledger
