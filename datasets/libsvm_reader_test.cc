#include "datasets/libsvm_reader.h"

#include <gtest/gtest.h>

#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::ErrorOf;
using testing::Table;

class LibsvmReaderTest : public ::testing::Test {
 protected:
  testing::Table Read(std::string_view text, std::int64_t columns = 3, Task task = Task::kClassification) const {
    TextReader reader(base::testing::WriteFile(folder_.path() / "data", text));
    testing::Table table;
    ReadLibsvm(reader, columns, task, table.Sink());
    return table;
  }

  std::string ErrorIn(std::string_view text) const {
    return base::testing::ErrorOf([&] { Read(text); });
  }

  base::testing::TempFolder folder_;
};

TEST_F(LibsvmReaderTest, ReadsSamples) {
  const testing::Table table = Read("+1 1:0.5 3:-2e1\n-1 2:+7\n");
  EXPECT_EQ(table.x, (std::vector<std::vector<float>>{{0.5, 0, -20}, {0, 7, 0}}));
  EXPECT_EQ(table.labels, (std::vector<float>{1, -1}));
}

TEST_F(LibsvmReaderTest, TakesTheFormatsLiberties) {
  const testing::Table table = Read("# a comment\n\n-1 \r\n1\t2:1 \t 3:4 # 1:9\r\n   \n  1 1:2");
  EXPECT_EQ(table.x, (std::vector<std::vector<float>>{{0, 0, 0}, {0, 1, 4}, {2, 0, 0}}));
  EXPECT_EQ(table.labels, (std::vector<float>{-1, 1, 1}));
}

TEST_F(LibsvmReaderTest, ReadsRegressionTargets) {
  EXPECT_EQ(Read("3.5 1:1\n-7\n0.25\n", 3, Task::kRegression).labels, (std::vector<float>{3.5, -7, 0.25}));
}

TEST_F(LibsvmReaderTest, HandsOnLargeFilesInBlocks) {
  std::string text;
  for (int i = 0; i < 150000; ++i) text += i % 3 == 0 ? "1 2:1\n" : "-1 1:1\n";
  TextReader reader(base::testing::WriteFile(folder_.path() / "large", text));
  std::int64_t blocks = 0, rows = 0;
  ReadLibsvm(reader, 2, Task::kClassification, [&](const RowBlock& block) {
    ++blocks;
    rows += block.x.rows();
    EXPECT_LE(block.x.rows(), kMaxBlockRows);
    EXPECT_EQ(block.x.rows(), std::ssize(block.labels));
  });
  EXPECT_EQ(rows, 150000);
  EXPECT_EQ(blocks, 3);
}

TEST_F(LibsvmReaderTest, NamesFileAndLineOfWhatIsWrong) {
  const std::string where = (folder_.path() / "data").string() + ":2: ";
  const auto expect = [&](std::string_view line, std::string_view message) {
    const std::string error = ErrorIn(fmt::format("1 1:1\n{}\n-1 1:1\n", line));
    EXPECT_TRUE(error.starts_with(where)) << error;
    EXPECT_NE(error.find(message), std::string::npos) << error;
  };
  expect("x 1:1", "'x' is no finite number");
  expect("1 1:abc", "'abc' is no finite number");
  expect("1 1:", "'' is no finite number");
  expect("1 1:1.5.2", "no finite number");
  expect("1 1:nan", "no finite number");
  expect("1 1:-inf", "no finite number");
  expect("1 1:1e39", "no finite number");
  expect("nan 1:1", "no finite number");
  expect("1 1", "index:value");
  expect("1 1:1,2:1", "no finite number");
  expect("1 0:1", "from 1 up");
  expect("1 -1:1", "from 1 up");
  expect("1 a:1", "from 1 up");
  expect("1 1.0:1", "from 1 up");
  expect("1 99999999999999999999:1", "from 1 up");
  expect("1 4:1", "index 4 is beyond the 3 columns");
  expect("1 2:1 2:1", "index 2 stands twice");
  expect("1 3:1 1:1", "index 1 follows 3");
  expect("0.5 1:1", "none of two classes");
  expect("3 1:1", "none of two classes");
}

TEST_F(LibsvmReaderTest, RejectsAThirdClass) {
  EXPECT_NE(ErrorIn("-1 1:1\n0 1:1\n").find(":2: label 0 makes a third class"), std::string::npos);
  EXPECT_NE(ErrorIn("0\n1\n2\n").find(":3: label 2 makes a third class"), std::string::npos);
}

TEST_F(LibsvmReaderTest, RejectsAFileWithoutSamples) {
  EXPECT_NE(ErrorIn("").find("holds no samples"), std::string::npos);
  EXPECT_NE(ErrorIn("# only a comment\n\n").find("holds no samples"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::datasets
