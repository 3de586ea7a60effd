#include "fdskl/masking/shared.h"

#include "fdskl/masking/shared_cosines.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::masking {

SharedAngleSum::SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                               int owners)
    : SharedAngleSum(channel, settings, secrets, owners, KeyPair(secrets.agreement_key)) {}

SharedAngleSum::SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                               int owners, const KeyPair& mine)
    : AngleSum(channel, settings, secrets, owners),
      bits_(settings.ring_bits),
      pads_on_(settings.pads),
      masks_(channel, mine, settings.ring_bits) {
  const int helper = SharedCosines::Helper(channel.size());
  const int second = SharedCosines::Dealer(channel.size());
  if (settings.masking == Masking::kPrivate) {
    if (channel.rank() != helper && channel.rank() != second) return;
    const int peer = channel.rank() == helper ? second : helper;
    KeyPair::PublicKey theirs;
    channel.Send<std::uint8_t>(peer, mine.public_key());
    channel.Receive<std::uint8_t>(peer, theirs);
    pads_ = std::make_unique<KeyStream>(
        net::CheckedFrom(channel, peer, [&] { return mine.Agree(theirs, "fdskl private pad"); }));
  } else if (channel.rank() == helper) {
    // A key agreed with itself: only the holder of the private key can compute it.
    pads_ = std::make_unique<KeyStream>(mine.Agree(mine.public_key(), "fdskl shared pad"));
  }
}

AngleWords SharedAngleSum::SumTile(int owner, const Tile& tile) {
  return WithWord(bits_, [&]<class Word>(Word /*type*/) -> AngleWords {
    const std::span<Word> words = Own<Word>(owner, tile.size(), bits_);
    const base::Stopwatch watch;
    masks_.Write(tile, phases().words, words);
    std::span<Word> pad;
    if (pads_) {
      pad = ValuesIn<Word>(pad_memory_, words.size());
      pads_->Fill(std::as_writable_bytes(pad));
      const Word kept = pads_on_ ? TopBits<Word>(bits_) : Word{0};
      for (Word& word : pad) word &= kept;
      if (channel().rank() == SharedCosines::Helper(channel().size()))
        for (std::size_t j = 0; j < words.size(); ++j) words[j] = static_cast<Word>(words[j] - pad[j]);
    }
    spent().mask += watch.Seconds();
    SumUp(owner, words, bits_);
    if (channel().rank() != owner && !pads_) return {};
    return {form(), std::as_bytes(pads_ ? pad : words)};
  });
}

}  // namespace fdskl::masking
