// The forms of angles at their owner: fractions of a turn, as floats or as words; and words packed for messages.
//
// Words: an angle of `bits` bits is in the top bits of the smallest word that has room: 8 bits in one byte, 9 to 16 in
//        two, 17 to 32 in four. So sums of words wrap around at a turn, for any number of bits.
// Wire:  only the bits themselves are sent. Words of 8, 16 and 32 bits are sent as they are; others are packed.
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

// Calls use(Word()) with the word type for this many bits, and returns its result.
template <class Use>
decltype(auto) WithWord(int bits, const Use& use) {
  FDSKL_REQUIRE(kLeastRingBits <= bits && bits <= kMostRingBits);
  if (bits <= 8) return use(std::uint8_t());
  if (bits <= 16) return use(std::uint16_t());
  return use(std::uint32_t());
}

AngleForm FormOfBits(int bits);
std::size_t BytesOf(AngleForm form);

// A view of the angles of a tile or a row. The memory belongs to someone else.
struct AngleWords {
  AngleForm form = AngleForm::kTurns;
  std::span<const std::byte> bytes;

  bool empty() const { return bytes.empty(); }
  std::size_t size() const { return bytes.size() / BytesOf(form); }
  AngleWords Part(std::size_t first, std::size_t count) const {
    return {form, bytes.subspan(first * BytesOf(form), count * BytesOf(form))};
  }
};

// Convert angles to cosines, and to turns.
// REQUIRES: as many values as angles.
void CosinesOf(const AngleWords& angles, std::span<float> cosines);
void TurnsOf(const AngleWords& angles, std::span<float> turns);
// Rounds turns of [-1/2, 1/2] to words of this many bits.
// REQUIRES: room for as many words as turns.
void RoundTurns(std::span<const float> turns, int bits, std::span<std::byte> words);

// A word whose top `bits` are ones.
template <class Word>
constexpr Word TopBits(int bits) {
  const auto below = static_cast<unsigned>(std::numeric_limits<Word>::digits - bits);
  return static_cast<Word>(static_cast<Word>(std::numeric_limits<Word>::max() >> below) << below);
}

// The bytes of this many packed words.
constexpr std::size_t PackedBytes(std::size_t words, int bits) {
  return (words * static_cast<std::size_t>(bits) + 7) / 8;
}
// Writes the top `bits` of each word, one after another.
// REQUIRES: `packed` has PackedBytes().
template <class Word>
void Pack(std::span<const Word> words, int bits, std::span<std::byte> packed);
// Adds the packed words to `words`.
template <class Word>
void AddPacked(std::span<const std::byte> packed, int bits, std::span<Word> words);

}  // namespace fdskl::masking

#endif  // FDSKL_FDSKL_MASKING_ANGLE_WORDS_H_
