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

class StatusTest : public ::testing::Test {
 protected:
  StatusTest() : raw_(folder_.path() / "raw"), places_{raw_} {
    entries_ = {{.name = "tiny",
                 .rows = 4,
                 .columns = 3,
                 .sources = {{.rows = 4, .columns = 3, .positives = 2, .files = {{.name = "tiny"}}}}}};
  }

  bool Says(std::string_view text) const { return out_.str().find(text) != std::string::npos; }

  base::testing::TempFolder folder_;
  path raw_;
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

}  // namespace
}  // namespace fdskl::datasets
