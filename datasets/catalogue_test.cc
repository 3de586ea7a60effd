#include "datasets/catalogue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

TEST(CatalogueTest, HoldsThePapersTenInItsOrder) {
  std::vector<std::string_view> names;
  for (const CatalogueEntry& entry : Catalogue()) names.push_back(entry.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"gisette", "phishing", "a9a", "ijcnn1", "cod-rna", "w8a", "real-sim",
                                                  "epsilon", "defaultcredit", "givemecredit"}));
}

TEST(CatalogueTest, AgreesWithItself) {
  std::set<std::string> files;
  for (const CatalogueEntry& entry : Catalogue()) {
    SCOPED_TRACE(entry.name);
    ASSERT_FALSE(entry.sources.empty());
    const Source& full = entry.sources.front();
    EXPECT_EQ(full.edition, Edition::kFull);
    EXPECT_EQ(full.rows, entry.rows);
    EXPECT_EQ(full.columns, entry.columns);
    if (full.positives) {
      EXPECT_NEAR(static_cast<double>(*full.positives) / static_cast<double>(full.rows), entry.positive_share, 5e-4);
    }
    EXPECT_GT(entry.density, 0);
    EXPECT_LE(entry.density, 1);
    EXPECT_TRUE(std::ranges::is_sorted(entry.sources, {}, &Source::edition));
    EXPECT_TRUE(entry.scaling == Scaling::kNone || !entry.unit_rows);
    for (const Source& source : entry.sources) {
      EXPECT_LE(source.rows, entry.rows);
      EXPECT_LE(source.columns, entry.columns);
      EXPECT_EQ(source.note.empty(), source.edition == Edition::kFull);
      ASSERT_FALSE(source.files.empty());
      for (const SourceFile& file : source.files) {
        EXPECT_TRUE(files.insert(file.name).second) << file.name << " stands twice";
        EXPECT_TRUE(file.sha256.empty() || file.sha256.size() == 64);
        EXPECT_EQ(file.sha256.size(), file.text_sha256.size());
        EXPECT_EQ(file.address.empty(), source.edition != Edition::kFull);
      }
    }
  }
}

TEST(CatalogueTest, KeepsSparseDataSparse) {
  for (const std::string_view name : {"a9a", "w8a", "real-sim"}) EXPECT_TRUE(FindDataset(name).sparse()) << name;
  for (const std::string_view name : {"gisette", "cod-rna", "epsilon"})
    EXPECT_FALSE(FindDataset(name).sparse()) << name;
}

TEST(CatalogueTest, LeavesWhatIsPublishedNormalised) {
  std::set<std::string_view> unscaled;
  for (const CatalogueEntry& entry : Catalogue()) {
    if (entry.scaling == Scaling::kNone) unscaled.insert(entry.name);
  }
  EXPECT_EQ(unscaled, (std::set<std::string_view>{"epsilon", "gisette", "real-sim"}));
}

TEST(CatalogueTest, RebuildsGisetteAlone) {
  for (const CatalogueEntry& entry : Catalogue()) {
    EXPECT_EQ(std::ranges::count(entry.sources, Edition::kRebuilt, &Source::edition), entry.name == "gisette" ? 1 : 0);
  }
}

TEST(CatalogueTest, NamesTheNearestForAnUnknownDataset) {
  EXPECT_NE(base::testing::ErrorOf([] { FindDataset("a9"); }).find("a9a"), std::string::npos);
  EXPECT_NE(base::testing::ErrorOf([] { FindDataset("nosuch"); }).find("givemecredit"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::datasets
