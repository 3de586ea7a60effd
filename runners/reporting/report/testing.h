// For tests: opens a page in a real browser.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_TESTING_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"

namespace fdskl::report::testing {

// What page_test.mjs sorts and filters: a table, a column with numbers, and a value of another column.
struct PageTable {
  std::string table, numbers, list, value;
};

// Runs page_test.mjs, which says what it checks. Skips the test if there is no browser.
inline void ExpectWorksInABrowser(const std::string& page, const PageTable& table) {
  const auto answers = [](const std::vector<std::string>& words) {
    try {
      base::ChildProcess process(words, {});
      const auto pass_over = [](std::string_view) {};
      return process.Wait(pass_over, pass_over) == 0;
    } catch (const base::Error&) {
      return false;  // not installed
    }
  };
  if (!answers({"node", "--version"})) GTEST_SKIP() << "node is not installed: scripts/setup.sh test";
  const base::testing::TempFolder folder;
  base::WriteText(folder.path() / "page.html", page);
  for (const char* browser : {"chromium", "chromium-browser", "google-chrome"}) {
    if (!answers({browser, "--version"})) continue;
    base::ChildProcess process(
        {"node", (base::SourceFolder() / "runners/reporting/report/page_test.mjs").string(), browser,
         (folder.path() / "page.html").string(), table.table, table.numbers, table.list, table.value},
        {});
    std::string said;
    const auto keep = [&](std::string_view line) { said.append(line).append("\n"); };
    EXPECT_EQ(process.Wait(keep, keep), 0) << said;
    return;
  }
  GTEST_SKIP() << "no chromium, chromium-browser or google-chrome is installed: scripts/setup.sh test";
}

}  // namespace fdskl::report::testing

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_TESTING_H_
