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

TEST(Thousands, GroupsDigits) {
  EXPECT_EQ(Thousands(0), "0");
  EXPECT_EQ(Thousands(999), "999");
  EXPECT_EQ(Thousands(48842), "48,842");
  EXPECT_EQ(Thousands(-1234567), "-1,234,567");
}

}  // namespace
}  // namespace fdskl::base
