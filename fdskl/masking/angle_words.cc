#include "fdskl/masking/angle_words.h"

#include <algorithm>
#include <limits>

#include "fdskl/masking/turns.h"

namespace fdskl::masking {
namespace {

// Writes convert(turns) for each angle.
template <class Convert>
void ForEach(const AngleWords& angles, std::span<float> out, const Convert& convert) {
  FDSKL_REQUIRE(angles.size() == out.size());
  const auto over = [&](const auto* words) {
    float* const target = out.data();
    const std::size_t count = out.size();
    for (std::size_t j = 0; j < count; ++j) {
      if constexpr (std::is_same_v<decltype(words), const float*>) {
        target[j] = convert(words[j]);
      } else {
        target[j] = convert(FromRing(words[j]));
      }
    }
  };
  switch (angles.form) {
    case AngleForm::kTurns:
      return over(reinterpret_cast<const float*>(angles.bytes.data()));
    case AngleForm::kBytes:
      return over(reinterpret_cast<const std::uint8_t*>(angles.bytes.data()));
    case AngleForm::kShorts:
      return over(reinterpret_cast<const std::uint16_t*>(angles.bytes.data()));
    case AngleForm::kWords:
      return over(reinterpret_cast<const std::uint32_t*>(angles.bytes.data()));
  }
}

}  // namespace

AngleForm FormOfBits(int bits) {
  return WithWord(bits, [](auto word) {
    if (sizeof(word) == 1) return AngleForm::kBytes;
    return sizeof(word) == 2 ? AngleForm::kShorts : AngleForm::kWords;
  });
}

std::size_t BytesOf(AngleForm form) {
  switch (form) {
    case AngleForm::kBytes:
      return 1;
    case AngleForm::kShorts:
      return 2;
    case AngleForm::kTurns:
    case AngleForm::kWords:
      return 4;
  }
  throw std::logic_error("a form of angles without a size");
}

void CosinesOf(const AngleWords& angles, std::span<float> cosines) {
  ForEach(angles, cosines, [](float turns) { return CosReducedTurns(turns); });
}

void TurnsOf(const AngleWords& angles, std::span<float> turns) {
  ForEach(angles, turns, [](float value) { return value; });
}

void RoundTurns(std::span<const float> turns, int bits, std::span<std::byte> words) {
  FDSKL_REQUIRE(words.size() == turns.size() * BytesOf(FormOfBits(bits)));
  WithWord(bits, [&]<class Word>(Word /*type*/) {
    auto* const target = reinterpret_cast<Word*>(words.data());
    for (std::size_t j = 0; j < turns.size(); ++j) target[j] = ToRing<Word>(turns[j], bits);
  });
}

template <class Word>
void Pack(std::span<const Word> words, int bits, std::span<std::byte> packed) {
  FDSKL_REQUIRE(packed.size() == PackedBytes(words.size(), bits));
  const auto shift = static_cast<unsigned>(std::numeric_limits<Word>::digits - bits);
  std::uint64_t pending = 0;  // bits that are not yet written; the earliest is the lowest
  unsigned count = 0;
  std::byte* target = packed.data();
  for (const Word word : words) {
    pending |= static_cast<std::uint64_t>(word >> shift) << count;
    for (count += static_cast<unsigned>(bits); count >= 8; count -= 8) {
      *target++ = static_cast<std::byte>(pending);
      pending >>= 8U;
    }
  }
  if (count > 0) *target = static_cast<std::byte>(pending);
}

template <class Word>
void AddPacked(std::span<const std::byte> packed, int bits, std::span<Word> words) {
  FDSKL_REQUIRE(packed.size() == PackedBytes(words.size(), bits));
  const auto shift = static_cast<unsigned>(std::numeric_limits<Word>::digits - bits);
  const std::uint64_t kept = (std::uint64_t{1} << static_cast<unsigned>(bits)) - 1;
  std::uint64_t pending = 0;
  unsigned count = 0;
  const std::byte* source = packed.data();
  for (Word& word : words) {
    for (; count < static_cast<unsigned>(bits); count += 8)
      pending |= static_cast<std::uint64_t>(std::to_integer<std::uint8_t>(*source++)) << count;
    word = static_cast<Word>(word + (static_cast<Word>(pending & kept) << shift));
    pending >>= static_cast<unsigned>(bits);
    count -= static_cast<unsigned>(bits);
  }
}

template void Pack(std::span<const std::uint8_t>, int, std::span<std::byte>);
template void Pack(std::span<const std::uint16_t>, int, std::span<std::byte>);
template void Pack(std::span<const std::uint32_t>, int, std::span<std::byte>);
template void AddPacked(std::span<const std::byte>, int, std::span<std::uint8_t>);
template void AddPacked(std::span<const std::byte>, int, std::span<std::uint16_t>);
template void AddPacked(std::span<const std::byte>, int, std::span<std::uint32_t>);

}  // namespace fdskl::masking
