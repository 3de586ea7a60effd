#include "datasets/status.h"

#include <gtest/gtest.h>

#include <sstream>

#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::WriteFile;
using std::filesystem::path;

constexpr auto kText = "1 1:1\n0 2:2\n1 3:0.5\n0 1:3\n";

// A publisher in a folder of this machine, reached by file://.
class StatusTest : public ::testing::Test {
 protected:
  StatusTest() : publisher_(folder_.path() / "publisher"), raw_(folder_.path() / "raw"), places_{raw_} {
    std::filesystem::create_directory(publisher_);
    entries_ = {{.name = "tiny",
                 .rows = 4,
                 .columns = 3,
                 .sources = {{.rows = 4,
                              .columns = 3,
                              .positives = 2,
                              .files = {{.name = "tiny",
                                         .address = fmt::format("file://{}", (publisher_ / "tiny.bz2").string())}}}}},
                {.name = "private",
                 .rows = 4,
                 .columns = 3,
                 .sources = {{.rows = 4,
                              .columns = 3,
                              .files = {{.name = "private.csv",
                                         .address = "https://example.org/page",
                                         .by_hand = "it is published behind a log-in"}}}}}};
  }

  bool Fetch() {
    out_.str("");
    return FetchDatasets(out_, entries_, places_, raw_);
  }

  bool Says(std::string_view text) const { return out_.str().find(text) != std::string::npos; }

  base::testing::TempFolder folder_;
  path publisher_, raw_;
  std::vector<path> places_;
  std::vector<CatalogueEntry> entries_;
  std::ostringstream out_;
};

TEST_F(StatusTest, ListsWhatIsHereAndWhy) {
  ListDatasets(out_, entries_, places_);
  EXPECT_TRUE(Says("stand-in")) << out_.str();
  EXPECT_TRUE(Says("not found: tiny")) << out_.str();
  std::filesystem::create_directory(raw_);
  base::testing::WriteFile(raw_ / "tiny", kText);
  out_.str("");
  ListDatasets(out_, entries_, places_);
  EXPECT_TRUE(Says(fmt::format("tiny in {}", raw_.string()))) << out_.str();
  EXPECT_TRUE(Says("full")) << out_.str();
}

TEST_F(StatusTest, ListsTheWholeCatalogue) {
  ListDatasets(out_);
  for (const CatalogueEntry& entry : Catalogue()) EXPECT_TRUE(Says(entry.name)) << entry.name;
  EXPECT_TRUE(Says("400,000 x 2,000  none"));
  EXPECT_TRUE(Says("59,535 x 8  minmax"));
}

TEST_F(StatusTest, VerifiesWhatIsHere) {
  EXPECT_TRUE(VerifyDatasets(out_, entries_, places_));
  EXPECT_TRUE(Says("absent  tiny (full)")) << out_.str();
  std::filesystem::create_directory(raw_);
  base::testing::WriteFile(raw_ / "tiny", kText);
  EXPECT_TRUE(VerifyDatasets(out_, entries_, places_));
  EXPECT_TRUE(Says("ok      tiny (full)")) << out_.str();
  base::testing::WriteFile(raw_ / "tiny", "1 1:1\n0 2:x\n");
  EXPECT_FALSE(VerifyDatasets(out_, entries_, places_));
  EXPECT_TRUE(Says("tiny:2: 'x' is no finite number")) << out_.str();
}

TEST_F(StatusTest, FetchesVerifiesAndThenLeavesAlone) {
  base::testing::WriteFile(publisher_ / "tiny.bz2", testing::Compress(kText, ".bz2"));
  EXPECT_TRUE(Fetch()) << out_.str();
  EXPECT_TRUE(std::filesystem::exists(raw_ / "tiny.bz2"));
  EXPECT_FALSE(std::filesystem::exists(raw_ / "tiny.bz2.part"));
  EXPECT_TRUE(Fetch());
  EXPECT_TRUE(Says("tiny: here already")) << out_.str();
}

TEST_F(StatusTest, SaysWhatMustBePlacedByHandAndWhere) {
  entries_.erase(entries_.begin());
  EXPECT_TRUE(Fetch());
  EXPECT_TRUE(Says("behind a log-in")) << out_.str();
  EXPECT_TRUE(Says("https://example.org/page")) << out_.str();
  EXPECT_TRUE(Says((raw_ / "private.csv").string())) << out_.str();
}

TEST_F(StatusTest, TakesUpADownloadThatWasCutShort) {
  const std::string bytes = testing::Compress(kText, ".bz2");
  base::testing::WriteFile(publisher_ / "tiny.bz2", bytes);
  std::filesystem::create_directory(raw_);
  base::testing::WriteFile(raw_ / "tiny.bz2.part", std::string_view(bytes).substr(0, 20));
  EXPECT_TRUE(Fetch()) << out_.str();
  EXPECT_EQ(base::testing::ReadFile(raw_ / "tiny.bz2"), bytes);
}

TEST_F(StatusTest, GoesOnAfterADownloadThatFailed) {
  EXPECT_FALSE(Fetch());
  EXPECT_TRUE(Says("tiny: FAILED")) << out_.str();
  EXPECT_TRUE(Says("private: cannot be fetched")) << out_.str();
}

TEST_F(StatusTest, DoesNotKeepWhatIsNotTheDataset) {
  base::testing::WriteFile(publisher_ / "tiny.bz2", "<html>not found</html>\n");
  EXPECT_FALSE(Fetch());
  EXPECT_TRUE(Says("is not the dataset")) << out_.str();
  EXPECT_TRUE(std::filesystem::is_empty(raw_));
}

}  // namespace
}  // namespace fdskl::datasets
