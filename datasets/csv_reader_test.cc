#include "datasets/csv_reader.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::ErrorOf;
using testing::Table;

const TableFormat kFormat{.label = "risky", .dropped = {""}, .missing = {"NA"}};

class CsvReaderTest : public ::testing::Test {
 protected:
  testing::Table Read(std::string_view text, const TableFormat& format = kFormat) const {
    TextReader reader(base::testing::WriteFile(folder_.path() / "data.csv", text));
    testing::Table table;
    ReadCsv(reader, format, 2, Task::kClassification, table.Sink());
    return table;
  }

  std::string ErrorIn(std::string_view text) const {
    return base::testing::ErrorOf([&] { Read(text); });
  }

  base::testing::TempFolder folder_;
};

TEST_F(CsvReaderTest, ReadsNamedColumns) {
  const testing::Table table = Read(",age,risky,debt\n1,20,1,0.5\n2,30,0,-1e3\n");
  EXPECT_EQ(table.x, (std::vector<std::vector<float>>{{20, 0.5}, {30, -1000}}));
  EXPECT_EQ(table.labels, (std::vector<float>{1, 0}));
}

TEST_F(CsvReaderTest, TakesQuotesCrlfBlankLinesAndAMissingLastNewline) {
  const testing::Table table =
      Read("\"\",\"age, in years\",\"risky\",\"debt\"\r\n\"1\",20,1,2\r\n\r\n\"2\",\"30\",0,3");
  EXPECT_EQ(table.x, (std::vector<std::vector<float>>{{20, 2}, {30, 3}}));
}

TEST_F(CsvReaderTest, ReadsTheMissingMarkAsNan) {
  const testing::Table table = Read(",age,risky,debt\n1,NA,1,2\n2,30,0,NA\n");
  EXPECT_TRUE(std::isnan(table.x[0][0]));
  EXPECT_TRUE(std::isnan(table.x[1][1]));
  EXPECT_EQ(table.x[1][0], 30);
}

TEST_F(CsvReaderTest, NamesFileLineAndColumnOfWhatIsWrong) {
  const std::string where = (folder_.path() / "data.csv").string() + ":3: ";
  const auto expect = [&](std::string_view line, std::string_view message) {
    const std::string error = ErrorIn(fmt::format(",age,risky,debt\n1,20,1,2\n{}\n3,20,0,2\n", line));
    EXPECT_TRUE(error.starts_with(where)) << error;
    EXPECT_NE(error.find(message), std::string::npos) << error;
  };
  expect("2,old,0,1", "column 'age': 'old' is no finite number");
  expect("2,20,0,", "column 'debt': '' is no finite number");
  expect("2,20,0,nan", "column 'debt': 'nan' is no finite number");
  expect("2,20,0,inf", "column 'debt'");
  expect("2,20,0, 1", "column 'debt'");
  expect("2,20,NA,1", "column 'risky': 'NA' is no finite number");
  expect("2,20,7,1", "label 7 is none of two classes");
  expect("2,20,0", "3 fields, where the header has 4");
  expect("2,20,0,1,1", "5 fields, where the header has 4");
  expect("2,\"20,0,1", "a quote is not closed");
  expect("2\",20,0,1", "a quote stands within a field");
  expect("2,\"20\"0,0,1", "'0' follows a closing quote");
}

TEST_F(CsvReaderTest, TakesTheMissingMarkOnlyWhereTheFormatHasOne) {
  const TableFormat strict{.label = "risky", .dropped = {""}};
  EXPECT_THROW(Read(",age,risky,debt\n1,NA,1,2\n", strict), base::Error);
}

TEST_F(CsvReaderTest, ChecksTheHeader) {
  EXPECT_NE(ErrorIn(",age,debt\n1,2,3\n").find("column 'risky' stands 0 times"), std::string::npos);
  EXPECT_NE(ErrorIn(",risky,risky,debt\n").find("column 'risky' stands 2 times"), std::string::npos);
  EXPECT_NE(ErrorIn("id,age,risky,debt\n").find("column '' stands 0 times"), std::string::npos);
  EXPECT_NE(ErrorIn(",age,risky\n1,2,1\n").find("1 features, where 2 belong"), std::string::npos);
}

TEST_F(CsvReaderTest, RejectsAFileWithoutSamples) {
  EXPECT_NE(ErrorIn("").find("is empty"), std::string::npos);
  EXPECT_NE(ErrorIn(",age,risky,debt\n\n").find("holds no samples"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::datasets
