// Tests tables as text, and the programs in docs/results_format.md that read them. Each program runs on tables that
// were written and exported here, if its language is installed.

#include "results/export.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "results/claim_row.h"
#include "results/rows.h"
#include "results/run_row.h"
#include "results/testing.h"

namespace fdskl::results {
namespace {

std::string Exported(const std::filesystem::path& folder, std::string_view table, ExportFormat format) {
  std::ostringstream text;
  Export(folder, table, format, text);
  return text.str();
}

void WriteSample(const std::filesystem::path& folder) {
  WriteRows<RunRow>(folder / "runs.arrow", std::vector<RunRow>{testing::SampleRun("one"), testing::SampleRun("two")});
}

TEST(Export, CsvQuotesTextAndLeavesNullsEmpty) {
  const base::testing::TempFolder folder;
  WriteRows<ClaimRow>(folder.path() / "claims.arrow",
                      std::vector<ClaimRow>{{.claim = "a, \"b\"", .paper = "two\nlines", .p_value = 0.25}});
  EXPECT_EQ(Exported(folder.path(), "claims", ExportFormat::kCsv).substr(0, 40),
            "claim,paper,rule,numbers,test,p_value,ef");
  const std::string text = Exported(folder.path(), "claims", ExportFormat::kCsv);
  EXPECT_NE(text.find("\r\n\"a, \"\"b\"\"\",\"two\nlines\",\"\",\"\",\"\",0.25,,"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("\r\n"));
}

TEST(Export, JsonLinesHasAnObjectForEachRow) {
  const base::testing::TempFolder folder;
  WriteSample(folder.path());
  AppendRows<RunRow>(folder.path() / "runs.arrow", std::vector<RunRow>{testing::SampleRun("staged")});
  const std::string text = Exported(folder.path(), "runs", ExportFormat::kJsonLines);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_TRUE(text.starts_with("{\"run\": \"one\""));
  EXPECT_NE(text.find("\n{\"run\": \"staged\""), std::string::npos);
}

TEST(Export, ErrorsNameTheTableAndTheFile) {
  const base::testing::TempFolder folder;
  const auto complaint = [&](std::string_view table) -> std::string {
    try {
      Exported(folder.path(), table, ExportFormat::kCsv);
    } catch (const base::Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(complaint("run").find("runs"), std::string::npos);
  EXPECT_NE(complaint("comm").find("comm.arrow is not there"), std::string::npos);
  for (const std::string_view table : ExportedTables()) EXPECT_NE(complaint(table), "") << table;
}

// The programs of one language in the document's code fences.
std::vector<std::string> Programs(const std::string& language) {
  const std::string text = base::ReadText(base::SourceFolder() / "docs/results_format.md");
  std::vector<std::string> programs;
  const std::string fence = "```" + language + "\n";
  for (std::size_t at = text.find(fence); at != std::string::npos; at = text.find(fence, at + 1)) {
    const std::size_t begin = at + fence.size();
    programs.push_back(text.substr(begin, text.find("```", begin) - begin));
  }
  return programs;
}

struct Language {
  std::string name, interpreter, extension;
  std::string package, absent;  // the package that some programs need, and what the interpreter says without it
};

class Reading : public ::testing::TestWithParam<Language> {};

// Where `scripts/setup.sh test` puts npm's packages.
std::filesystem::path NodeModules() {
  const auto path = [](const char* variable, const char* below) {
    const char* const value = std::getenv(variable);
    return value == nullptr ? std::filesystem::path() : std::filesystem::path(value) / below;
  };
  for (const auto& folder :
       {path("FDSKL_CACHE", "node/node_modules"), path("XDG_CACHE_HOME", "fdskl/node/node_modules"),
        path("HOME", ".cache/fdskl/node/node_modules")}) {
    if (!folder.empty()) return folder;
  }
  return {};
}

int StatusOf(const std::vector<std::string>& words, std::string& said) {
  base::ChildProcess process(words, {});
  const auto keep = [&](std::string_view line) { said.append(line).append("\n"); };
  return process.Wait(keep, keep);
}

// Every program prints the number of rows and the first row's test error.
TEST_P(Reading, TheDocumentsProgramsRun) {
  const Language& language = GetParam();
  const std::vector<std::string> programs = Programs(language.name);
  ASSERT_FALSE(programs.empty());
  const base::testing::TempFolder folder;
  WriteSample(folder.path());
  // node looks for packages beside the program.
  if (std::filesystem::exists(NodeModules()))
    std::filesystem::create_directory_symlink(NodeModules(), folder.path() / "node_modules");
  for (const ExportFormat format : {ExportFormat::kCsv, ExportFormat::kJsonLines}) {
    std::ofstream file(folder.path() / fmt::format("runs.{}", base::NameOf(format)));
    Export(folder.path(), "runs", format, file);
  }
  int ran = 0;
  for (const std::string& program : programs) {
    const std::filesystem::path file = folder.path() / ("program" + language.extension);
    base::WriteText(file, program);
    std::string said;
    int status = 1;
    try {
      status = StatusOf({"env", "-C", folder.path().string(), language.interpreter, file.string()}, said);
    } catch (const base::Error&) {
    }
    const bool absent = (WIFEXITED(status) && WEXITSTATUS(status) == 127) ||
                        (program.find(language.package) != std::string::npos && status != 0 &&
                         said.find(language.absent) != std::string::npos);
    if (absent) continue;
    ++ran;
    EXPECT_EQ(status, 0) << program << said;
    EXPECT_EQ(said, "2 15.25\n") << program;
  }
  if (ran == 0) GTEST_SKIP() << language.interpreter << " or its packages are not installed";
}

INSTANTIATE_TEST_SUITE_P(Languages, Reading,
                         ::testing::Values(Language{"python", "python3", ".py", "pyarrow", "No module named 'pyarrow'"},
                                           Language{"r", "Rscript", ".R", "arrow", "there is no package called"},
                                           Language{"javascript", "node", ".mjs", "apache-arrow",
                                                    "Cannot find package 'apache-arrow'"}),
                         [](const auto& language) { return language.param.name; });

}  // namespace
}  // namespace fdskl::results
