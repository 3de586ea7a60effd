#include "datasets/prepare.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "base/error.h"
#include "base/sha256.h"
#include "base/testing.h"
#include "datasets/column_store.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::ErrorOf;
using base::testing::WriteFile;
using std::filesystem::path;

constexpr auto kTrain = "1 1:1\n0 2:2\n1 3:0.5\n", kTest = "0\n1 1:4 3:8\n";

class PrepareTest : public ::testing::Test {
 protected:
  PrepareTest() : data_(folder_.path() / "data"), cache_(folder_.path() / "cache") {
    std::filesystem::create_directory(data_);
    base::testing::WriteFile(data_ / "tiny", kTrain);
    base::testing::WriteFile(data_ / "tiny.t.xz", testing::Compress(kTest, ".xz"));
  }

  Prepared Run(std::optional<Edition> wanted = {}, std::optional<std::int64_t> standin_rows = {}) const {
    return Prepare(Locate(entry_, wanted, std::vector<path>{data_}), standin_rows, cache_);
  }

  // Whether the cache has no store, whole or partial.
  bool CacheIsEmpty() const {
    if (!std::filesystem::exists(cache_)) return true;
    for (const auto& file : std::filesystem::directory_iterator(cache_)) {
      if (file.path().extension() != ".lock") return false;
    }
    return true;
  }

  CatalogueEntry entry_{.name = "tiny",
                        .rows = 5,
                        .columns = 3,
                        .positive_share = 0.6,
                        .sources = {{.rows = 5,
                                     .columns = 3,
                                     .positives = 3,
                                     .files = {{.name = "tiny", .text_sha256 = base::Sha256OfText(kTrain)},
                                               {.name = "tiny.t", .text_sha256 = base::Sha256OfText(kTest)}}}}};
  base::testing::TempFolder folder_;
  path data_, cache_;
};

TEST_F(PrepareTest, JoinsAndVerifiesTheFiles) {
  const Prepared prepared = Run();
  EXPECT_EQ(prepared.edition, Edition::kFull);
  EXPECT_EQ(prepared.rows, 5);
  EXPECT_EQ(prepared.columns, 3);
  EXPECT_EQ(prepared.checksum, base::Sha256OfText(base::Sha256OfText(kTrain) + base::Sha256OfText(kTest)));
  EXPECT_EQ(prepared.why, "verified by checksum");
  const ColumnStore store = ColumnStore::Open(prepared.file);
  EXPECT_EQ(store.Labels(), (std::vector<float>{1, -1, 1, -1, 1}));
  const std::vector<std::int32_t> rows = {0, 4}, columns = {0, 2};
  EXPECT_EQ(store.Load(columns, rows).dense(), (base::DenseMatrix(2, 2) << 1, 0, 4, 8).finished());
}

TEST_F(PrepareTest, ReadsTheSourceOnce) {
  const Prepared first = Run();
  const auto written = std::filesystem::last_write_time(first.file);
  const Prepared second = Run();
  EXPECT_EQ(second.file, first.file);
  EXPECT_EQ(second.why, first.why);
  EXPECT_EQ(std::filesystem::last_write_time(second.file), written);
}

// The file is cut short, or overwritten at its end, where the places of the columns are stored.
TEST_F(PrepareTest, MakesADamagedFileAgainAndSaysSo) {
  const Prepared first = Run();
  const std::string right = base::testing::ReadFile(first.file);
  std::vector<std::string> damaged = {"", right.substr(0, right.size() / 2), right.substr(0, right.size() - 3), right};
  damaged.back().replace(right.size() - 40, 32, 32, '\x7f');
  for (const std::string& bytes : damaged) {
    base::testing::WriteFile(first.file, bytes);
    const Prepared again = Run();
    EXPECT_EQ(again.file, first.file);
    EXPECT_NE(again.why.find("was damaged, and has been made again"), std::string::npos) << again.why;
    EXPECT_EQ(base::testing::ReadFile(first.file), right);
    EXPECT_EQ(Run().why, first.why) << "once";
  }
}

// Several threads find the damage at once: one makes the file, and all get it.
TEST_F(PrepareTest, SeveralThatFindTheDamageGetOneFile) {
  constexpr int kDrivers = 8;
  const Prepared first = Run();
  const std::string right = base::testing::ReadFile(first.file);
  base::testing::WriteFile(first.file, right.substr(0, 100));
  std::atomic<int> made = 0;
  std::vector<std::thread> drivers;
  drivers.reserve(kDrivers);
  for (int i = 0; i < kDrivers; ++i) {
    drivers.emplace_back([&] {
      if (Run().why != first.why) ++made;
    });
  }
  for (std::thread& driver : drivers) driver.join();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(base::testing::ReadFile(first.file), right);
}

TEST_F(PrepareTest, NeverTakesOneContentForAnother) {
  const Prepared first = Run();
  base::testing::WriteFile(data_ / "tiny", "1 1:9\n0 2:2\n1 3:0.5\n");
  const Prepared second = Run();
  EXPECT_NE(second.file, first.file);
  EXPECT_NE(second.checksum, first.checksum);
  EXPECT_TRUE(second.why.starts_with("unverified")) << second.why;
}

TEST_F(PrepareTest, SaysWhatIsWrongAndLeavesNothing) {
  const auto expect = [&](std::string_view train, std::string_view message) {
    base::testing::WriteFile(data_ / "tiny", train);
    const std::string error = base::testing::ErrorOf([&] { Run(); });
    EXPECT_NE(error.find(message), std::string::npos) << error;
    EXPECT_NE(error.find((data_ / "tiny").string()), std::string::npos) << error;
    EXPECT_TRUE(CacheIsEmpty());
  };
  expect("1 1:1\n0 2:2\n", "4 samples, where tiny (full) has 5");
  expect("1 1:1\n0 2:2\n0 3:0.5\n", "2 samples of the upper class, where tiny (full) has 3");
  expect("1 1:1\n0 2:2\n1 4:0.5\n", ":3: index 4 is beyond the 3 columns");
  expect("-1 1:1\n1 2:2\n1 3:0.5\n", "not two classes");  // while tiny.t has 0 and 1
  expect("1 1:1\n0 2:x\n1 3:0.5\n", ":2: 'x' is no finite number");
}

TEST_F(PrepareTest, RejectsATruncatedXz) {
  const std::string bytes = testing::Compress(kTest, ".xz");
  base::testing::WriteFile(data_ / "tiny.t.xz", std::string_view(bytes).substr(0, bytes.size() - 20));
  EXPECT_NE(base::testing::ErrorOf([&] { Run(); }).find("tiny.t.xz is damaged or cut short"), std::string::npos);
  EXPECT_TRUE(CacheIsEmpty());
}

TEST_F(PrepareTest, MakesStandInsOfAnySize) {
  const Prepared published = Run(Edition::kStandIn), larger = Run(Edition::kStandIn, 1000);
  EXPECT_EQ(published.edition, Edition::kStandIn);
  EXPECT_EQ(published.rows, 5);
  EXPECT_EQ(larger.rows, 1000);
  EXPECT_NE(larger.file, published.file);
  EXPECT_NE(larger.why.find("not the dataset itself"), std::string::npos);
  EXPECT_THROW(Run(Edition::kStandIn, 0), base::Error);
}

TEST_F(PrepareTest, AStandInThatOnlyFillsAGapHasNoMoreRowsThanPublished) {
  std::filesystem::remove(data_ / "tiny");
  const Prepared larger = Run({}, 1000), smaller = Run({}, 4);
  EXPECT_EQ(larger.edition, Edition::kStandIn);
  EXPECT_EQ(larger.rows, 5);
  EXPECT_EQ(smaller.rows, 4);
}

TEST_F(PrepareTest, NamesACacheThatCannotBeWritten) {
  base::testing::WriteFile(cache_, "a file where the folder should be");
  EXPECT_NE(base::testing::ErrorOf([&] { Run(); }).find(cache_.string()), std::string::npos);
}

// A limit on the size of files has the effect of a full disk: writing fails half-way.
TEST_F(PrepareTest, LeavesNoPartialFileOnAFullDisk) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  const rlimit small{100000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string error = base::testing::ErrorOf([&] { Run(Edition::kStandIn, 50000); });
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_NE(error.find("cannot write " + cache_.string()), std::string::npos) << error;
  EXPECT_TRUE(CacheIsEmpty());
  EXPECT_EQ(Run(Edition::kStandIn, 50000).rows, 50000);
}

TEST_F(PrepareTest, IsSafeForSeveralProcesses) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      const bool right =
          base::testing::ErrorOf([&] { ColumnStore::Open(Run(Edition::kStandIn, 20000).file).Labels(); }) == "no error";
      _exit(right ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(Run(Edition::kStandIn, 20000).rows, 20000);
}

TEST(DatasetCacheTest, FollowsTheEnvironment) {
  setenv("FDSKL_CACHE", "own", 1);
  EXPECT_EQ(DatasetCache(), path("own/datasets"));
  unsetenv("FDSKL_CACHE");
  setenv("XDG_CACHE_HOME", "xdg", 1);
  EXPECT_EQ(DatasetCache(), path("xdg/fdskl/datasets"));
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", "home", 1);
  EXPECT_EQ(DatasetCache(), path("home/.cache/fdskl/datasets"));
  unsetenv("HOME");
  EXPECT_THROW(DatasetCache(), base::Error);
}

}  // namespace
}  // namespace fdskl::datasets
