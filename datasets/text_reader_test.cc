#include "datasets/text_reader.h"

#include <gtest/gtest.h>

#include "base/testing.h"
#include "datasets/testing.h"

namespace fdskl::datasets {
namespace {

using base::testing::ErrorOf;
using base::testing::TempFolder;
using base::testing::WriteFile;
using testing::Compress;

std::vector<std::string> Lines(TextReader& reader) {
  std::vector<std::string> lines;
  std::string_view line;
  while (reader.NextLine(&line)) lines.emplace_back(line);
  return lines;
}

std::vector<std::string> LinesOf(const std::filesystem::path& file) {
  TextReader reader(file);
  return Lines(reader);
}

// More than one chunk, with no two lines alike.
std::string LongText() {
  std::string text;
  for (int i = 0; i < 120000; ++i) text += fmt::format("line {}\n", i * 31);
  return text;
}

class CompressedTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::filesystem::path Named(std::string_view stem) const { return folder_.path() / (std::string(stem) + GetParam()); }

  base::testing::TempFolder folder_;
};

TEST_P(CompressedTest, GivesBackTheText) {
  const std::string text = LongText();
  TextReader reader(base::testing::WriteFile(Named("long"), testing::Compress(text, GetParam())));
  std::string joined;
  for (const std::string& line : Lines(reader)) joined += line + "\n";
  EXPECT_EQ(joined, text);
  EXPECT_EQ(reader.line_number(), 120000);
  EXPECT_EQ(reader.TextSha256(), base::Sha256OfText(text));
}

TEST_P(CompressedTest, KnowsTheKindWithoutTheName) {
  EXPECT_EQ(LinesOf(base::testing::WriteFile(folder_.path() / "plain_name", testing::Compress("a\nb\n", GetParam()))),
            (std::vector<std::string>{"a", "b"}));
}

TEST_P(CompressedTest, ReadsBytesInMemoryAsItReadsFiles) {
  const std::string bytes = testing::Compress(LongText(), GetParam());
  TextReader in_memory(bytes, "bytes");
  TextReader in_file(base::testing::WriteFile(Named("long"), bytes));
  EXPECT_EQ(Lines(in_memory), Lines(in_file));
  EXPECT_EQ(in_memory.TextSha256(), in_file.TextSha256());
}

TEST_P(CompressedTest, NeverReadsATruncatedStreamAsAShorterText) {
  const std::string bytes = testing::Compress(LongText(), GetParam());
  for (const std::size_t kept : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{12}, bytes.size() / 2,
                                 bytes.size() - 9, bytes.size() - 1}) {
    const auto file = base::testing::WriteFile(Named("cut"), std::string_view(bytes).substr(0, kept));
    const std::string error = base::testing::ErrorOf([&] { LinesOf(file); });
    EXPECT_NE(error.find(file.string()), std::string::npos) << kept << ": " << error;
    EXPECT_NE(error.find("cut short"), std::string::npos) << kept << ": " << error;
  }
}

TEST_P(CompressedTest, RejectsAFlippedBitAndGarbageBehind) {
  std::string bytes = testing::Compress(LongText(), GetParam());
  EXPECT_THROW(LinesOf(base::testing::WriteFile(Named("longer"), bytes + "garbage")), base::Error);
  bytes[bytes.size() / 2] ^= 4;
  EXPECT_THROW(LinesOf(base::testing::WriteFile(Named("flipped"), bytes)), base::Error);
}

TEST_P(CompressedTest, RejectsPlainTextUnderACompressedName) {
  EXPECT_THROW(LinesOf(base::testing::WriteFile(Named("plain"), "1 1:1\n")), base::Error);
}

INSTANTIATE_TEST_SUITE_P(All, CompressedTest, ::testing::Values(".xz", ".bz2", ".gz"));

TEST(TextReaderTest, TakesEveryLineEnd) {
  const base::testing::TempFolder folder;
  const auto lines = [&](std::string_view text) {
    return LinesOf(base::testing::WriteFile(folder.path() / "text", text));
  };
  using List = std::vector<std::string>;
  EXPECT_EQ(lines(""), List{});
  EXPECT_EQ(lines("a"), List{"a"});
  EXPECT_EQ(lines("a\n"), List{"a"});
  EXPECT_EQ(lines("a\r\n\r\nb\r\n"), (List{"a", "", "b"}));
  EXPECT_EQ(lines("\n\nb"), (List{"", "", "b"}));
  EXPECT_EQ(lines("\xEF\xBB\xBFname\nb"), (List{"name", "b"}));
}

TEST(TextReaderTest, SaysFileAndLine) {
  const base::testing::TempFolder folder;
  TextReader reader(base::testing::WriteFile(folder.path() / "text", "a\nb\n"));
  std::string_view line;
  reader.NextLine(&line);
  reader.NextLine(&line);
  EXPECT_EQ(base::testing::ErrorOf([&] { reader.Fail("'{}' is wrong", line); }),
            (folder.path() / "text").string() + ":2: 'b' is wrong");
}

TEST(TextReaderTest, RejectsWhatIsNoFile) {
  const base::testing::TempFolder folder;
  EXPECT_THROW(TextReader(folder.path() / "absent"), base::Error);
  EXPECT_THROW(TextReader{folder.path()}, base::Error);
}

}  // namespace
}  // namespace fdskl::datasets
