#include "base/disk.h"

#include <gtest/gtest.h>

#include "base/testing.h"

namespace fdskl::base {
namespace {

TEST(RequireRoom, SaysWhatIsNeededAndWhatIsFree) {
  const testing::TempFolder folder;
  RequireRoom(folder.path(), 1, "a byte");
  RequireRoom(folder.path() / "not" / "there" / "yet", 1, "a byte");
  const std::string error =
      testing::ErrorOf([&] { RequireRoom(folder.path() / "new", 1e21, "the prepared file of a9a"); });
  EXPECT_TRUE(error.starts_with("not enough room for the prepared file of a9a in " + (folder.path() / "new").string() +
                                ": at least 1e+06 PB are needed, "))
      << error;
  EXPECT_TRUE(error.ends_with(" are free")) << error;
}

}  // namespace
}  // namespace fdskl::base
