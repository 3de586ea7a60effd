#include "fdskl/masking/shared.h"

#include "base/error.h"
#include "fdskl/masking/shared_cosines.h"

namespace fdskl::masking {

SharedAngleSum::SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                               int owners)
    : SharedAngleSum(channel, settings, secrets, owners, KeyPair(secrets.agreement_key)) {}

SharedAngleSum::SharedAngleSum(net::Channel& channel, const MaskingSettings& settings, const Secrets& secrets,
                               int owners, const KeyPair& mine)
    : AngleSum(channel, settings, secrets, owners), bits_(settings.ring_bits), masks_(channel, mine) {
  if (channel.rank() != SharedCosines::Helper(channel.size())) return;
  // A key agreed with oneself: it takes the private key.
  pads_ = std::make_unique<KeyStream>(mine.Agree(mine.public_key(), "fdskl shared pad"));
}

void SharedAngleSum::Sum(int owner, const Tile& tile, const RowSink& sink) {
  FDSKL_REQUIRE(!sink);
  if (bits_ == 32) {
    SumWords<std::uint32_t>(owner, tile);
  } else {
    SumWords<std::uint16_t>(owner, tile);
  }
}

template <class Word>
void SharedAngleSum::SumWords(int owner, const Tile& tile) {
  const std::span<Word> words = Own<Word>(owner, tile.size());
  const base::Stopwatch watch;
  masks_.Write(tile, phases().words, words);
  std::span<Word> pad;
  if (pads_) {
    pad = ValuesIn<Word>(pad_memory_, words.size());
    pads_->Fill(std::as_writable_bytes(pad));
    for (std::size_t j = 0; j < words.size(); ++j) words[j] = static_cast<Word>(words[j] - pad[j]);
  }
  spent().mask += watch.Seconds();
  SumUp(owner, words);
  if (channel().rank() != owner && !pads_) return;
  GiveRows(tile.rows(), tile.cols(), AnglesOf<Word>(pads_ ? pad : words, tile.cols()), {});
}

}  // namespace fdskl::masking
