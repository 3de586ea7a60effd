// Tests fetching with a local web server in place of the publishers (publisher_server.mjs). Uses no network.
#include "datasets/fetch.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <bit>
#include <sstream>

#include "base/process.h"
#include "base/sha256.h"
#include "base/testing.h"
#include "datasets/convert.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::WriteFile;
using std::filesystem::path;

constexpr auto kText = "1 1:1\n0 2:2\n1 3:0.5\n0 1:3\n";

std::string Little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xffU);
  return text;
}

// A small spreadsheet of Excel 97: a stream of records in a compound file of 512-byte sectors.
class Spreadsheet {
 public:
  Spreadsheet() {
    Record(0x0809, Little(0x0600, 2) + Little(0x10, 2) + Little(0, 2) + Little(1996, 2) + Little(0, 4) + Little(6, 4));
    Record(0x00e0, std::string(20, '\0'));  // the one format of cells
  }

  void Number(int row, int column, double value) {
    Record(0x0203, Little(row, 2) + Little(column, 2) + Little(0, 2) + Little(std::bit_cast<std::uint64_t>(value), 8));
  }
  void Text(int row, int column, const std::string& text) {
    Record(0x0204, Little(row, 2) + Little(column, 2) + Little(0, 2) + Little(text.size(), 2) + Little(0, 1) + text);
  }

  // The file: header, the stream, the table that chains its sectors, and the directory.
  std::string Finish() {
    Record(0x000a, "");
    constexpr std::uint64_t kSector = 512, kLeastSectors = 8, kEnd = 0xfffffffe, kTable = 0xfffffffd,
                            kNone = 0xffffffff;
    const std::uint64_t sectors = std::max<std::uint64_t>(kLeastSectors, (stream_.size() + kSector - 1) / kSector);
    stream_.resize(sectors * kSector);
    std::string header("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    header += std::string(16, '\0') + Little(0x3e, 2) + Little(3, 2) + Little(0xfffe, 2) + Little(9, 2) + Little(6, 2) +
              std::string(6, '\0');
    for (const std::uint64_t word :
         {std::uint64_t{0}, std::uint64_t{1}, sectors + 1, std::uint64_t{0}, kLeastSectors * kSector, kEnd,
          std::uint64_t{0}, kEnd, std::uint64_t{0}, sectors}) {
      header += Little(word, 4);
    }
    header.resize(kSector, '\xff');
    std::string table;
    for (std::uint64_t i = 1; i < sectors; ++i) table += Little(i, 4);
    table += Little(kEnd, 4) + Little(kTable, 4) + Little(kEnd, 4);
    table.resize(kSector, '\xff');
    const auto entry = [&](std::string_view name, int kind, std::uint64_t child, std::uint64_t first,
                           std::uint64_t size) {
      std::string text;
      for (const char c : name) text += Little(static_cast<unsigned char>(c), 2);
      text.resize(64, '\0');
      text += Little(2 * name.size() + 2, 2) + Little(kind, 1) + Little(1, 1) + Little(kNone, 4) + Little(kNone, 4) +
              Little(child, 4);
      text.resize(116, '\0');
      return text + Little(first, 4) + Little(size, 4) + Little(0, 4);
    };
    std::string directory = entry("Root Entry", 5, 1, kEnd, 0) + entry("Workbook", 2, kNone, 0, stream_.size());
    directory.resize(kSector, '\0');
    return header + stream_ + table + directory;
  }

 private:
  void Record(int kind, const std::string& content) {
    stream_ += Little(kind, 2) + Little(content.size(), 2) + content;
  }

  std::string stream_;
};

// A zip archive with one file, which is not compressed.
std::string Zipped(const std::string& name, const std::string& content) {
  std::uint32_t crc = 0xffffffffU;
  for (const char c : content) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
  }
  const std::string common = Little(20, 2) + Little(0, 8) + Little(crc ^ 0xffffffffU, 4) + Little(content.size(), 4) +
                             Little(content.size(), 4) + Little(name.size(), 2) + Little(0, 2);
  const std::string local = "PK\x03\x04" + common + name + content;
  const std::string central = "PK\x01\x02" + Little(20, 2) + common + std::string(14, '\0') + name;
  return local + central + "PK\x05\x06" + Little(0, 4) + Little(1, 2) + Little(1, 2) + Little(central.size(), 4) +
         Little(local.size(), 4) + Little(0, 2);
}

class FetchTest : public ::testing::Test {
 protected:
  FetchTest() : publisher_(folder_.path() / "publisher"), raw_(folder_.path() / "raw"), places_{raw_} {
    std::filesystem::create_directory(publisher_);
    WriteFile(publisher_ / "tiny.bz2", bytes_);
    unsetenv("CI");
    unsetenv("FDSKL_OFFLINE");
  }

  void SetUp() override {
    try {
      server_ = std::make_unique<base::ChildProcess>(
          std::vector<std::string>{"node", FDSKL_SOURCE_DIR "/datasets/publisher_server.mjs", publisher_.string()});
    } catch (const base::Error& error) {
      GTEST_SKIP() << error.what();
    }
    const auto keep = [&](std::string_view line) { (port_.empty() ? port_ : rest_) = line; };
    while (port_.empty() && server_->Read(std::chrono::milliseconds(100), keep, keep)) continue;
    ASSERT_FALSE(port_.empty());
  }

  std::string At(const std::string& place) const { return fmt::format("http://127.0.0.1:{}/{}", port_, place); }

  static CatalogueEntry Entry(std::string_view name, const std::string& address) {
    return {.name = std::string(name),
            .rows = 4,
            .columns = 3,
            .sources = {
                {.rows = 4, .columns = 3, .positives = 2, .files = {{.name = std::string(name), .address = address}}}}};
  }

  bool Fetch(const std::vector<CatalogueEntry>& entries) {
    out_.str("");
    return FetchDatasets(out_, entries, places_, raw_, limits_);
  }
  bool Fetch(const std::string& place) { return Fetch({Entry("tiny", At(place))}); }

  bool Says(std::string_view text) const { return out_.str().find(text) != std::string::npos; }
  std::string Log() const { return base::RunToEnd({"curl", "--silent", At("log")}).output; }
  bool IsHere() const { return base::testing::ReadFile(raw_ / "tiny.bz2") == bytes_; }
  void LeavePart(std::string_view bytes) const {
    std::filesystem::create_directories(raw_);
    WriteFile(raw_ / "tiny.bz2.part", bytes);
  }

  base::testing::TempFolder folder_;
  path publisher_, raw_;
  std::vector<path> places_;
  std::string bytes_ = testing::Compress(kText, ".bz2");
  DownloadLimits limits_{.connect_seconds = 1, .slow_seconds = 1, .least_bytes_per_second = 1000};
  std::unique_ptr<base::ChildProcess> server_;
  std::string port_, rest_;
  std::ostringstream out_;
};

TEST_F(FetchTest, FetchesVerifiesAndThenLeavesAlone) {
  EXPECT_TRUE(Fetch("whole/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
  EXPECT_TRUE(Says("checked by rows, columns and class counts")) << out_.str();
  EXPECT_FALSE(std::filesystem::exists(raw_ / "tiny.bz2.part"));
  EXPECT_TRUE(Fetch("whole/tiny.bz2"));
  EXPECT_TRUE(Says("tiny: here already")) << out_.str();
  EXPECT_EQ(Log(), "/whole/tiny.bz2 -\n");
}

TEST_F(FetchTest, FollowsARedirection) {
  EXPECT_TRUE(Fetch("redirected/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
}

TEST_F(FetchTest, TakesUpADownloadThatWasCutShort) {
  LeavePart(std::string_view(bytes_).substr(0, 20));
  EXPECT_TRUE(Fetch("whole/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
  EXPECT_EQ(Log(), "/whole/tiny.bz2 20\n");
}

TEST_F(FetchTest, BeginsAgainWhereTheServerCannotSendAPart) {
  LeavePart(std::string_view(bytes_).substr(0, 20));
  EXPECT_TRUE(Fetch("norange/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
}

TEST_F(FetchTest, BeginsAgainWhereThePartIsLongerThanTheFile) {
  LeavePart(bytes_ + bytes_);
  EXPECT_TRUE(Fetch("whole/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
}

TEST_F(FetchTest, GoesOnAfterAConnectionThatEndedEarly) {
  EXPECT_TRUE(Fetch("truncated/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
  EXPECT_EQ(Log(), fmt::format("/truncated/tiny.bz2 -\n/truncated/tiny.bz2 {}\n", bytes_.size() / 2));
}

TEST_F(FetchTest, DoesNotKeepHalfAFileThatSeemsWhole) {
  EXPECT_FALSE(Fetch("broken/tiny.bz2"));
  EXPECT_TRUE(Says("is not the dataset, and was removed")) << out_.str();
  EXPECT_TRUE(std::filesystem::is_empty(raw_));
}

TEST_F(FetchTest, SaysWhatIsMissingAtThePublisherAndGoesOn) {
  LeavePart(std::string_view(bytes_).substr(0, 20));
  CatalogueEntry other = Entry("other", At("whole/tiny.bz2"));
  other.sources.front().files.front().name = "tiny";
  CatalogueEntry first = Entry("first", At("missing/first"));
  first.sources.front().files.front().by_hand = "it lies in the cellar";
  EXPECT_FALSE(Fetch({first, other}));
  EXPECT_TRUE(Says("first: FAILED")) << out_.str();
  EXPECT_TRUE(Says("the server answers 404")) << out_.str();
  EXPECT_TRUE(Says(fmt::format("put first (plain, .xz, .bz2 or .gz) into {}: it lies in the cellar", raw_.string())))
      << out_.str();
  EXPECT_TRUE(Says("other: fetched")) << out_.str();
}

TEST_F(FetchTest, ARefusalKeepsWhatCameBefore) {
  LeavePart(std::string_view(bytes_).substr(0, 20));
  EXPECT_FALSE(Fetch("missing/tiny.bz2"));
  EXPECT_EQ(std::filesystem::file_size(raw_ / "tiny.bz2.part"), 20U);
}

TEST_F(FetchTest, RefusesAWrongChecksumAndNamesBoth) {
  CatalogueEntry entry = Entry("tiny", At("whole/tiny.bz2"));
  SourceFile& file = entry.sources.front().files.front();
  file.offered_sha256 = std::string(64, '0');
  EXPECT_FALSE(Fetch({entry}));
  EXPECT_TRUE(Says(base::Sha256OfText(bytes_))) << out_.str();
  EXPECT_TRUE(Says(file.offered_sha256)) << out_.str();
  EXPECT_TRUE(std::filesystem::is_empty(raw_));
  // The text is the known one: compressed in another way, it is still the dataset.
  file.text_sha256 = base::Sha256OfText(kText);
  EXPECT_TRUE(Fetch({entry})) << out_.str();
  EXPECT_TRUE(Says("verified by checksum")) << out_.str();
}

TEST_F(FetchTest, GivesUpOnWhatIsTooSlowAndKeepsWhatCame) {
  EXPECT_FALSE(Fetch("slow/tiny.bz2"));
  EXPECT_TRUE(Says("slower than 1000 bytes/s for 1 s")) << out_.str();
  EXPECT_GT(std::filesystem::file_size(raw_ / "tiny.bz2.part"), 0U);
  EXPECT_TRUE(Fetch("whole/tiny.bz2")) << out_.str();
  EXPECT_TRUE(IsHere());
}

// Tries a port without a listener, an address that is reserved for documentation, and a name that does not exist.
TEST_F(FetchTest, AMachineWithoutARouteNoticesAndAsksNoHostTwice) {
  const std::vector<CatalogueEntry> entries = {
      Entry("first", "http://127.0.0.1:1/first"), Entry("second", "http://127.0.0.1:1/second"),
      Entry("third", "http://192.0.2.1/third"), Entry("fourth", "http://no-such-host.invalid/fourth"),
      Entry("fifth", At("whole/tiny.bz2"))};
  EXPECT_FALSE(Fetch(entries));
  EXPECT_TRUE(Says("first: fetching")) << out_.str();
  EXPECT_FALSE(Says("second: fetching")) << out_.str();
  EXPECT_TRUE(Says("second: FAILED: http://127.0.0.1:1 cannot be reached")) << out_.str();
  EXPECT_TRUE(Says("third: fetching")) << out_.str();
  EXPECT_TRUE(Says("fourth: FAILED: this machine is offline")) << out_.str();
  EXPECT_EQ(Log(), "\n");
}

TEST_F(FetchTest, MissingDataAreFetchedOnceAndOneLineSaysWhatIsNotFull) {
  const std::vector<CatalogueEntry> entries = {Entry("tiny", At("whole/tiny.bz2")),
                                               Entry("gone", "http://127.0.0.1:1/gone")};
  FetchMissing(out_, entries, places_, raw_, limits_);
  EXPECT_TRUE(IsHere());
  EXPECT_TRUE(Says("not the full datasets: gone (stand-in). Place their files in")) << out_.str();
  out_.str("");
  FetchMissing(out_, entries, places_, raw_, limits_);  // it failed a moment ago
  EXPECT_FALSE(Says("fetching")) << out_.str();
  EXPECT_TRUE(Says("gone (stand-in)")) << out_.str();
  out_.str("");
  FetchMissing(out_, {entries.data(), 1}, places_, raw_, limits_);
  EXPECT_EQ(out_.str(), "");
}

TEST_F(FetchTest, NothingIsFetchedWhereTheEnvironmentSaysSo) {
  const std::vector<CatalogueEntry> entries = {Entry("tiny", At("whole/tiny.bz2"))};
  for (const char* variable : {"CI", "FDSKL_OFFLINE"}) {
    setenv(variable, "1", 1);
    FetchMissing(out_, entries, places_, raw_, limits_);
    unsetenv(variable);
    EXPECT_TRUE(Says("tiny (stand-in)")) << out_.str();
  }
  EXPECT_EQ(Log(), "\n");
}

// UCI publishes defaultcredit so: an archive of a spreadsheet, with a row of other names above the table.
TEST_F(FetchTest, ReadsASpreadsheetInAnArchive) {
  Spreadsheet sheet;
  const std::vector<std::string> names = {"ID", "LIMIT", "AGE", "default payment next month"};
  for (int k = 0; k < 4; ++k) {
    if (k > 0) sheet.Text(0, k, k < 3 ? fmt::format("X{}", k) : "Y");
    sheet.Text(1, k, names[static_cast<std::size_t>(k)]);
    for (int i = 0; i < 4; ++i) sheet.Number(2 + i, k, k == 0 ? i + 1 : k == 3 ? i % 2 : 20000 * i - k);
  }
  WriteFile(publisher_ / "credit.zip", Zipped("credit cards.xls", sheet.Finish()));
  CatalogueEntry entry = Entry("credit.csv", At("whole/credit.zip"));
  Source& source = entry.sources.front();
  source.columns = entry.columns = 2;
  source.reader = Reader::kCsv;
  source.format = TableFormat{.label = "default payment next month", .dropped = {"ID"}};
  source.files.front().offer = Offer::kZippedXls;
  EXPECT_TRUE(Fetch({entry})) << out_.str();
  EXPECT_EQ(base::testing::ReadFile(raw_ / "credit.csv"),
            "ID,LIMIT,AGE,default payment next month\n1,-1,-2,0\n2,19999,19998,1\n3,39999,39998,0\n4,59999,59998,1\n");
  EXPECT_FALSE(std::filesystem::exists(raw_ / "credit.csv.zip.part"));

  WriteFile(publisher_ / "credit.zip", Zipped("readme.txt", "no sheet"));
  std::filesystem::remove(raw_ / "credit.csv");
  EXPECT_FALSE(Fetch({entry}));
  EXPECT_TRUE(Says("holds 0 spreadsheets")) << out_.str();
  EXPECT_TRUE(std::filesystem::is_empty(raw_));
}

// OpenML publishes givemecredit so: a description that names an ARFF file, whose label has another name.
TEST_F(FetchTest, ReadsWhatOpenmlDescribes) {
  std::string address = At("whole/credit.arff");
  for (std::size_t at = 0; (at = address.find('/', at)) != std::string::npos; at += 2) address.insert(at, "\\");
  WriteFile(publisher_ / "46929", fmt::format(R"({{"data_set_description":{{"id":"46929","url":"{}"}}}})", address));
  WriteFile(publisher_ / "credit.arff",
            "% made here\n@RELATION credit\n\n@ATTRIBUTE 'Use Of Lines' REAL\n@attribute age INTEGER\n"
            "@ATTRIBUTE FinancialDistressNextTwoYears {No,Yes}\n@ATTRIBUTE income REAL\n@DATA\n"
            "0.5,45,Yes,9120\n0.25,40,No,?\n1.5,38,No,3042\n0.75,30,'Yes',3300\n");
  CatalogueEntry entry = Entry("cs-training.csv", At("whole/46929"));
  Source& source = entry.sources.front();
  source.reader = Reader::kCsv;
  source.format = TableFormat{.label = "SeriousDlqin2yrs", .dropped = {""}, .missing = {"NA"}};
  source.files.front().offer = Offer::kOpenml;
  EXPECT_TRUE(Fetch({entry})) << out_.str();
  EXPECT_EQ(base::testing::ReadFile(raw_ / "cs-training.csv"),
            ",Use Of Lines,age,SeriousDlqin2yrs,income\n1,0.5,45,1,9120\n2,0.25,40,0,NA\n3,1.5,38,0,3042\n"
            "4,0.75,30,1,3300\n");

  std::filesystem::remove(raw_ / "cs-training.csv");
  source.positives = 3;  // not the same samples
  source.files.front().by_hand = "elsewhere it is behind a log-in";
  EXPECT_FALSE(Fetch({entry}));
  EXPECT_TRUE(Says("2 samples of the upper class")) << out_.str();
  EXPECT_TRUE(Says("elsewhere it is behind a log-in")) << out_.str();
  EXPECT_TRUE(std::filesystem::is_empty(raw_));
}

}  // namespace
}  // namespace fdskl::datasets
