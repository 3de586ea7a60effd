#include "fdskl/masking/shared.h"

#include "fdskl/masking/shared_cosines.h"

namespace fdskl::masking {

SharedAngleSum::SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                               int owners)
    : SharedAngleSum(channel, settings, secrets, owners, KeyPair(secrets.agreement_key)) {}

SharedAngleSum::SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                               int owners, const KeyPair& mine)
    : AngleSum(channel, settings, secrets, owners),
      bits_(settings.ring_bits),
      masks_(channel, mine, settings.ring_bits) {
  if (channel.rank() != SharedCosines::Helper(channel.size())) return;
  // A key agreed with oneself: it takes the private key.
  pads_ = std::make_unique<KeyStream>(mine.Agree(mine.public_key(), "fdskl shared pad"));
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
      for (std::size_t j = 0; j < words.size(); ++j) {
        pad[j] &= TopBits<Word>(bits_);
        words[j] = static_cast<Word>(words[j] - pad[j]);
      }
    }
    spent().mask += watch.Seconds();
    SumUp(owner, words, bits_);
    if (channel().rank() != owner && !pads_) return {};
    return {form(), std::as_bytes(pads_ ? pad : words)};
  });
}

}  // namespace fdskl::masking
