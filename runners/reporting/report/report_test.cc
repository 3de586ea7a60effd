// The page from made-up rows: complete, self-contained, every link has its place; and in a browser where there is one.

#include "runners/reporting/report/report.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "runners/reporting/figures/gnuplot_renderer.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/report/html.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::report {
namespace {

using results::Experiment;

// What the pattern's group matches in the page.
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

// One page for all tests: drawing takes a while.
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

TEST_F(Report, VerdictsComeFirstThenFiguresTablesDataMachineSettingsRows) {
  std::size_t last = 0;
  for (const char* heading : {"Verdicts", "Figures", "Tables", "Data", "Machine", "Settings", "Rows"}) {
    const std::size_t at = page.find(fmt::format("<h2>{}</h2>", heading));
    ASSERT_NE(at, std::string::npos) << heading;
    EXPECT_GT(at, last);
    last = at;
  }
  EXPECT_EQ(Count(page, "class=\"claim\""), 25U);
  EXPECT_EQ(Count(page, "<svg"), DrawnCount());
  EXPECT_EQ(DrawnCount(), 3U);
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
  ASSERT_EQ(claims.size(), 25U);
  std::size_t without_rows = 0;  // one is about the literature, one is arithmetic
  for (std::size_t i = 0; i < claims.size(); ++i) {
    SCOPED_TRACE(claims[i].row.claim);
    const std::size_t begin = page.find(fmt::format("id=\"claim-{}\"", i + 1));
    ASSERT_NE(begin, std::string::npos);
    const std::string block = page.substr(begin, page.find("</div>", begin) - begin);
    if (claims[i].evidence.empty()) {
      ++without_rows;
      continue;
    }
    EXPECT_TRUE(block.find("Measured: <a href=\"#rows-") != std::string::npos);
    for (const ledger::Evidence& evidence : claims[i].evidence) {
      const std::string anchor = ledger::AnchorOf(reference, evidence);
      EXPECT_TRUE(anchor.starts_with("rows-")) << anchor;
      EXPECT_GE(Count(block, fmt::format("href=\"#{}\"", anchor)), 1U) << anchor;
    }
    for (const std::string& anchor : All(block, "href=\"#([^\"]*)\"")) {
      const std::size_t target = page.find(fmt::format(" id=\"{}\"", anchor));
      ASSERT_NE(target, std::string::npos) << anchor;
      const std::string rows = page.substr(target, page.find("</table>", target) - target);
      EXPECT_GE(Count(rows, "<tr>"), 2U) << anchor << " has a header and no row";
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

TEST_F(Report, HasNoOutsideResourceAndNoScript) {
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  for (const std::string& address : All(page, "(?:src|href)=[\"']([^\"'#][^\"']*)")) EXPECT_EQ(address, "data:,");
  EXPECT_EQ(page.find("@import"), std::string::npos);
  EXPECT_NE(page.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_NE(page.find("@media print"), std::string::npos);
  EXPECT_NE(page.find("name=\"viewport\""), std::string::npos);
}

TEST_F(Report, OpensInABrowserWithoutAComplaint) {
  base::WriteText(folder->path() / "report.html", page);
  for (const char* browser : {"chromium", "chromium-browser", "google-chrome"}) {
    std::string document;
    std::string complaints;
    try {
      base::ChildProcess process(
          {browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
           "--enable-logging=stderr", "--user-data-dir=" + (folder->path() / "profile").string(), "--dump-dom",
           "file://" + (folder->path() / "report.html").string()},
          {});
      process.Wait([&](std::string_view line) { document.append(line).append("\n"); },
                   [&](std::string_view line) {
                     if (line.find("CONSOLE") != std::string_view::npos) complaints.append(line).append("\n");
                   });
    } catch (const base::Error&) {
      continue;  // not installed under this name
    }
    EXPECT_EQ(complaints, "");
    EXPECT_EQ(Count(document, "<svg"), DrawnCount());
    EXPECT_NE(document.find("</body></html>"), std::string::npos);
    return;
  }
  GTEST_SKIP() << "no chromium, chromium-browser or google-chrome is installed";
}

TEST(InlineSvg, NamesArePrefixedAndTheFilesHeadIsGone) {
  EXPECT_EQ(
      InlineSvg("<?xml version='1.0'?>\n<svg width='1'><g id='a'/><use xlink:href='#a'/><g clip-path='url(#b)'/></svg>",
                "f-", "L"),
      "<svg role=\"img\" aria-label=\"L\" width='1'><g id='f-a'/><use xlink:href='#f-a'/><g "
      "clip-path='url(#f-b)'/></svg>");
}

}  // namespace
}  // namespace fdskl::report
