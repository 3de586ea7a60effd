#include "baselines/secureboost/gradient_exchange.h"

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "baselines/secureboost/histogram.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl::secureboost {
namespace {

constexpr std::int64_t kRowsPerMessage = 512;
// The guest needs a factor for every row of every tree, a host only a few.
constexpr int kGuestWindowBits = 10;
constexpr int kHostWindowBits = 6;

std::vector<Limb> ToLimbs(const mpz_class& x, std::size_t size) {
  std::vector<Limb> limbs(size);
  mpz_export(limbs.data(), nullptr, -1, sizeof(Limb), 0, 0, x.get_mpz_t());
  return limbs;
}

mpz_class FromLimbs(const std::vector<Limb>& limbs) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), limbs.size(), -1, sizeof(Limb), 0, 0, limbs.data());
  return x;
}

int WindowBits(const net::Channel& channel, const BoostSettings& settings) {
  if (!settings.precompute) return 0;
  return channel.rank() == 0 ? kGuestWindowBits : kHostWindowBits;
}

}  // namespace

BareExchange::BareExchange(net::Channel& channel, std::int64_t rows)
    : channel_(channel),
      tree_(net::BroadcastTree(channel.size(), 0)),
      values_(static_cast<std::size_t>(rows) * BareNumbers::limbs()) {}

void BareExchange::Share(std::span<const Gradient> gradients) {
  if (channel_.rank() == 0) BareNumbers::Write(gradients, values_);
  net::TreeBroadcast(channel_, tree_, std::span(values_));
  if (channel_.rank() == 0) return;
  net::CheckedFrom(channel_, net::SenderIn(tree_, channel_), [&] { BareNumbers::CheckSums(values_, 1); });
}

void BareExchange::SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                            std::span<const std::int32_t> order) {
  base::Stopwatch watch;
  std::vector<Limb> message;
  for (const RowSet rows : sets) {
    const std::vector<Limb> sums = SumCandidates(columns, BareNumbers(), values_, rows);
    for (const std::int32_t candidate : order) {
      const auto begin = sums.begin() + candidate * static_cast<std::ptrdiff_t>(BareNumbers::limbs());
      message.insert(message.end(), begin, begin + BareNumbers::limbs());
    }
  }
  seconds_.sums += watch.Seconds();
  channel_.Send<Limb>(0, message);
}

std::vector<std::vector<Gradient>> BareExchange::ReceiveSums(int host, std::int64_t candidates, std::size_t sets) {
  const std::size_t size = static_cast<std::size_t>(candidates) * BareNumbers::limbs();
  std::vector<Limb> message(sets * size);
  channel_.Receive(host, std::span(message));
  const std::int64_t rows = std::ssize(values_) / static_cast<std::int64_t>(BareNumbers::limbs());
  net::CheckedFrom(channel_, host, [&] { BareNumbers::CheckSums(message, rows); });
  std::vector<std::vector<Gradient>> sums(sets, std::vector<Gradient>(static_cast<std::size_t>(candidates)));
  for (std::size_t set = 0; set < sets; ++set) {
    BareNumbers::Read(std::span(message).subspan(set * size, size), sums[set]);
  }
  return sums;
}

PaillierExchange::PaillierExchange(net::Channel& channel, const BoostSettings& settings, std::int64_t rows)
    : channel_(channel),
      tree_(net::BroadcastTree(channel.size(), 0)),
      layout_(rows),
      pack_(settings.pack),
      threads_(settings.threads),
      key_(ShareKey(settings)),
      obfuscator_(key_, WindowBits(channel, settings)),
      lanes_together_(static_cast<std::size_t>(layout_.SlotsIn(settings.key_bits)) / slots_per_lane()) {
  if (lanes_together_ == 0) {
    base::Fail("sums over {} rows need {} bits, which do not fit into keys of {} bits: raise key_bits", rows,
               static_cast<std::size_t>(layout_.slot_bits()) * slots_per_lane(), settings.key_bits);
  }
  if (!settings.compress) lanes_together_ = 1;
  if (channel.rank() != 0) values_.resize(static_cast<std::size_t>(rows) * lanes() * key_.limbs());
}

PaillierPublicKey PaillierExchange::ShareKey(const BoostSettings& settings) {
  mpz_class n;
  mpz_class residue;
  if (channel_.rank() == 0) {
    private_key_ = PaillierPrivateKey::Generate(settings.key_bits, settings.insecure_keys);
    n = private_key_->public_key().n();
    residue = private_key_->public_key().residue();
  }
  const auto bits = static_cast<std::size_t>(settings.key_bits);
  std::vector<Limb> n_limbs = ToLimbs(n, (bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
  std::vector<Limb> residue_limbs = ToLimbs(residue, (2 * bits + GMP_NUMB_BITS - 1) / GMP_NUMB_BITS);
  net::TreeBroadcast(channel_, tree_, std::span(n_limbs));
  net::TreeBroadcast(channel_, tree_, std::span(residue_limbs));
  return net::CheckedFrom(channel_, net::SenderIn(tree_, channel_), [&] {
    CheckPublicKey(FromLimbs(n_limbs), FromLimbs(residue_limbs), settings.key_bits);
    return PaillierPublicKey(FromLimbs(n_limbs), FromLimbs(residue_limbs));
  });
}

void PaillierExchange::Encrypt(const Gradient& gradient, Limb* ciphertexts) const {
  if (pack_) {
    key_.EncryptBare(layout_.Pack(gradient), ciphertexts);
  } else {
    key_.EncryptBare(layout_.Pack({.g = 0, .h = gradient.h}), ciphertexts);
    key_.EncryptBare(layout_.Pack({.g = 0, .h = gradient.g}), ciphertexts + key_.limbs());
  }
  for (std::size_t lane = 0; lane < lanes(); ++lane) obfuscator_.Obfuscate(ciphertexts + lane * key_.limbs());
}

void PaillierExchange::Share(std::span<const Gradient> gradients) {
  const std::size_t width = lanes() * key_.limbs();
  const bool guest = channel_.rank() == 0;
  const std::int64_t rows = guest ? std::ssize(gradients) : std::ssize(values_) / static_cast<std::int64_t>(width);
  std::vector<Limb> chunk;
  for (std::int64_t first = 0; first < rows; first += kRowsPerMessage) {
    const std::int64_t count = std::min(kRowsPerMessage, rows - first);
    chunk.resize(static_cast<std::size_t>(count) * width);
    if (guest) {
      const base::Stopwatch watch;
      base::ParallelFor(count, threads_, [&](std::int64_t i, int) {
        Encrypt(gradients[static_cast<std::size_t>(first + i)], &chunk[static_cast<std::size_t>(i) * width]);
      });
      seconds_.encryption += watch.Seconds();
    }
    net::TreeBroadcast(channel_, tree_, std::span(chunk));
    if (guest) continue;
    net::CheckedFrom(channel_, net::SenderIn(tree_, channel_), [&] { key_.CheckCiphertexts(chunk); });
    std::ranges::copy(chunk, values_.begin() + first * static_cast<std::ptrdiff_t>(width));
  }
}

std::size_t PaillierExchange::CiphertextsFor(std::size_t candidates) const {
  return (candidates * lanes() + lanes_together_ - 1) / lanes_together_;
}

void PaillierExchange::Compress(std::span<const Limb> sums, std::span<const std::int32_t> order,
                                std::vector<Limb>& message) const {
  const std::size_t limbs = key_.limbs();
  const int lane_bits = layout_.slot_bits() * static_cast<int>(slots_per_lane());
  const auto lane = [&](std::size_t number) {
    return &sums[(static_cast<std::size_t>(order[number / lanes()]) * lanes() + number % lanes()) * limbs];
  };
  const std::size_t count = order.size() * lanes();
  for (std::size_t begin = 0; begin < count; begin += lanes_together_) {
    // Horner's rule: the last lane gets the highest bits.
    std::size_t place = std::min(begin + lanes_together_, count) - 1;
    message.insert(message.end(), lane(place), lane(place) + limbs);
    Limb* const packed = &message[message.size() - limbs];
    while (place > begin) {
      key_.ShiftLeft(packed, lane_bits);
      key_.Add(packed, lane(--place), packed);
    }
    obfuscator_.Obfuscate(packed);
  }
}

void PaillierExchange::SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                                std::span<const std::int32_t> order) {
  const Ciphertexts group(key_, static_cast<int>(lanes()));
  std::vector<Limb> message;
  message.reserve(sets.size() * CiphertextsFor(order.size()) * key_.limbs());
  base::Stopwatch watch;
  for (const RowSet rows : sets) {
    watch.Lap();
    const std::vector<Limb> sums = SumCandidates(columns, group, values_, rows);
    seconds_.sums += watch.Lap();
    Compress(sums, order, message);
    seconds_.compression += watch.Lap();
  }
  channel_.Send<Limb>(0, message);
}

std::vector<std::vector<Gradient>> PaillierExchange::ReceiveSums(int host, std::int64_t candidates, std::size_t sets) {
  const auto width = static_cast<std::size_t>(candidates);
  const std::size_t ciphertexts = CiphertextsFor(width);
  std::vector<Limb> message(sets * ciphertexts * key_.limbs());
  channel_.Receive(host, std::span(message));
  const base::Stopwatch watch;
  net::CheckedFrom(channel_, host, [&] { key_.CheckCiphertexts(message); });
  std::vector<std::int64_t> digits(sets * width * 2);  // h and g for each candidate
  const std::size_t digits_each = lanes_together_ * slots_per_lane();
  const auto decrypt = [&](std::int64_t number, int /*thread*/) {
    const std::size_t set = static_cast<std::size_t>(number) / ciphertexts;
    const std::size_t begin = static_cast<std::size_t>(number) % ciphertexts * digits_each;
    const mpz_class sum = private_key_->Decrypt(&message[static_cast<std::size_t>(number) * key_.limbs()]);
    layout_.Unpack(sum, std::span(digits).subspan(set * width * 2 + begin, std::min(digits_each, width * 2 - begin)));
  };
  net::CheckedFrom(channel_, host,
                   [&] { base::ParallelFor(static_cast<std::int64_t>(sets * ciphertexts), threads_, decrypt); });
  std::vector<std::vector<Gradient>> sums(sets, std::vector<Gradient>(width));
  for (std::size_t i = 0; i < sets * width; ++i) sums[i / width][i % width] = {digits[2 * i + 1], digits[2 * i]};
  seconds_.decryption += watch.Seconds();
  return sums;
}

}  // namespace fdskl::secureboost
