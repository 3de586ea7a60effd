#include "fdskl/masking/ring_masks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace fdskl::masking {

RingMasks::RingMasks(net::Channel& channel, const KeyPair& mine) : RingMasks(Agree(channel, mine)) {}

// Worker i shares the stream of edge i with worker i+1. Each learns the public keys of its two neighbours and no more.
RingMasks::Keys RingMasks::Agree(net::Channel& channel, const KeyPair& mine) {
  const int q = channel.size();
  const int me = channel.rank();
  const int next = (me + 1) % q;
  const int previous = (me + q - 1) % q;
  KeyPair::PublicKey of_next;
  KeyPair::PublicKey of_previous;
  channel.Send<std::uint8_t>(next, mine.public_key());
  channel.Send<std::uint8_t>(previous, mine.public_key());
  channel.Receive<std::uint8_t>(previous, of_previous);
  channel.Receive<std::uint8_t>(next, of_next);
  return {mine.Agree(of_next, fmt::format("fdskl ring edge {}", me)),
          mine.Agree(of_previous, fmt::format("fdskl ring edge {}", previous))};
}

template <class Word>
void RingMasks::Add(std::span<Word> words) {
  // In pieces that stay in the first-level cache.
  constexpr std::size_t kPiece = (std::size_t{1} << 13U) / sizeof(Word);
  alignas(64) std::array<Word, kPiece> add;
  alignas(64) std::array<Word, kPiece> subtract;
  for (std::size_t begin = 0; begin < words.size(); begin += kPiece) {
    const std::size_t count = std::min(kPiece, words.size() - begin);
    to_next_.Fill(std::as_writable_bytes(std::span(add).first(count)));
    from_previous_.Fill(std::as_writable_bytes(std::span(subtract).first(count)));
    Word* const target = &words[begin];
    for (std::size_t j = 0; j < count; ++j) target[j] = static_cast<Word>(target[j] + add[j] - subtract[j]);
  }
}

template void RingMasks::Add(std::span<std::uint16_t>);
template void RingMasks::Add(std::span<std::uint32_t>);

}  // namespace fdskl::masking
