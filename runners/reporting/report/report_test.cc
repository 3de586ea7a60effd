// The page of made-up rows: it is complete and self-contained, every link has its anchor, and it works in a browser.

#include "runners/reporting/report/report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "base/files.h"
#include "base/testing.h"
#include "runners/reporting/figures/gnuplot_renderer.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/report/claims_section.h"
#include "runners/reporting/report/html.h"
#include "runners/reporting/report/testing.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::report {
namespace {

using results::Experiment;

// All that the pattern's group matches in the page.
std::set<std::string> All(const std::string& page, const char* pattern) {
  std::set<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator match(page.begin(), page.end(), regex), end; match != end; ++match) {
    found.insert((*match)[1]);
  }
  return found;
}

std::size_t Count(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// A hostile name of a dataset; users choose names.
constexpr const char* kNasty = "<script>window.hacked=1</script>";

// All tests share one page, since drawing takes a while.
class Report : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    stored::testing::MadeUp made;
    for (const char* method : {"fdskl", "secureboost"}) {
      for (const Experiment experiment : {Experiment::kErrors, Experiment::kTimes, Experiment::kCurves}) {
        made.Run(experiment, "a9a", method, 0, 10, 1).settings = "{\"note\": \"<&>\"}";
        made.Curve({20, 10});
      }
    }
    made.Run(Experiment::kErrors, "w8a", "pp-svmv", 0, 10, 1);
    made.Fails("out-of-memory", "needs 5 TB");
    made.Run(Experiment::kErrors, kNasty, "fdskl", 0, 10, 7);
    made.Run(Experiment::kCurves, kNasty, "fdskl", 0, 10, 7);
    made.Curve({20, 10});
    made.Run(Experiment::kErrors, kNasty, "dsg", 0, 10, 1);
    made.Fails("failed", R"("quoted" 'twice' </td><img src=x onerror="window.hacked=1">)");
    made.theory().push_back({.check = "lemma1", .masking = "ring", .update = "plain", .error = 1e-6});
    const auto stored = made.Make();
    folder = std::make_unique<base::testing::TempFolder>();
    figures::GnuplotRenderer renderer;
    figures = figures::DrawFigures(*stored, folder->path(), renderer);
    page = ReportPage(*stored, figures, folder->path());
  }
  static void TearDownTestSuite() { folder.reset(); }

  static std::size_t DrawnCount() {
    return static_cast<std::size_t>(std::count_if(
        figures.begin(), figures.end(), [](const figures::DrawnFigure& figure) { return figure.missing.empty(); }));
  }

  inline static std::string page;
  inline static std::vector<figures::DrawnFigure> figures;
  inline static std::unique_ptr<base::testing::TempFolder> folder;
};

TEST_F(Report, VerdictsComeFirstThenClaimsCurvesFiguresTablesRunsRowsAndTheirOrigin) {
  std::size_t last = 0;
  for (const char* heading :
       {"Verdicts", "Claims", "Curves", "Figures", "Tables", "Runs", "Other rows", "Data, machine, settings"}) {
    const std::size_t at = page.find(fmt::format(">{}</h2>", heading));
    ASSERT_NE(at, std::string::npos) << heading;
    EXPECT_GT(at, last);
    last = at;
  }
  EXPECT_EQ(Count(page, "<article class=\"claim "), 25U);
  EXPECT_EQ(Count(page, "<svg"), DrawnCount());
  EXPECT_EQ(DrawnCount(), 4U);
  EXPECT_NE(page.find("needs 5 TB"), std::string::npos);
  EXPECT_NE(page.find("&lt;&amp;&gt;"), std::string::npos);
}

TEST_F(Report, EveryLinkHasItsPlaceAndNoPlaceIsNamedTwice) {
  const auto links = All(page, "href=\"#([^\"]*)\"");
  EXPECT_GE(links.size(), 4U);
  for (const std::string& link : links) EXPECT_EQ(Count(page, fmt::format(" id=\"{}\"", link)), 1U) << link;
  for (const std::string& id : All(page, "\\sid=['\"]([^'\"]*)")) {
    EXPECT_EQ(Count(page, fmt::format(" id=\"{}\"", id)) + Count(page, fmt::format(" id='{}'", id)), 1U) << id;
  }
}

TEST(Claims, EveryOneLinksToRowsOfItsOwn) {
  const stored::Stored reference(base::SourceFolder() / "results/reference");
  const std::string page = ReportPage(reference, {}, "");
  const std::vector<ledger::Claim> claims = ledger::Ledger(reference);
  std::set<std::string> names;  // a claim about FDSKL's runs is there once for each arm
  for (const ledger::Claim& claim : claims) names.insert(claim.row.claim);
  ASSERT_EQ(names.size(), 25U);
  std::size_t without_rows = 0;  // one claim is about the literature, one is arithmetic
  for (std::size_t i = 0; i < claims.size(); ++i) {
    SCOPED_TRACE(claims[i].row.claim);
    const std::size_t begin = page.find(fmt::format("id=\"claim-{}\"", i + 1));
    ASSERT_NE(begin, std::string::npos);
    const std::string block = page.substr(begin, page.find("</article>", begin) - begin);
    if (claims[i].evidence.empty()) {
      ++without_rows;
      continue;
    }
    EXPECT_TRUE(block.find("<td><a href=\"#rows-") != std::string::npos);
    for (const ledger::Evidence& evidence : claims[i].evidence) {
      const std::string anchor = ledger::AnchorOf(reference, evidence);
      EXPECT_TRUE(anchor.starts_with("rows-")) << anchor;
      EXPECT_GE(Count(block, fmt::format("href=\"#{}\"", anchor)), 1U) << anchor;
    }
    for (const std::string& anchor : All(block, "href=\"#([^\"]*)\"")) {
      const std::size_t target = page.find(fmt::format(" id=\"{}\"", anchor));
      ASSERT_NE(target, std::string::npos) << anchor;
      const std::string rows = page.substr(target, page.find("</table>", target) - target);
      EXPECT_GE(Count(rows, "<tr>"), 1U) << anchor << " has no row";
    }
  }
  EXPECT_EQ(without_rows, 2U);
  for (const std::string& anchor : All(page, "href=\"#([^\"]*)\"")) {
    EXPECT_EQ(Count(page, fmt::format(" id=\"{}\"", anchor)), 1U) << anchor;
  }
}

TEST(Claims, WithoutRowsNoneHasALink) {
  const std::string page = ReportPage(*stored::testing::MadeUp().Make(), {}, "");
  EXPECT_TRUE(All(page, "href=\"#(rows-[^\"]*)\"").empty());
}

TEST_F(Report, HasNoOutsideResourceAndEscapesWhatRowsSay) {
  EXPECT_EQ(Count(page, "<script"), 2U);  // the page's own script, and the data of the curves
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<script>window"), std::string::npos);
  EXPECT_NE(page.find("&lt;script&gt;window.hacked=1&lt;/script&gt;"), std::string::npos);
  EXPECT_NE(page.find("&quot;quoted&quot; &#39;twice&#39;"), std::string::npos);
  for (const std::string& address : All(page.substr(0, page.rfind("<script>")), "(?:src|href)=[\"']([^\"'#][^\"']*)"))
    EXPECT_EQ(address, "data:,");
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_NE(page.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_NE(page.find("@media print"), std::string::npos);
  EXPECT_NE(page.find("name=\"viewport\""), std::string::npos);
}

TEST_F(Report, WorksInARealBrowser) { testing::ExpectWorksInABrowser(page, {"runs-table", "train s", "arm", "fdskl"}); }

TEST_F(Report, TheReferencesPageIsSmallEnoughToSend) {
  const stored::Stored reference(base::SourceFolder() / "results/reference");
  const base::testing::TempFolder drawn;
  figures::GnuplotRenderer renderer;
  const auto all = figures::DrawFigures(reference, drawn.path(), renderer);
  EXPECT_LT(ReportPage(reference, all, drawn.path()).size(), 3'000'000U);
}

// A claim that is judged by arm has one line, with a verdict for each arm, and counts once.
TEST(Verdicts, OfOneClaimAreOnOneLine) {
  const std::vector<results::ClaimRow> rows = {
      {.claim = "faster", .paper = "it is faster", .rule = {}, .verdict = "held", .arm = "fdskl"},
      {.claim = "faster",
       .paper = "it is faster",
       .rule = {},
       .verdict = "partly at 5 of 9 rows",
       .arm = "fdskl-private"},
      {.claim = "lemma", .paper = "it is so", .rule = {}, .verdict = "did-not-hold"}};
  const std::string counts = CountsHtml(rows);
  EXPECT_NE(counts.find("<b>1</b> held"), std::string::npos) << counts;
  EXPECT_NE(counts.find("<b>0</b> partly"), std::string::npos) << counts;
  EXPECT_NE(counts.find("<b>1</b> did not hold"), std::string::npos) << counts;
  EXPECT_NE(counts.find("2 claims"), std::string::npos) << counts;
  const std::string tables = VerdictsHtml(rows);
  EXPECT_EQ(Count(tables, "it is faster"), 1U) << tables;
  EXPECT_EQ(Count(tables, "it is so"), 1U) << tables;
  for (const int claim : {1, 2, 3}) EXPECT_GE(Count(tables, fmt::format("#claim-{}\"", claim)), 1U) << tables;
}

TEST(NumberLines, OneForEachDatasetOfAList) {
  const std::vector<std::string> subjects = {"a9a", "w8a", "lan"};
  const auto lines = NumberLines(
      "first on: 1 of 2 (a9a: DSG ×0.5 [0.1, 0.9], p 0.1, w8a ×2); in all: 3 of 4 (lan ×3), held too", subjects);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].text, "first on: 1 of 2");
  EXPECT_EQ(lines[1].about, "a9a");
  EXPECT_EQ(lines[1].text, "DSG ×0.5 [0.1, 0.9], p 0.1");
  EXPECT_EQ(lines[2].about, "w8a");
  EXPECT_EQ(lines[2].text, "×2");
  EXPECT_EQ(lines[3].text, "in all: 3 of 4, held too");
  EXPECT_EQ(lines[4].about, "lan");
  EXPECT_EQ(NumberLines("recovered (wholly) from a9a", subjects).size(), 1U);
}

TEST(InlineSvg, NamesArePrefixedAndTheFilesHeadIsGone) {
  const std::string head =
      R"(<svg role="img" aria-label="L" fill="none" stroke-linecap="round" stroke-linejoin="round")";
  EXPECT_EQ(
      InlineSvg("<?xml version='1.0'?>\n<svg width='1'><g id='a'/><use xlink:href='#a'/><g clip-path='url(#b)'/></svg>",
                "f-", "L"),
      head + " width='1'><g id='f-a'/><use href='#f-a'/><g clip-path='url(#f-b)'/></svg>");
  EXPECT_EQ(InlineSvg("<svg><g id=\"gnuplot_plot_2\" ><use color='rgb( 0, 67, 255)'/></g></svg>", "f-", "L"),
            head + "><g><use color='#0043ff'/></g></svg>");
  EXPECT_EQ(
      InlineSvg(R"(<svg><g fill="none" color="black" stroke-linecap="round" stroke-linejoin="round"><path/></g></svg>)",
                "f-", "L"),
      head + R"(><g color="black"><path/></g></svg>)");
}

}  // namespace
}  // namespace fdskl::report
