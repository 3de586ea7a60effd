#include "base/sha256.h"

#include <gtest/gtest.h>

#include "base/testing.h"

namespace fdskl::base {
namespace {

// The standard's own example.
constexpr auto kAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

TEST(Sha256Test, GivesTheStandardsDigest) {
  EXPECT_EQ(Sha256OfText("abc"), kAbc);
  Sha256 in_parts;
  in_parts.Update("a");
  in_parts.Update("bc");
  EXPECT_EQ(in_parts.Hex(), kAbc);
}

TEST(Sha256Test, ReadsFiles) {
  const testing::TempFolder folder;
  EXPECT_EQ(Sha256OfFile(testing::WriteFile(folder.path() / "abc", "abc")), kAbc);
  EXPECT_EQ(Sha256OfFile(testing::WriteFile(folder.path() / "empty", "")), Sha256OfText(""));
  EXPECT_THROW(Sha256OfFile(folder.path() / "absent"), Error);
}

}  // namespace
}  // namespace fdskl::base
