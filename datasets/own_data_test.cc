// Tests a user's own files, from the catalogue to what a worker holds.
#include <arrow/api.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/sha256.h"
#include "base/testing.h"
#include "datasets/catalogue_file.h"
#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/party_file.h"
#include "datasets/prepare.h"
#include "datasets/testing.h"
#include "results/arrow_io.h"

namespace fdskl::datasets {
namespace {

using base::testing::ErrorOf;
using base::testing::WriteFile;
using Rows = std::vector<std::vector<float>>;

constexpr std::string_view kPeople =
    "customer,name,age,job,debt,default\n"
    "7,\"Doe, J\",20,clerk,1.5,no\n"
    "9,Roe,30,cook,NA,yes\n"
    "8,Poe,40,clerk,-2,no\n"
    "5,Moe,50,,3,yes\n";

class OwnDataTest : public ::testing::Test {
 protected:
  // The one dataset of a catalogue with these lines.
  CatalogueEntry Entry(std::string_view lines) const {
    CatalogueEntry entry = ReadCatalogue(fmt::format("[people]\n{}", lines), folder_.path() / "mine.toml").at(0);
    entry.own = true;
    return entry;
  }
  Prepared PrepareIt(const CatalogueEntry& entry) const { return Prepare(Locate(entry), {}, folder_.path() / "cache"); }
  // All values that the store has of it.
  testing::Table Load(const CatalogueEntry& entry) const {
    const ColumnStore store = ColumnStore::Open(PrepareIt(entry).file);
    const base::Matrix x = store.Load(ColumnsInTurn(store.columns(), 1, 0), ColumnsInTurn(store.rows(), 1, 0));
    testing::Table table;
    table.labels = store.Labels();
    for (std::int64_t i = 0; i < x.rows(); ++i) table.x.push_back(testing::Table::RowOf(x, i));
    return table;
  }
  std::string ErrorWith(std::string_view lines) const {
    return ErrorOf([&] { PrepareIt(Entry(lines)); });
  }
  std::string File(const std::string& name, std::string_view text) const {
    return WriteFile(folder_.path() / name, text).string();
  }

  base::testing::TempFolder folder_;
};

TEST_F(OwnDataTest, ReadsATableWithTextMissingValuesAndNamedClasses) {
  for (const std::string packed : {"", ".xz", ".gz", ".bz2"}) {
    File("people.csv" + packed, testing::Compress(kPeople, packed));
    const CatalogueEntry entry = Entry(fmt::format(R"(files = ["people.csv{}"]
      label = "default"
      positive = "yes"
      id = "customer"
      drop = ["name"]
      missing = ["", "NA"]
      categories = "one-hot"
      scaling = "none")",
                                                   packed));
    const testing::Table table = Load(entry);
    ASSERT_EQ(table.x.size(), 4U);
    EXPECT_EQ(table.x[0], (std::vector<float>{20, 1, 0, 1.5}));  // age, job=clerk, job=cook, debt
    EXPECT_TRUE(std::isnan(table.x[1][3]));
    EXPECT_EQ(table.x[3], (std::vector<float>{50, 0, 0, 3}));
    EXPECT_EQ(table.labels, (std::vector<float>{-1, 1, -1, 1}));
    const ColumnStore store = ColumnStore::Open(PrepareIt(entry).file);
    EXPECT_EQ(store.scaling(), Scaling::kNone);
    EXPECT_EQ(store.info().names, (std::vector<std::string>{"age", "job=clerk", "job=cook", "debt"}));
    std::filesystem::remove(folder_.path() / ("people.csv" + packed));
  }
}

TEST_F(OwnDataTest, SaysHowToNameThePositiveClass) {
  File("a.csv", "x,y\n1,red\n2,green\n3,blue\n");
  std::string error = ErrorWith("files = [\"a.csv\"]\nlabel = \"y\"");
  EXPECT_NE(error.find("'blue', 'green', 'red'"), std::string::npos) << error;
  EXPECT_NE(error.find("positive = "), std::string::npos) << error;
  EXPECT_NE(error.find("--positive"), std::string::npos) << error;
  error = ErrorWith("files = [\"a.csv\"]\nlabel = \"y\"\npositive = \"pink\"");
  EXPECT_NE(error.find("no label in column 'y' is 'pink'"), std::string::npos) << error;
  File("b.csv", "x,y\n1,1\n2,2\n3,3\n");
  EXPECT_NE(ErrorWith("files = [\"b.csv\"]\nlabel = \"y\"").find("'1', '2', '3'"), std::string::npos);
  EXPECT_EQ(Load(Entry("files = [\"b.csv\"]\nlabel = \"y\"\npositive = 3")).labels, (std::vector<float>{-1, -1, 1}));
  File("c.csv", "x,y\n1,no\n2,yes\n");
  error = ErrorWith("files = [\"c.csv\"]\nlabel = \"y\"");
  EXPECT_NE(error.find("c.csv:2: "), std::string::npos) << error;
  EXPECT_NE(error.find("--positive"), std::string::npos) << error;
}

TEST_F(OwnDataTest, NamesColumnsOfText) {
  File("people.csv", kPeople);
  const std::string error =
      ErrorWith("files = [\"people.csv\"]\nlabel = \"default\"\npositive = \"yes\"\nid = \"customer\"");
  for (const char* part : {"people.csv", "'name' (line 2: 'Doe, J')", "'job' (line 2: 'clerk')",
                           "'debt' (line 3: 'NA')", "drop = [\"name\", \"job\", \"debt\"]", "one-hot"}) {
    EXPECT_NE(error.find(part), std::string::npos) << part << " in " << error;
  }
}

TEST_F(OwnDataTest, FreeTextIsNoCategory) {
  std::string text = "x,who,y\n";
  for (int i = 0; i < 1200; ++i) text += fmt::format("{},name{},{}\n", i, i, i % 2);
  File("a.csv", text);
  EXPECT_NE(ErrorWith("files = [\"a.csv\"]\nlabel = \"y\"\ncategories = \"one-hot\"").find("more than 1000 categories"),
            std::string::npos);
}

TEST_F(OwnDataTest, LibsvmFindsItsOwnShape) {
  File("a.svm", "3 1:1 7:2\n4 2:5\n5 3:1\n");
  EXPECT_NE(ErrorWith("files = [\"a.svm\"]").find("--positive"), std::string::npos);
  const testing::Table table = Load(Entry("files = [\"a.svm\"]\npositive = 4\nscaling = \"none\""));
  EXPECT_EQ(table.x[0], (std::vector<float>{1, 0, 0, 0, 0, 0, 2}));
  EXPECT_EQ(table.labels, (std::vector<float>{-1, 1, -1}));
}

TEST_F(OwnDataTest, ReadsArrow) {
  arrow::DoubleBuilder age;
  arrow::Int32Builder pays;
  arrow::StringBuilder label;
  ASSERT_TRUE(age.AppendValues({20.5, 30}).ok() && age.AppendNull().ok());
  ASSERT_TRUE(pays.AppendValues({-3, 4, 5}).ok());
  ASSERT_TRUE(label.AppendValues(std::vector<std::string>{"a", "b", "a"}).ok());
  const auto schema = arrow::schema(
      {arrow::field("age", arrow::float64()), arrow::field("pays", arrow::int32()), arrow::field("y", arrow::utf8())});
  const auto table =
      arrow::Table::Make(schema, {age.Finish().ValueOrDie(), pays.Finish().ValueOrDie(), label.Finish().ValueOrDie()});
  results::WriteTable(folder_.path() / "a.arrow", *table);
  const CatalogueEntry entry = Entry("files = [\"a.arrow\"]\nlabel = \"y\"\npositive = \"b\"\nscaling = \"none\"");
  const testing::Table loaded = Load(entry);
  EXPECT_EQ(loaded.x[0], (std::vector<float>{20.5, -3}));
  EXPECT_TRUE(std::isnan(loaded.x[2][0]));
  EXPECT_EQ(loaded.labels, (std::vector<float>{-1, 1, -1}));

  File("b.arrow", "not Arrow at all");
  EXPECT_NE(ErrorWith("files = [\"b.arrow\"]\nlabel = \"y\"").find("b.arrow is no Arrow IPC file"), std::string::npos);
}

TEST_F(OwnDataTest, ATestFileReplacesTheSplit) {
  File("train.csv", "x,y\n1,0\n2,1\n3,0\n4,1\n");
  File("test.csv", "y,x\n1,10\n0,20\n");  // columns are found by name
  const CatalogueEntry entry =
      Entry("files = [\"train.csv\"]\ntest_files = [\"test.csv\"]\nlabel = \"y\"\nscaling = \"none\"");
  const Prepared prepared = PrepareIt(entry);
  EXPECT_EQ(prepared.rows, 6);
  EXPECT_EQ(prepared.test_rows, 2);
  const ColumnStore store = ColumnStore::Open(prepared.file);
  for (const int number : {0, 5}) {
    const Split split = SplitOf(store, number);
    EXPECT_EQ(split.train, (std::vector<std::int32_t>{0, 1, 2, 3}));
    EXPECT_EQ(split.test, (std::vector<std::int32_t>{4, 5}));
  }
  const Split capped = SplitOf(store, 0, 3);
  EXPECT_EQ(capped.train.size(), 2U);
  EXPECT_EQ(capped.test.size(), 1U);
  EXPECT_EQ(testing::Table::RowOf(store.Load(std::vector<std::int32_t>{0}, SplitOf(store, 0).test), 0),
            std::vector<float>{10});

  File("test.csv", "y,z\n1,10\n");
  EXPECT_NE(ErrorOf([&] { PrepareIt(entry); }).find("column 'z' is not one of the dataset's features"),
            std::string::npos);
}

TEST_F(OwnDataTest, ChecksWhatTheCatalogueSays) {
  const std::string text = "x,y\n1,0\n2,1\n3,0\n4,1\n";
  File("a.csv", text);
  const std::string lines = "files = [{name = \"a.csv\", text_sha256 = \"%\"}]\nlabel = \"y\"\n";
  const auto with = [&](const std::string& sha256) {
    return lines.substr(0, lines.find('%')) + sha256 + lines.substr(lines.find('%') + 1);
  };
  EXPECT_EQ(PrepareIt(Entry(with(base::Sha256OfText(text)))).why, "verified by checksum");
  EXPECT_NE(ErrorWith(with(std::string(64, '0')) + "drop = []").find("as the catalogue says"), std::string::npos);
  EXPECT_NE(ErrorWith("files = [\"a.csv\"]\nlabel = \"y\"\nrows = 5").find("4 samples, where people (full) has 5"),
            std::string::npos);
  EXPECT_NE(ErrorWith("files = [\"a.csv\"]\nlabel = \"y\"\ncolumns = 3").find("1 features, where the catalogue says 3"),
            std::string::npos);
  EXPECT_NE(
      ErrorWith("files = [\"nowhere.csv\"]\nlabel = \"y\"").find("nowhere.csv (plain, .xz, .bz2 or .gz) not found"),
      std::string::npos);
}

// The same file gives other data when it is read in another way.
TEST_F(OwnDataTest, TheChecksumIsOfHowTheFileIsReadToo) {
  File("a.csv", "x,z,y\n1,5,0\n2,6,1\n3,7,0\n4,8,1\n");
  const Prepared first = PrepareIt(Entry("files = [\"a.csv\"]\nlabel = \"y\""));
  const Prepared second = PrepareIt(Entry("files = [\"a.csv\"]\nlabel = \"y\"\ndrop = [\"z\"]"));
  EXPECT_NE(first.checksum, second.checksum);
  EXPECT_NE(first.file, second.file);
  EXPECT_EQ(second.columns, 1);
}

class PartyFileTest : public OwnDataTest {
 protected:
  PartyTable Read(std::string_view text) const {
    return ReadPartyFile(File("bank.csv", text), party_, Task::kClassification);
  }

  Party party_{.name = "bank", .format = {.label = "y", .id = "id", .categories = Categories::kOneHot}};
};

TEST_F(PartyFileTest, HoldsIdsColumnsAndLabels) {
  const PartyTable table = Read("id,age,job,y\nb,20,cook,1\na,30,clerk,0\n");
  EXPECT_EQ(table.ids, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(table.labels, (std::vector<float>{1, -1}));
  EXPECT_EQ(table.coding.ColumnNames(), (std::vector<std::string>{"age", "job=clerk", "job=cook"}));
  EXPECT_EQ(RowsOf(table, {1}).x(0, 0), 30);

  WriteCoding(folder_.path() / "coding.toml", table.coding);
  const PartyTable fresh = ReadNewRows(File("new.csv", "age,id,job\n40,c,baker\n50,d,cook\n"), party_,
                                       ReadCoding(folder_.path() / "coding.toml"));
  EXPECT_EQ(fresh.x.row(0), (Eigen::RowVector3f(40, 0, 0)));
  EXPECT_EQ(fresh.x.row(1), (Eigen::RowVector3f(50, 0, 1)));
  EXPECT_TRUE(fresh.labels.empty());
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(folder_.path() / "coding.toml").permissions() & perms::all,
            perms::owner_read | perms::owner_write);
}

TEST_F(PartyFileTest, ErrorsGiveLinesAndNoIds) {
  const std::string twice = ErrorOf([&] { Read("id,x,y\nsecret,1,0\nother,2,1\nsecret,3,1\n"); });
  EXPECT_NE(twice.find("bank.csv: line 2 and line 4 have the same id"), std::string::npos) << twice;
  EXPECT_EQ(twice.find("secret"), std::string::npos) << twice;
  EXPECT_NE(ErrorOf([&] { Read("id,x,y\na,1,0\n,2,1\n"); }).find("bank.csv:3: column 'id': the id is missing"),
            std::string::npos);
  EXPECT_NE(ErrorOf([&] { Read("number,x,y\na,1,0\n"); }).find("column 'id' stands 0 times"), std::string::npos);
}

// An error may be shown on another party's host.
TEST_F(PartyFileTest, ErrorsRepeatNoValues) {
  party_.format.categories = Categories::kRefuse;
  for (const char* text : {"id,x,y\na,secret,0\nb,1,1\n", "id,x,y\na,1,secret\nb,2,1\nc,3,0\n",
                           "id,x,y\na,1,\nb,2,secret\nc,3,1\n", "id,x,y\na,1,0\nb,2,777\n"}) {
    const std::string error = ErrorOf([&] { Read(text); });
    EXPECT_NE(error.find("bank.csv"), std::string::npos) << error;
    EXPECT_EQ(error.find("secret"), std::string::npos) << error;
    EXPECT_EQ(error.find("777"), std::string::npos) << error;
  }
}

// The coding is stored as TOML, which must be UTF-8.
TEST_F(PartyFileTest, NamesThatCannotBeStoredAreRefusedBeforeTraining) {
  const std::string error = ErrorOf([&] { Read("id,job,y\na,caf\xe9,0\nb,cook,1\n"); });
  EXPECT_NE(error.find("must be UTF-8"), std::string::npos) << error;
  const PartyTable table = Read("id,job,y\na,caf\xc3\xa9,0\nb,\x7f cook,1\n");
  WriteCoding(folder_.path() / "coding.toml", table.coding);
  EXPECT_EQ(ReadCoding(folder_.path() / "coding.toml").ColumnNames(), table.coding.ColumnNames());
}

}  // namespace
}  // namespace fdskl::datasets
