#include "base/text.h"

#include <gtest/gtest.h>

#include "base/testing.h"

namespace fdskl::base {
namespace {

using Words = std::vector<std::string>;

TEST(SplitWords, SplitsAsAShellDoes) {
  EXPECT_EQ(SplitWords("mpirun  --hostfile hosts"), (Words{"mpirun", "--hostfile", "hosts"}));
  EXPECT_EQ(SplitWords(R"(a 'b  c' "d 'e" f\ g "" h\")"), (Words{"a", "b  c", "d 'e", "f g", "", "h\""}));
  EXPECT_EQ(SplitWords("  "), Words{});
  EXPECT_NE(testing::ErrorOf([] { SplitWords("mpirun 'hosts"); }).find("not closed"), std::string::npos);
}

TEST(CsvField, IsQuotedWhereItMustBe) {
  EXPECT_EQ(CsvField("a b"), "a b");
  EXPECT_EQ(CsvField(""), "");
  EXPECT_EQ(CsvField("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvField("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(CsvField("a\nb"), "\"a\nb\"");
  EXPECT_EQ(QuotedCsv("a"), "\"a\"");
}

TEST(ByteText, HasThreeDigitsAndAUnit) {
  EXPECT_EQ(ByteText(0), "0 B");
  EXPECT_EQ(ByteText(999), "999 B");
  EXPECT_EQ(ByteText(1'234'567'890), "1.23 GB");
  EXPECT_EQ(ByteText(5e18), "5e+03 PB");
}

TEST(Thousands, GroupsDigits) {
  EXPECT_EQ(Thousands(0), "0");
  EXPECT_EQ(Thousands(999), "999");
  EXPECT_EQ(Thousands(48842), "48,842");
  EXPECT_EQ(Thousands(-1234567), "-1,234,567");
}

}  // namespace
}  // namespace fdskl::base
