// Gives the readers mutated files. Each must be rejected with an Error, or read as the plain parsers of testing_plain.h
// read it.
#include <gtest/gtest.h>

#include <random>

#include "base/testing.h"
#include "datasets/csv_reader.h"
#include "datasets/libsvm_reader.h"
#include "datasets/testing_plain.h"

namespace fdskl::datasets {
namespace {

using base::testing::WriteFile;
using testing::Table;

using testing::kColumns;

// Bit flips, truncations, insertions, deletions and doubled lines; one to three of them.
std::string Mutated(std::string bytes, std::mt19937_64& random) {
  constexpr std::string_view kInsertions("0123456789:+-.eE#, \t\r\n\"NAnaif\0\xFF", 31);
  for (auto left = 1 + random() % 3; left > 0 && !bytes.empty(); --left) {
    const std::size_t place = random() % bytes.size();
    switch (random() % 5) {
      case 0:
        bytes[place] = static_cast<char>(bytes[place] ^ (1U << (random() % 8)));
        break;
      case 1:
        bytes.resize(place);
        break;
      case 2:
        bytes.insert(place, 1, kInsertions[random() % kInsertions.size()]);
        break;
      case 3:
        bytes.erase(place, 1 + random() % 4);
        break;
      default: {
        const std::size_t begin = bytes.rfind('\n', place) + 1;
        bytes.insert(begin, bytes.substr(begin, bytes.find('\n', begin) - begin + 1));
      }
    }
  }
  return bytes;
}

std::string SampleLibsvm() {
  return "+1 1:0.5 3:-2e-1 5:7\n-1\n-1 2:1 # note\n\n+1 4:12.25 5:3\r\n-1 1:1 2:2 3:3 4:4 5:5\n";
}

std::string SampleCsv() {
  return "id,\"a\",b,y,c,d,e\r\n1,0.5,NA,1,2,3,4\r\n2,-1e2,7,0,2,\"3\",4\r\n3,1,2,1,NA,4,5\r\n4,1,2,0,3,4,5.125\r\n";
}

// Reads mutants of `sample` with `read` and compares with `plain`. Some must be accepted and some rejected, or the
// test would show nothing.
template <class Read, class Plain>
void Fuzz(const std::string& sample, const Read& read, const Plain& plain) {
  const base::testing::TempFolder folder;
  int accepted = 0, rejected = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    std::mt19937_64 random(seed);
    const std::string text = Mutated(sample, random);
    testing::Table table;
    try {
      TextReader reader(base::testing::WriteFile(folder.path() / "mutant", text));
      read(reader, table.Sink());
    } catch (const base::Error&) {
      ++rejected;
      continue;
    }
    ++accepted;
    table.ReplaceMissing(testing::kMissing);
    const testing::Table expected = plain(text);
    ASSERT_EQ(table.labels, expected.labels) << "seed " << seed << ":\n" << text;
    ASSERT_EQ(table.x, expected.x) << "seed " << seed << ":\n" << text;
  }
  EXPECT_GT(accepted, 500);
  EXPECT_GT(rejected, 500);
}

TEST(ReaderFuzzTest, LibsvmMutantsAreRejectedOrReadAsTheyStand) {
  Fuzz(
      SampleLibsvm(),
      [](TextReader& reader, const RowSink& sink) { ReadLibsvm(reader, kColumns, Task::kClassification, sink); },
      testing::PlainLibsvm);
}

TEST(ReaderFuzzTest, CsvMutantsAreRejectedOrReadAsTheyStand) {
  Fuzz(
      SampleCsv(),
      [](TextReader& reader, const RowSink& sink) {
        ReadCsv(reader, testing::PlainFormat(), kColumns, Task::kClassification, sink);
      },
      testing::PlainCsv);
}

class CompressedFuzzTest : public ::testing::TestWithParam<const char*> {};

// A compressed file has a checksum of its own: a mutant is rejected or gives exactly the same text.
TEST_P(CompressedFuzzTest, MutantsAreRejectedOrGiveBackTheText) {
  const base::testing::TempFolder folder;
  std::string text;
  for (int i = 0; i < 200; ++i) text += fmt::format("{} 1:{} 3:{}\n", i % 2, i, i * i);
  const std::string bytes = testing::Compress(text, GetParam());
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    std::mt19937_64 random(seed);
    const std::string mutant = Mutated(bytes, random);
    const auto file = base::testing::WriteFile(folder.path() / fmt::format("mutant{}", GetParam()), mutant);
    try {
      TextReader reader(file);
      std::string_view line;
      while (reader.NextLine(&line)) continue;
      ASSERT_EQ(reader.TextSha256(), base::Sha256OfText(text)) << "seed " << seed;
    } catch (const base::Error&) {
      ++rejected;
    }
  }
  EXPECT_GT(rejected, 400);
}

INSTANTIATE_TEST_SUITE_P(All, CompressedFuzzTest, ::testing::Values(".xz", ".bz2", ".gz"));

}  // namespace
}  // namespace fdskl::datasets
