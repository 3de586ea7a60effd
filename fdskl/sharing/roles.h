// The roles of a computation on secret shares: owners, helper H and helper K.
// Assumes: an owner, H and K follow the protocol and do not collude.
//
// A number is the sum, modulo 2^64, of a word that H has and a word that K has. Each word alone is uniform. For
// operations that H and K cannot do on their shares alone, an owner deals random numbers: Beaver triples (Beaver,
// CRYPTO 1991) for products, truncation pairs (Catrina and Saxena, FC 2010; ABY3, Mohassel and Rindal, CCS 2018) for
// rounding, and matrix triples whose matrix is masked once (SecureML, Mohassel and Zhang, S&P 2017).
//
// Roles:      workers 0 .. owners-1 are owners: each deals for its own columns of the feature matrix. Worker 0 is the
//             dealer, who deals for vectors. H is the last worker, K the one before. Others take no part.
// Streams:    each owner shares a stream with H and one with K, and H shares one with K (X25519, then AES in counter
//             mode). So H's part of dealt numbers needs no message; K's part is sent.
// Collective: all roles make the same calls in the same order. For workers without a role calls do nothing.
// Privacy:    every message to H or K is masked by words that it cannot compute; owners receive only public scales.
#ifndef FDSKL_FDSKL_SHARING_ROLES_H_
#define FDSKL_FDSKL_SHARING_ROLES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdskl/masking/secrets.h"
#include "fdskl/net/channel.h"

namespace fdskl::sharing {

using Word = std::uint64_t;
using Words = std::vector<Word>;

class Roles {
 public:
  static constexpr int kDealer = 0;
  static int H(int workers) { return workers - 1; }
  static int K(int workers) { return workers - 2; }

  // The channel must outlive this object. If `pads` is false every stream is zero and nothing is hidden: only the
  // privacy audit does that, to show why the streams are needed.
  // Collective: all roles agree on keys.
  // REQUIRES:   1 <= owners and owners + 2 <= workers.
  Roles(net::Channel& channel, const masking::Secrets& secrets, int owners, bool pads = true);

  net::Channel& channel() const { return channel_; }
  int owners() const { return owners_; }
  bool is_h() const { return channel_.rank() == H(channel_.size()); }
  bool is_k() const { return channel_.rank() == K(channel_.size()); }
  bool is_helper() const { return is_h() || is_k(); }
  // REQUIRES: this worker is a helper.
  int OtherHelper() const { return is_h() ? K(channel_.size()) : H(channel_.size()); }
  bool is_dealer() const { return channel_.rank() == kDealer; }
  bool is_owner(int owner) const { return channel_.rank() == owner; }
  bool takes_part(int owner) const { return is_owner(owner) || is_helper(); }

  // The next words of a stream.
  // REQUIRES: this worker has it.
  void DrawWithH(int owner, std::span<Word> words);  // owner and H
  void DrawWithK(int owner, std::span<Word> words);  // owner and K
  void DrawOfHelpers(std::span<Word> words);         // H and K
  // A key from the next words of DrawWithH() or DrawWithK(), for streams that can be made again. None without pads.
  std::optional<masking::AesKey> KeyWithH(int owner);
  std::optional<masking::AesKey> KeyWithK(int owner);

  // An owner gives shares of `values` to H and K, which get them in `share`. The owner, H and K call it.
  void Deal(int owner, std::span<const Word> values, std::span<Word> share);

  // H and K send each other their words and add them, so that both have the numbers. Long messages are split so that
  // both may send first.
  void Open(std::span<Word> share);

  // H sends the dealer a public number. Returns it at both.
  std::int32_t TellDealer(std::int32_t number);

 private:
  void Draw(std::vector<masking::KeyStream>& streams, int owner, std::span<Word> words) const;
  std::optional<masking::AesKey> Key(std::vector<masking::KeyStream>& streams, int owner) const;

  net::Channel& channel_;
  int owners_;
  bool pads_;
  // Streams between owners and helpers: at an owner its own; at H, and at K, one for each owner.
  std::vector<masking::KeyStream> with_h_, with_k_;
  std::vector<masking::KeyStream> of_helpers_;  // the one stream of H and K, at these two; empty elsewhere
};

}  // namespace fdskl::sharing

#endif  // FDSKL_FDSKL_SHARING_ROLES_H_
