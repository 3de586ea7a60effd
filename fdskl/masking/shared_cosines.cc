#include "fdskl/masking/shared_cosines.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "fdskl/masking/turns.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl::masking {
namespace {

using Word = SharedCosines::Word;
using Along = SharedCosines::Along;

constexpr double kOwnerUnit = 0x1p28;
constexpr double kHelperUnit = 0x1p20;
constexpr double kRange = 0x1p15;

Word ToWord(double value) { return static_cast<Word>(std::llround(value)); }

float SinTurns(float x) { return CosTurns(x - 0.25F); }

std::vector<Word> Draw(KeyStream& stream, std::size_t count) {
  std::vector<Word> words(count);
  stream.Fill(std::as_writable_bytes(std::span(words)));
  return words;
}

// Two words per entry, cosine and sine, by rows.
std::vector<Word> OwnerWords(const Eigen::Ref<const base::DenseMatrix>& share, Along along,
                             std::span<const double> weights) {
  for (const double weight : weights)
    if (!(std::abs(weight) < kRange)) base::Fail("a weight of {} is beyond the range of shared sums", weight);
  std::vector<Word> words;
  words.reserve(2 * static_cast<std::size_t>(share.size()));
  for (Eigen::Index i = 0; i < share.rows(); ++i) {
    for (Eigen::Index j = 0; j < share.cols(); ++j) {
      const double weight = kOwnerUnit * weights[static_cast<std::size_t>(along == Along::kRows ? j : i)];
      words.push_back(ToWord(weight * CosTurns(share(i, j))));
      words.push_back(ToWord(-weight * SinTurns(share(i, j))));
    }
  }
  return words;
}

std::vector<Word> HelperWords(const Eigen::Ref<const base::DenseMatrix>& share) {
  std::vector<Word> words;
  words.reserve(2 * static_cast<std::size_t>(share.size()));
  for (Eigen::Index i = 0; i < share.rows(); ++i) {
    for (Eigen::Index j = 0; j < share.cols(); ++j) {
      words.push_back(ToWord(kHelperUnit * CosTurns(share(i, j))));
      words.push_back(ToWord(kHelperUnit * SinTurns(share(i, j))));
    }
  }
  return words;
}

std::vector<Word> Plus(const std::vector<Word>& a, const std::vector<Word>& b) {
  std::vector<Word> sum(a);
  for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += b[k];
  return sum;
}

// The inner product of two such lists over each row, or each column.
std::vector<Word> Products(const std::vector<Word>& a, const std::vector<Word>& b, Eigen::Index columns, Along along,
                           std::size_t sums) {
  std::vector<Word> products(sums);
  const auto width = static_cast<std::size_t>(columns);
  for (std::size_t k = 0; k < a.size(); ++k) {
    const std::size_t entry = k / 2;
    products[along == Along::kRows ? entry / width : entry % width] += a[k] * b[k];
  }
  return products;
}

KeyPair::PublicKey Exchange(net::Channel& channel, const KeyPair& mine, int peer) {
  KeyPair::PublicKey theirs;
  channel.Send<std::uint8_t>(peer, mine.public_key());
  channel.Receive<std::uint8_t>(peer, theirs);
  return theirs;
}

}  // namespace

double SharedCosines::ToNumber(Word sum) {
  return static_cast<double>(static_cast<std::int64_t>(sum)) / (kOwnerUnit * kHelperUnit);
}

SharedCosines::SharedCosines(net::Channel& channel, const Secrets& secrets, int owners) : channel_(channel) {
  FDSKL_REQUIRE(1 <= owners && owners + 2 <= channel.size());
  const KeyPair mine(secrets.agreement_key);
  const int helper = Helper(channel.size());
  const int dealer = Dealer(channel.size());
  const auto stream = [&](int peer, int other) {  // `other`: the end that is not the dealer
    const KeyPair::PublicKey theirs = Exchange(channel, mine, peer);
    return KeyStream(net::CheckedFrom(
        channel, peer, [&] { return mine.Agree(theirs, fmt::format("fdskl shared worker {}", other)); }));
  };
  if (IsDealer()) {
    for (int owner = 0; owner < owners; ++owner) owner_streams_.push_back(stream(owner, owner));
    helper_stream_.push_back(stream(helper, helper));
  } else if (IsHelper()) {
    helper_stream_.push_back(stream(dealer, helper));
  } else if (channel.rank() < owners) {
    owner_streams_.push_back(stream(dealer, channel.rank()));
  }
}

void SharedCosines::Add(int owner, Along along, const Eigen::Ref<const base::DenseMatrix>& share,
                        std::span<const double> weights, std::span<Word> sums) {
  if (!TakesPart(owner)) return;
  const std::size_t count = 2 * static_cast<std::size_t>(share.size());
  const auto groups = static_cast<std::size_t>(along == Along::kRows ? share.rows() : share.cols());
  const auto products = [&](const std::vector<Word>& a, const std::vector<Word>& b) {
    return Products(a, b, share.cols(), along, groups);
  };
  const int helper = Helper(channel_.size());
  if (IsDealer()) {
    KeyStream& with_owner = owner_streams_[static_cast<std::size_t>(owner)];
    const std::vector<Word> r = Draw(with_owner, count);
    const std::vector<Word> z = Draw(with_owner, groups);
    std::vector<Word> correction = products(r, Draw(helper_stream_[0], count));
    for (std::size_t g = 0; g < groups; ++g) correction[g] -= z[g];
    channel_.Send<Word>(helper, correction);
    return;
  }
  FDSKL_REQUIRE(sums.size() == groups);
  std::vector<Word> received(count);
  if (IsHelper()) {
    const std::vector<Word> t = Draw(helper_stream_[0], count);
    channel_.Send<Word>(owner, Plus(HelperWords(share), t));
    channel_.Receive<Word>(owner, received);
    std::vector<Word> correction(groups);
    channel_.Receive<Word>(Dealer(channel_.size()), correction);
    const std::vector<Word> known = products(t, received);
    for (std::size_t g = 0; g < groups; ++g) sums[g] += correction[g] - known[g];
  } else {
    FDSKL_REQUIRE(weights.size() == static_cast<std::size_t>(along == Along::kRows ? share.cols() : share.rows()));
    const std::vector<Word> u = OwnerWords(share, along, weights);
    const std::vector<Word> r = Draw(owner_streams_[0], count);
    const std::vector<Word> z = Draw(owner_streams_[0], groups);
    channel_.Send<Word>(helper, Plus(u, r));
    channel_.Receive<Word>(helper, received);
    const std::vector<Word> known = products(u, received);
    for (std::size_t g = 0; g < groups; ++g) sums[g] += known[g] + z[g];
  }
}

std::vector<double> SharedCosines::Reveal(int owner, std::span<const Word> sums) {
  std::vector<double> numbers;
  if (IsHelper()) {
    channel_.Send<Word>(owner, sums);
  } else if (channel_.rank() == owner) {
    std::vector<Word> total(sums.begin(), sums.end());
    net::AddReceived(channel_, Helper(channel_.size()), std::span(total));
    for (const Word word : total) numbers.push_back(ToNumber(word));
  }
  return numbers;
}

}  // namespace fdskl::masking
