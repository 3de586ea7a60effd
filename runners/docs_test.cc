// The files that the documents name exist, and the lines that they quote are there.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#include "base/files.h"

namespace fdskl::runners {
namespace {

const std::filesystem::path kSource = FDSKL_SOURCE_DIR;
constexpr const char* kDocuments[] = {
    "README.md",           "CONTRIBUTING.md",        "docs/architecture.md", "docs/artifact.md",   "docs/cluster.md",
    "docs/clocks.md",      "docs/paper_map.md",      "docs/own_data.md",     "docs/own_method.md", "docs/privacy.md",
    "docs/reliability.md", "docs/results_format.md", "docs/scale.md"};

void ForMatches(const std::string& text, const std::regex& pattern,
                const std::function<void(const std::smatch&)>& use) {
  for (auto match = std::sregex_iterator(text.begin(), text.end(), pattern); match != std::sregex_iterator(); ++match) {
    use(*match);
  }
}

// Checks `folder/file.h` and `folder/sub/`, in code quotes, except files that a run makes in results/ and build/.
TEST(Documents, NameFilesThatExist) {
  const std::regex path(
      "`((?:base|baselines|cmake|datasets|docs|fdskl|results|runners|scripts)/[a-z0-9_./]*(?:/|\\.[a-z]+))");
  int found = 0;
  for (const char* document : kDocuments) {
    ForMatches(base::ReadText(kSource / document), path, [&](const std::smatch& match) {
      const std::string name = match.str(1);
      if (name.starts_with("results/") && !name.starts_with("results/reference/") && !name.ends_with(".h")) return;
      if (name.starts_with("datasets/raw") || name.find("your_") != std::string::npos) return;
      EXPECT_TRUE(std::filesystem::exists(kSource / name)) << document << " names " << name;
      ++found;
    });
  }
  EXPECT_GT(found, 80);
}

// Checks that for `file:12` (`text`), line 12 holds that text.
TEST(Documents, NameLinesThatSayWhatTheyClaim) {
  const std::regex place("`([a-z_/]+\\.[a-z]+):([0-9]+)` \\(`([^`]+)`\\)");
  int found = 0;
  ForMatches(base::ReadText(kSource / "CONTRIBUTING.md"), place, [&](const std::smatch& match) {
    std::ifstream file(kSource / match.str(1));
    std::string line;
    for (int i = 0; i < std::stoi(match.str(2)); ++i) std::getline(file, line);
    EXPECT_NE(line.find(match.str(3)), std::string::npos) << match.str(0) << ", where the line is: " << line;
    ++found;
  });
  EXPECT_EQ(found, 8);
}

}  // namespace
}  // namespace fdskl::runners
