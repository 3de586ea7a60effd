#include "fdskl/sharing/roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl::sharing {
namespace {

constexpr std::size_t kWordsPerMessage = std::size_t{1} << 15U;  // a quarter of a megabyte

}  // namespace

Roles::Roles(net::Channel& channel, const masking::Secrets& secrets, int owners, bool pads)
    : channel_(channel), owners_(owners), pads_(pads) {
  FDSKL_REQUIRE(1 <= owners && owners + 2 <= channel.size());
  const masking::KeyPair mine(secrets.agreement_key);
  const auto stream = [&](int peer, std::string_view use, int number) {
    masking::KeyPair::PublicKey theirs;
    channel.Send<std::uint8_t>(peer, mine.public_key());
    channel.Receive<std::uint8_t>(peer, theirs);
    return masking::KeyStream(net::CheckedFrom(
        channel, peer, [&] { return mine.Agree(theirs, fmt::format("fdskl private {} {}", use, number)); }));
  };
  const int h = H(channel.size());
  const int k = K(channel.size());
  if (is_helper()) {
    for (int owner = 0; owner < owners; ++owner)
      (is_h() ? with_h_ : with_k_).push_back(stream(owner, is_h() ? "H" : "K", owner));
    of_helpers_.push_back(stream(OtherHelper(), "helpers", 0));
  } else if (channel.rank() < owners) {
    with_h_.push_back(stream(h, "H", channel.rank()));
    with_k_.push_back(stream(k, "K", channel.rank()));
  }
}

void Roles::Draw(std::vector<masking::KeyStream>& streams, int owner, std::span<Word> words) const {
  const std::size_t place = is_helper() ? base::Index(owner) : 0;
  FDSKL_REQUIRE(takes_part(owner) && place < streams.size());
  if (pads_) {
    streams[place].Fill(std::as_writable_bytes(words));
  } else {
    std::ranges::fill(words, 0);
  }
}

void Roles::DrawWithH(int owner, std::span<Word> words) { Draw(with_h_, owner, words); }

void Roles::DrawWithK(int owner, std::span<Word> words) { Draw(with_k_, owner, words); }

void Roles::DrawOfHelpers(std::span<Word> words) {
  FDSKL_REQUIRE(is_helper());
  Draw(of_helpers_, 0, words);
}

std::optional<masking::AesKey> Roles::Key(std::vector<masking::KeyStream>& streams, int owner) const {
  std::array<Word, sizeof(masking::AesKey) / sizeof(Word)> words{};
  Draw(streams, owner, words);
  if (!pads_) return std::nullopt;
  return std::bit_cast<masking::AesKey>(words);
}

std::optional<masking::AesKey> Roles::KeyWithH(int owner) { return Key(with_h_, owner); }

std::optional<masking::AesKey> Roles::KeyWithK(int owner) { return Key(with_k_, owner); }

void Roles::Deal(int owner, std::span<const Word> values, std::span<Word> share) {
  const int k = K(channel_.size());
  if (is_h()) {
    DrawWithH(owner, share);
  } else if (is_k()) {
    channel_.Receive<Word>(owner, share);
  } else if (is_owner(owner)) {
    Words drawn(values.size());  // not in K's lane, where K could see it
    DrawWithH(owner, drawn);
    const std::span<Word> rest = channel_.Reserve<Word>(k, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) rest[i] = values[i] - drawn[i];
    channel_.Commit();
  }
}

void Roles::Open(std::span<Word> share) {
  if (!is_helper()) return;
  const int peer = OtherHelper();
  for (std::size_t begin = 0; begin < share.size(); begin += kWordsPerMessage) {
    const std::span<Word> part = share.subspan(begin, std::min(kWordsPerMessage, share.size() - begin));
    channel_.Send<Word>(peer, part);
    net::AddReceived(channel_, peer, part);
  }
}

std::int32_t Roles::TellDealer(std::int32_t number) {
  if (is_h()) channel_.Send<std::int32_t>(kDealer, std::span(&number, 1));
  if (is_dealer()) channel_.Receive<std::int32_t>(H(channel_.size()), std::span(&number, 1));
  return number;
}

}  // namespace fdskl::sharing
