#include "fdskl/masking/angle_words.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "base/seed.h"

namespace fdskl::masking {
namespace {

template <class Word>
std::vector<Word> SomeWords(std::size_t count, int bits) {
  std::vector<Word> words(count);
  for (std::size_t i = 0; i < count; ++i)
    words[i] = static_cast<Word>(base::Seed("word", static_cast<std::int64_t>(i))) & TopBits<Word>(bits);
  return words;
}

TEST(AngleWords, WhatIsPackedIsAddedBackForAllBitsAndCounts) {
  for (int bits = kLeastRingBits; bits <= kMostRingBits; ++bits) {
    for (const std::size_t count : {0, 1, 2, 3, 7, 8, 64, 129}) {
      WithWord(bits, [&, bits = bits]<class Word>(Word /*type*/) {
        const std::vector<Word> words = SomeWords<Word>(count, bits);
        std::vector<std::byte> packed(PackedBytes(count, bits));
        Pack<Word>(words, bits, packed);
        std::vector<Word> sums = words;
        AddPacked<Word>(packed, bits, sums);
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(sums[i], static_cast<Word>(2 * words[i])) << bits << ' ' << i;
      });
    }
  }
}

TEST(AngleWords, TakeNoMoreBytesThanTheirBits) {
  constexpr std::size_t kTile = 65536;
  EXPECT_EQ(PackedBytes(kTile, 8), kTile);
  EXPECT_EQ(PackedBytes(kTile, 12), kTile * 3 / 2);
  EXPECT_EQ(PackedBytes(3, 11), 5);
}

TEST(AngleWords, CosinesAreThoseOfTheRoundedTurns) {
  std::vector<float> turns(1001);
  for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = static_cast<float>(i) / 1000 - 0.5F;
  for (const int bits : {8, 10, 16, 19, 32}) {
    const AngleForm form = FormOfBits(bits);
    std::vector<std::byte> memory(turns.size() * BytesOf(form));
    RoundTurns(turns, bits, memory);
    const AngleWords words{form, memory};
    ASSERT_EQ(words.size(), turns.size());
    std::vector<float> cosines(turns.size());
    CosinesOf(words, cosines);
    std::vector<float> back(turns.size());
    TurnsOf(words, back);
    const double half_step = std::pow(2, -bits - 1);
    for (std::size_t i = 0; i < turns.size(); ++i) {
      EXPECT_NEAR(std::remainder(static_cast<double>(back[i] - turns[i]), 1.0), 0, half_step + 2e-7) << bits;
      EXPECT_NEAR(cosines[i], std::cos(2 * std::numbers::pi * static_cast<double>(back[i])), 4e-7);
    }
  }
}

}  // namespace
}  // namespace fdskl::masking
