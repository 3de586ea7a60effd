#include "fdskl/masking/ring.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "fdskl/masking/turns.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::masking {

RingMasks::RingMasks(net::Channel& channel, const KeyPair& mine, int bits) : RingMasks(Agree(channel, mine), bits) {}

// Worker i shares the stream of edge i with worker i+1. Each learns only the public keys of its two neighbours.
RingMasks::Keys RingMasks::Agree(net::Channel& channel, const KeyPair& mine) {
  const int q = channel.size();
  const int me = channel.rank();
  const int next = (me + 1) % q;
  const int previous = (me + q - 1) % q;
  KeyPair::PublicKey next_key;
  KeyPair::PublicKey previous_key;
  channel.Send<std::uint8_t>(next, mine.public_key());
  channel.Send<std::uint8_t>(previous, mine.public_key());
  channel.Receive<std::uint8_t>(previous, previous_key);
  channel.Receive<std::uint8_t>(next, next_key);
  const auto agree = [&](int peer, const KeyPair::PublicKey& key, int edge) {
    return net::CheckedFrom(channel, peer, [&] { return mine.Agree(key, fmt::format("fdskl ring edge {}", edge)); });
  };
  return {agree(next, next_key, me), agree(previous, previous_key, previous)};
}

template <class Word>
void RingMasks::WriteMasks(std::span<Word> words) {
  // Works in pieces that stay in the first-level cache.
  constexpr std::size_t kPiece = (std::size_t{1} << 13U) / sizeof(Word);
  alignas(64) std::array<Word, kPiece> add;
  alignas(64) std::array<Word, kPiece> subtract;
  const auto kept = TopBits<Word>(bits_);
  for (std::size_t begin = 0; begin < words.size(); begin += kPiece) {
    const std::size_t count = std::min(kPiece, words.size() - begin);
    to_next_.Fill(std::as_writable_bytes(std::span(add).first(count)));
    from_previous_.Fill(std::as_writable_bytes(std::span(subtract).first(count)));
    Word* const target = &words[begin];
    // Each mask is truncated to the bits separately: a carry from lower bits would not cancel in the sum.
    for (std::size_t j = 0; j < count; ++j) target[j] = static_cast<Word>((add[j] & kept) - (subtract[j] & kept));
  }
}

template <class Word>
void RingMasks::Write(const AngleSum::Tile& tile, std::span<const std::uint32_t> phases, std::span<Word> words) {
  constexpr unsigned kShift = 32U - std::numeric_limits<Word>::digits;
  const auto kept = TopBits<Word>(bits_);
  const int bits = bits_;
  const std::size_t columns = phases.size();
  WriteMasks(words);  // first, because the receiver may see this memory already
  for (Eigen::Index i = 0; i < tile.rows(); ++i) {
    const float* const source = tile.data() + i * tile.outerStride();
    Word* const target = &words[base::Index(i) * columns];
    const std::uint32_t* const phase = phases.data();
    for (std::size_t j = 0; j < columns; ++j)
      target[j] =
          static_cast<Word>(target[j] + ToRing<Word>(source[j], bits) + (static_cast<Word>(phase[j] >> kShift) & kept));
  }
}

template void RingMasks::Write(const AngleSum::Tile&, std::span<const std::uint32_t>, std::span<std::uint8_t>);
template void RingMasks::Write(const AngleSum::Tile&, std::span<const std::uint32_t>, std::span<std::uint16_t>);
template void RingMasks::Write(const AngleSum::Tile&, std::span<const std::uint32_t>, std::span<std::uint32_t>);

RingAngleSum::RingAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets, int owners)
    : AngleSum(channel, settings, secrets, owners),
      bits_(settings.ring_bits),
      masks_(channel, KeyPair(secrets.agreement_key), settings.ring_bits) {}

AngleWords RingAngleSum::SumTile(int owner, const Tile& tile) {
  return WithWord(bits_, [&]<class Word>(Word /*type*/) -> AngleWords {
    const std::span<Word> words = Own<Word>(owner, tile.size(), bits_);
    const base::Stopwatch watch;
    masks_.Write(tile, phases().words, words);
    spent().mask += watch.Seconds();
    SumUp(owner, words, bits_);
    if (channel().rank() != owner) return {};
    return {form(), std::as_bytes(words)};
  });
}

}  // namespace fdskl::masking
