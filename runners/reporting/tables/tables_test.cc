#include <gtest/gtest.h>

#include "base/files.h"
#include "base/testing.h"
#include "runners/reporting/stored/testing.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::tables {
namespace {

using results::Experiment;

bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Table, ThreeWaysToWriteItDown) {
  const Table table{.name = "t",
                    .title = "T",
                    .header = {"name", "a,b"},
                    .rows = {{{.text = "x_1"}, {.text = "1 ± 2", .best = true}},
                             {{.text = "50%"}, {.text = ">3", .not_worse = true}}},
                    .notes = {"Note."}};
  EXPECT_EQ(Markdown(table), "**T**\n\n| name | a,b |\n|---|---|\n| x_1 | **1 ± 2** |\n| 50% | >3 † |\n\nNote.\n");
  EXPECT_EQ(Csv(table), "name,\"a,b\"\nx_1,1 ± 2 (best)\n50%,>3 (not worse)\n");
  EXPECT_EQ(Latex(table),
            "% T\n\\begin{tabular}{lr}\n\\hline\nname & a,b \\\\\n\\hline\nx\\_1 & \\textbf{1 $\\pm$ 2} \\\\\n"
            "50\\% & $>$3$^\\dagger$ \\\\\n\\hline\n\\end{tabular}\n\nNote.\n");
}

// FDSKL's errors are near 10, DSG's about the same, LIBSVM's worse on each of eight splits; PP-SVMV is absent.
stored::testing::MadeUp EightSplits() {
  stored::testing::MadeUp made;
  for (int split = 0; split < 8; ++split) {
    made.Run(Experiment::kErrors, "w8a", "fdskl", split, 10, 1);
    made.Run(Experiment::kErrors, "w8a", "dsg", split, split % 2 == 0 ? 10.2 : 9.9, 1);
    made.Run(Experiment::kErrors, "w8a", "libsvm", split, 11 + 0.1 * split, 1);
    made.Run(Experiment::kErrors, "w8a", "pp-svmv", split, 11, 1);
    made.Fails("out-of-memory", "needs 5 TB");
  }
  return made;
}

TEST(ErrorsTable, BestInBoldAndThoseNotSignificantlyWorseMarked) {
  const auto stored = EightSplits().Make();
  const auto table = ErrorsTable(*stored);
  ASSERT_TRUE(table.has_value());
  const auto& row = table->rows.at(0);
  EXPECT_EQ(row[0].text, "w8a");
  EXPECT_EQ(row[1].text, "12,000 of 64,700 rows");
  EXPECT_EQ(row[2].text, "10.00 ± 0.00");
  EXPECT_TRUE(row[2].best);
  EXPECT_EQ(row[2].anchor, "rows-errors-w8a-fdskl");
  EXPECT_TRUE(row[3].not_worse);
  EXPECT_FALSE(row[4].not_worse);
  EXPECT_EQ(row[4].text, "11.35 ± 0.24");
  EXPECT_EQ(row[5].text, "out-of-memory");
  EXPECT_FALSE(row[5].not_worse);
  EXPECT_EQ(row[7].text, "not planned");
  EXPECT_EQ(row[7].anchor, "");
}

TEST(ErrorsTable, SaysWhenSplitsAreTooFew) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kErrors, "a9a", "fdskl", 0, 10, 1);
  made.Run(Experiment::kErrors, "a9a", "dsg", 0, 20, 1);
  const auto table = ErrorsTable(*made.Make());
  EXPECT_TRUE(table->rows[0][3].not_worse);
  EXPECT_EQ(table->notes[1], "1 split; profile smoke.");
  EXPECT_TRUE(Has(table->notes.back(), "With one split no difference can be significant"));
}

TEST(ErrorsTable, EqualCountsShareTheBestAndArmsHaveColumns) {
  stored::testing::MadeUp made;
  for (int split = 0; split < 2; ++split) {
    made.Run(Experiment::kErrors, "a9a", "fdskl", split, split == 0 ? 10 : 11, 1);
    made.Run(Experiment::kErrors, "a9a", "dsg", split, split == 0 ? 11 : 10, 1);
    made.Run(Experiment::kErrors, "a9a", "fdskl", split, 20, 1).settings =
        R"({"update": "plain", "masking": "paper", "sweeps": 0})";
  }
  const auto table = ErrorsTable(*made.Make());
  EXPECT_EQ(table->header.at(3), "FDSKL as printed");
  EXPECT_TRUE(table->rows[0][2].best);
  EXPECT_TRUE(table->rows[0][4].best);
  EXPECT_FALSE(table->rows[0][3].best);
  EXPECT_EQ(table->rows[0][3].text, "20.00 ± 0.00");
}

TEST(TimesTable, HasTimesByClockAndCostsWhereRowsDo) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 60).clocks[results::ClockNetwork::kLan].cost = 0.125;
  made.Clock(0.5);
  made.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 600);
  made.Clock(0.25);
  const auto table = TimesTable(*made.Make());
  ASSERT_EQ(table->header.size(), table->rows[0].size());
  std::vector<std::string> line;
  for (std::size_t i = 4; i < table->header.size(); ++i) {
    line.push_back(table->header[i] + ": " + table->rows[0][i].text);
  }
  EXPECT_EQ(line, (std::vector<std::string>{"FDSKL, ours: 1", "SecureBoost, ours: 10", "SecureBoost / FDSKL, ours: 10",
                                            "FDSKL, a machine each: 0.5", "SecureBoost, a machine each: 2.5",
                                            "SecureBoost / FDSKL, a machine each: 5", "FDSKL, cost: 0.125",
                                            "SecureBoost, cost: -"}));
}

TEST(TimesTable, BesideThePapers) {
  stored::testing::MadeUp made;
  made.Run(Experiment::kTimes, "epsilon", "fdskl", 0, 10, 90).edition = "stand-in";
  made.Run(Experiment::kTimes, "epsilon", "secureboost", 0, 10, 90).settings = R"({"preset":"fate"})";
  made.Fails("timeout", "after 900 s");
  made.Run(Experiment::kTimes, "gisette", "fdskl", 0, 10, 60).edition = "rebuilt";
  made.Run(Experiment::kTimes, "gisette", "secureboost", 0, 10, 600).settings =
      R"({"rows": 9, "time_limit": null, "preset":"fate"})";
  made.Run(Experiment::kTimes, "a9a", "fdskl", 0, 10, 60);
  made.Run(Experiment::kTimes, "a9a", "secureboost", 0, 10, 600).settings = R"({"preset":"fate"})";
  made.Run(Experiment::kShapes, "epsilon", "fdskl", 0, 10, 30).edition = "stand-in";
  made.Run(Experiment::kShapes, "epsilon", "secureboost", 0, 10, 1).settings = R"({"preset":"fate","time_limit":600})";
  made.Fails("timeout", "after 600 s");
  const auto table = TimesTable(*made.Make());
  const auto texts = [&](std::size_t row) {
    std::vector<std::string> cells;
    for (const TableCell& cell : table->rows.at(row)) cells.push_back(cell.text);
    return cells;
  };
  EXPECT_EQ(texts(0),
            (std::vector<std::string>{"gisette", "rebuilt, 12,000 of 6,000 rows", "1", "46", "1", "10", "10"}));
  EXPECT_EQ(texts(1), (std::vector<std::string>{"a9a", "12,000 of 48,842 rows", "2", "15", "1", "10", "10"}));
  EXPECT_EQ(texts(2), (std::vector<std::string>{"epsilon", "stand-in, 12,000 of 400,000 rows", "29", ">900", "1.5",
                                                "timeout", "-"}));
  EXPECT_EQ(texts(3), (std::vector<std::string>{"epsilon", "stand-in, 12,000 of 400,000 rows", "29", ">900", "0.5",
                                                ">10, timeout", ">20"}));
  EXPECT_TRUE(Has(Markdown(*table), "SecureBoost, FATE's preset, settings: preset fate.")) << Markdown(*table);
}

TEST(TablesCommand, WritesWhatThereIs) {
  const base::testing::TempFolder folder;
  EightSplits().Write(folder.path());
  EXPECT_EQ(TablesCommand(folder.path(), folder.path() / "tables"), 0);
  for (const char* extension : {"md", "csv", "tex"}) {
    EXPECT_TRUE(Has(base::ReadText(folder.path() / fmt::format("tables/table_errors.{}", extension)), "out-of-memory"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "tables/table4_times.md"));
}

}  // namespace
}  // namespace fdskl::tables
