// Angles as their owner has them: rows of fractions of a turn, in one of four forms; and words packed for the wire.
//
// Words: an angle of `bits` stands at the top of the smallest word that holds it: 8 bits in one byte, 9 to 16 in two,
//        17 to 32 in four. So sums of words wrap around at a turn, whatever the bits.
// Wire:  only the bits themselves travel. Angles of 8, 16 and 32 bits travel as they are; others are packed.
#ifndef FDSKL_FDSKL_MASKING_ANGLE_WORDS_H_
#define FDSKL_FDSKL_MASKING_ANGLE_WORDS_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/error.h"

namespace fdskl::masking {

constexpr int kLeastRingBits = 8;
constexpr int kMostRingBits = 32;

enum class AngleForm { kTurns, kBytes, kShorts, kWords };  // float turns of [-1/2, 1/2]; words of 1, 2 and 4 bytes

// Calls use(Word()) for the type of words of so many bits, and returns its result.
template <class Use>
decltype(auto) WithWord(int bits, const Use& use) {
  FDSKL_REQUIRE(kLeastRingBits <= bits && bits <= kMostRingBits);
  if (bits <= 8) return use(std::uint8_t());
  if (bits <= 16) return use(std::uint16_t());
  return use(std::uint32_t());
}

AngleForm FormOfBits(int bits);
std::size_t BytesOf(AngleForm form);

// Angles of a tile or of a row, in memory of another's.
struct AngleWords {
  AngleForm form = AngleForm::kTurns;
  std::span<const std::byte> bytes;

  bool empty() const { return bytes.empty(); }
  std::size_t size() const { return bytes.size() / BytesOf(form); }
  AngleWords Part(std::size_t first, std::size_t count) const {
    return {form, bytes.subspan(first * BytesOf(form), count * BytesOf(form))};
  }
};

// REQUIRES: as many values as angles.
void CosinesOf(const AngleWords& angles, std::span<float> cosines);
void TurnsOf(const AngleWords& angles, std::span<float> turns);
// Rounds turns of [-1/2, 1/2] to words of so many bits. REQUIRES: room for as many words as turns.
void RoundTurns(std::span<const float> turns, int bits, std::span<std::byte> words);

// A word with ones where an angle of so many bits stands.
template <class Word>
constexpr Word TopBits(int bits) {
  const auto below = static_cast<unsigned>(std::numeric_limits<Word>::digits - bits);
  return static_cast<Word>(static_cast<Word>(std::numeric_limits<Word>::max() >> below) << below);
}

// How many bytes of the wire so many words take.
constexpr std::size_t PackedBytes(std::size_t words, int bits) {
  return (words * static_cast<std::size_t>(bits) + 7) / 8;
}
// The top `bits` of each word, one after another. REQUIRES: PackedBytes() of room.
template <class Word>
void Pack(std::span<const Word> words, int bits, std::span<std::byte> packed);
// words += what was packed.
template <class Word>
void AddPacked(std::span<const std::byte> packed, int bits, std::span<Word> words);

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_ANGLE_WORDS_H_
