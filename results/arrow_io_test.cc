#include "results/arrow_io.h"

#include <arrow/api.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "base/files.h"
#include "base/testing.h"

namespace fdskl::results {
namespace {

std::shared_ptr<arrow::Table> Numbers(std::int64_t count) {
  arrow::Int64Builder builder;
  for (std::int64_t i = 0; i < count; ++i) ThrowIfError(builder.Append(i * i));
  return arrow::Table::Make(arrow::schema({arrow::field("square", arrow::int64())}), {ValueOrThrow(builder.Finish())});
}

std::string ErrorOf(const std::filesystem::path& path) {
  try {
    ReadTable(path);
  } catch (const base::Error& error) {
    return error.what();
  }
  return "no error";
}

std::string Content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

class ArrowIo : public ::testing::Test {
 protected:
  std::filesystem::path Path(const char* name) const { return folder_.path() / name; }
  auto Files() const {
    return std::distance(std::filesystem::directory_iterator(folder_.path()), std::filesystem::directory_iterator());
  }

  base::testing::TempFolder folder_;
};

TEST_F(ArrowIo, ReadsWhatItWrote) {
  const auto table = Numbers(1000);
  WriteTable(Path("new/folder/t.arrow"), *table);
  EXPECT_TRUE(ReadTable(Path("new/folder/t.arrow"))->Equals(*table));
}

TEST_F(ArrowIo, ReadsAPackedTableThatIsSmaller) {
  const auto table = Numbers(10000);
  WriteTable(Path("plain.arrow"), *table);
  WriteTable(Path("packed.arrow"), *table, Packing::kZstd);
  EXPECT_TRUE(ReadTable(Path("packed.arrow"))->Equals(*table));
  EXPECT_LT(std::filesystem::file_size(Path("packed.arrow")), std::filesystem::file_size(Path("plain.arrow")));
}

TEST_F(ArrowIo, ATableBeingReadSurvivesItsReplacement) {
  WriteTable(Path("t.arrow"), *Numbers(1000));
  const auto before = ReadTable(Path("t.arrow"));
  WriteTable(Path("t.arrow"), *Numbers(10));
  EXPECT_TRUE(before->Equals(*Numbers(1000)));
  EXPECT_EQ(ReadTable(Path("t.arrow"))->num_rows(), 10);
}

TEST_F(ArrowIo, AnyTruncationIsAnErrorThatNamesTheFile) {
  WriteTable(Path("t.arrow"), *Numbers(100));
  const std::string whole = Content(Path("t.arrow"));
  for (std::size_t size = 0; size < whole.size(); size += 7) {
    std::ofstream(Path("cut.arrow"), std::ios::binary) << whole.substr(0, size);
    EXPECT_NE(ErrorOf(Path("cut.arrow")).find("cut.arrow"), std::string::npos) << size;
  }
}

TEST_F(ArrowIo, MissingAndGarbageFilesAreErrorsThatNameThem) {
  EXPECT_NE(ErrorOf(Path("none.arrow")).find("none.arrow"), std::string::npos);
  std::ofstream(Path("text.arrow")) << std::string(4096, 'x');
  EXPECT_NE(ErrorOf(Path("text.arrow")).find("text.arrow"), std::string::npos);
}

// A file size limit fails a write in the middle, as a full disk does.
TEST_F(ArrowIo, AFullDiskKeepsTheOldTableAndLeavesNothingBehind) {
  WriteTable(Path("t.arrow"), *Numbers(10));
  const pid_t child = fork();
  if (child == 0) {
    const rlimit limit = {4096, 4096};
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, SIG_IGN);
    try {
      WriteTable(Path("t.arrow"), *Numbers(100000));
    } catch (const base::Error& error) {
      _exit(std::string(error.what()).find("t.arrow") == std::string::npos ? 2 : 0);
    }
    _exit(1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(ReadTable(Path("t.arrow"))->num_rows(), 10);
  EXPECT_EQ(Files(), 1);
}

TEST_F(ArrowIo, AnUncommittedFileIsRemoved) {
  {
    const base::AtomicFile one(Path("f"));
    const base::AtomicFile two(Path("f"));
    EXPECT_NE(one.temp_path(), two.temp_path());
    EXPECT_EQ(Files(), 2);
  }
  EXPECT_EQ(Files(), 0);
}

TEST_F(ArrowIo, AFolderThatCannotBeMadeIsAnError) {
  std::ofstream(Path("file")) << "x";
  EXPECT_THROW(WriteTable(Path("file/t.arrow"), *Numbers(1)), base::Error);
}

}  // namespace
}  // namespace fdskl::results
