#include "datasets/locate.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::WriteFile;
using std::filesystem::path;

class LocateTest : public ::testing::Test {
 protected:
  LocateTest() : places_{folder_.path() / "first", folder_.path() / "second"} {
    for (const path& place : places_) std::filesystem::create_directory(place);
  }

  Located Find(std::optional<Edition> wanted = {}) const { return Locate(entry_, wanted, places_); }

  CatalogueEntry entry_{
      .name = "tiny",
      .rows = 8,
      .columns = 3,
      .sources = {
          {.rows = 8, .columns = 3, .files = {{.name = "tiny.train"}, {.name = "tiny.t"}}},
          {.edition = Edition::kRebuilt, .rows = 8, .columns = 3, .files = {{.name = "tiny.again"}}, .note = "again"},
          {.edition = Edition::kPart, .rows = 4, .columns = 3, .files = {{.name = "tiny_half"}}, .note = "half"}}};
  base::testing::TempFolder folder_;
  std::vector<path> places_;
};

TEST_F(LocateTest, FallsBackToTheStandInAndSaysWhy) {
  const Located located = Find();
  EXPECT_EQ(located.edition, Edition::kStandIn);
  EXPECT_EQ(located.rows, 8);
  EXPECT_TRUE(located.files.empty());
  for (const char* name : {"tiny.train", "tiny.t", "tiny_half"}) {
    EXPECT_NE(located.why.find(name), std::string::npos) << located.why;
  }
}

TEST_F(LocateTest, TakesAPartBeforeTheStandIn) {
  base::testing::WriteFile(places_[0] / "tiny.train", "");  // not the whole of the full edition
  const path part = base::testing::WriteFile(places_[1] / "tiny_half.gz", "");
  const Located located = Find();
  EXPECT_EQ(located.edition, Edition::kPart);
  EXPECT_EQ(located.rows, 4);
  EXPECT_EQ(located.files, std::vector<path>{part});
  EXPECT_NE(located.why.find("half"), std::string::npos);
  EXPECT_NE(located.why.find("tiny.t"), std::string::npos);
}

TEST_F(LocateTest, TakesTheFullSetOfAnyPlaceBeforeAPart) {
  base::testing::WriteFile(places_[0] / "tiny_half", "");
  const path test = base::testing::WriteFile(places_[0] / "tiny.t.bz2", ""),
             train = base::testing::WriteFile(places_[1] / "tiny.train.xz", "");
  EXPECT_EQ(Find().edition, Edition::kFull);
  EXPECT_EQ(Find().files, (std::vector<path>{train, test}));
  EXPECT_EQ(Find(Edition::kPart).edition, Edition::kPart);
  EXPECT_EQ(Find(Edition::kStandIn).edition, Edition::kStandIn);
}

TEST_F(LocateTest, TakesWhatIsRebuiltBeforeAPartAndAfterTheFullSet) {
  base::testing::WriteFile(places_[0] / "tiny_half", "");
  const path rebuilt = base::testing::WriteFile(places_[1] / "tiny.again.xz", "");
  EXPECT_EQ(Find().edition, Edition::kRebuilt);
  EXPECT_EQ(Find().files, std::vector<path>{rebuilt});
  EXPECT_NE(Find().why.find("again"), std::string::npos);
  EXPECT_EQ(Find(Edition::kPart).edition, Edition::kPart);
  EXPECT_EQ(Find(Edition::kRebuilt).edition, Edition::kRebuilt);
  for (const char* file : {"tiny.train", "tiny.t"}) base::testing::WriteFile(places_[1] / file, "");
  EXPECT_EQ(Find().edition, Edition::kFull);
}

TEST_F(LocateTest, TakesTheFirstPlaceFirst) {
  const path first = base::testing::WriteFile(places_[0] / "tiny_half.xz", "");
  base::testing::WriteFile(places_[1] / "tiny_half", "");
  EXPECT_EQ(Find().files, std::vector<path>{first});
}

TEST_F(LocateTest, NamesFilesAndPlacesOfAWantedEditionThatIsAbsent) {
  const std::string error = base::testing::ErrorOf([&] { Find(Edition::kFull); });
  for (const std::string& part : {std::string("tiny.train, tiny.t"), places_[0].string(), places_[1].string()}) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  }
}

TEST_F(LocateTest, IgnoresFoldersOfAFilesName) {
  std::filesystem::create_directory(places_[0] / "tiny_half");
  EXPECT_EQ(Find().edition, Edition::kStandIn);
}

TEST(DataPlacesTest, PutsTheUsersOwnFirst) {
  unsetenv("FDSKL_DATA");
  const std::vector<path> usual = DataPlaces();
  EXPECT_EQ(usual.front(), RawFolder());
  setenv("FDSKL_DATA", "own", 1);
  const std::vector<path> with_own = DataPlaces();
  unsetenv("FDSKL_DATA");
  ASSERT_EQ(with_own.size(), usual.size() + 1);
  EXPECT_EQ(with_own.front(), "own");
}

}  // namespace
}  // namespace fdskl::datasets
