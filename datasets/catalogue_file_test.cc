#include "datasets/catalogue_file.h"

#include <gtest/gtest.h>

#include "base/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::ErrorOf;

std::vector<CatalogueEntry> Read(std::string_view text) { return ReadCatalogue(text, "/folder/mine.toml"); }

std::string ErrorIn(std::string_view text) {
  return ErrorOf([&] { Read(text); });
}

TEST(CatalogueFile, ReadsAUsersOwnDataset) {
  const auto entries = Read(R"(
    [zebra]
    files = ["z.svm.xz"]
    [people]
    files = ["people.csv", {name = "more.csv.gz", text_sha256 = "00"}]
    test_files = ["later.csv"]
    label = "default"
    positive = 2
    id = "customer"
    drop = ["name"]
    missing = ["", "NA", -999]
    categories = "one-hot"
    task = "classification"
    scaling = "max-abs"
    rows = 1000
    holds = { shop = ["basket"], bank = ["age", "debt"] }
  )");
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].name, "zebra");  // in the order of the file
  EXPECT_EQ(entries[0].sources.front().reader, Reader::kLibsvm);
  const CatalogueEntry& people = entries[1];
  EXPECT_EQ(people.folder, "/folder");
  EXPECT_EQ(people.scaling, Scaling::kMaxAbs);
  const Source& source = people.sources.at(0);
  EXPECT_EQ(source.reader, Reader::kCsv);
  EXPECT_EQ(source.rows, 1000);
  EXPECT_EQ(source.files.at(1).text_sha256, "00");
  EXPECT_EQ(source.test_files.at(0).name, "later.csv");
  EXPECT_EQ(source.format.positive, "2");
  EXPECT_EQ(source.format.missing, (std::vector<std::string>{"", "NA", "-999"}));
  EXPECT_EQ(source.format.categories, Categories::kOneHot);
  ASSERT_EQ(people.dealt.size(), 2U);
  EXPECT_EQ(people.dealt[0].party, "shop");
  EXPECT_EQ(people.dealt[1].columns, (std::vector<std::string>{"age", "debt"}));
}

TEST(CatalogueFile, ReadsPartiesThoseWithLabelsFirst) {
  const auto entries = Read(R"(
    [clients]
    ids = "public"
    id = "customer"
    missing = ["NA"]
    [clients.party.shop]
    file = "shop.arrow"
    id = "number"
    drop = ["\u0001\u007f\"\\"]
    [clients.party.bank]
    file = "/data/bank.csv"
    label = "default"
  )");
  ASSERT_EQ(entries.size(), 1U);
  const std::vector<Party>& parties = entries[0].parties;
  ASSERT_EQ(parties.size(), 2U);
  EXPECT_EQ(entries[0].ids, Ids::kPublic);
  EXPECT_EQ(parties[0].name, "bank");
  EXPECT_EQ(parties[0].format.id, "customer");
  EXPECT_EQ(parties[0].format.missing, (std::vector<std::string>{"NA"}));
  EXPECT_EQ(parties[1].format.id, "number");
  EXPECT_EQ(parties[1].reader, Reader::kArrow);

  const auto again = ReadCatalogue(PartiesText(entries[0]), "/elsewhere/x.toml");
  EXPECT_EQ(again[0].parties[0].file, "/data/bank.csv");
  EXPECT_EQ(again[0].parties[1].file, "/folder/shop.arrow");
  EXPECT_EQ(again[0].parties[1].format.dropped, (std::vector<std::string>{"\x01\x7F\"\\"}));
  EXPECT_EQ(PartiesText(again[0]), PartiesText(entries[0]));
}

TEST(CatalogueFile, NamesFileLineAndChoicesOfWhatIsWrong) {
  const auto expect = [](std::string_view text, std::string_view where, std::string_view what) {
    const std::string error = ErrorIn(text);
    EXPECT_TRUE(error.starts_with(fmt::format("/folder/mine.toml:{}: ", where))) << error;
    EXPECT_NE(error.find(what), std::string::npos) << error;
  };
  expect("[a]\nfiles = [\"a.csv\"]\nlable = \"y\"\n", "3", "label");
  expect("[a]\nfiles = [\"a.csv\"]\nlabel = 1\n", "3", "label: must be text, not 1");
  expect("[a]\nfiles = [\"a.csv\"]\n", "1", "names no label");
  expect("[a]\nlabel = \"y\"\n", "1", "names no files");
  expect("[a]\nfiles = [\"a.svm\"]\nlabel = \"y\"\n", "1", "LIBSVM text, which has no named columns");
  expect("[a]\nfiles = [\"a.csv\"]\nlabel = \"y\"\nscaling = \"log\"\n", "4", "minmax");
  expect("[a]\nfiles = [\"a.csv\"]\nlabel = \"y\"\ncategories = \"hot\"\n", "4", "one-hot");
  expect("[a]\nfiles = [{nam = \"a.csv\"}]\n", "2", "unknown key of a file 'nam'");
  expect("[a]\nfiles = [\"a.csv\"\n", "2", "");
  expect("[\"a/b\"]\nfiles = [\"a.csv\"]\n", "1", "letters, digits");
  expect("a = 1\n", "1", "must be a table");
  expect("[a]\nfiles = [\"a\"]\n[a.partys.b]\n", "3", "party");
  expect("[a.party.b]\nfile = \"b.csv\"\nid = \"i\"\nlabel = \"y\"\n", "1", "two or more");
  expect("[a.party.b]\nfile = \"b.csv\"\n[a.party.c]\nfile = \"c.csv\"\n", "1", "names no column of ids");
  expect("[a]\nid = \"i\"\n[a.party.b]\nfile = \"b.csv\"\n[a.party.c]\nfile = \"c.csv\"\n", "1",
         "no party with labels");
  expect("[a]\nid = \"i\"\n[a.party.b]\nfile = \"b\"\n", "3", "LIBSVM text has no ids");
}

TEST(CatalogueFile, TellsTheReaderByTheName) {
  EXPECT_EQ(ReaderOf("a.csv.xz"), Reader::kCsv);
  EXPECT_EQ(ReaderOf("a.arrow"), Reader::kArrow);
  EXPECT_EQ(ReaderOf("a.feather.gz"), Reader::kArrow);
  EXPECT_EQ(ReaderOf("a9a.t.bz2"), Reader::kLibsvm);
}

}  // namespace
}  // namespace fdskl::datasets
