// Sends the guest's derivatives to the hosts, and the hosts' sums of them to the guest.
//
// Collective: all workers call Share(). Then each host calls SendSums(), and the guest calls ReceiveSums() for each
//             host, for the same sets. Worker 0 is the guest.
// Kinds:      BareExchange sends bare numbers, for comparison, when the length of the keys is 0. PaillierExchange sends
//             ciphertexts. Both send the same whole numbers, so the guest receives the same sums.
#ifndef FDSKL_BASELINES_SECUREBOOST_GRADIENT_EXCHANGE_H_
#define FDSKL_BASELINES_SECUREBOOST_GRADIENT_EXCHANGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "baselines/secureboost/binned_columns.h"
#include "baselines/secureboost/fixed_point.h"
#include "baselines/secureboost/paillier.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::secureboost {

using RowSet = std::span<const std::int32_t>;

// A worker's time by kind of work, without waiting.
struct ExchangeSeconds {
  double encryption = 0;   // at the guest
  double decryption = 0;   // at the guest
  double sums = 0;         // at a host
  double compression = 0;  // at a host, with the obfuscation of its messages
};

class GradientExchange {
 public:
  GradientExchange() = default;
  GradientExchange(const GradientExchange&) = delete;
  GradientExchange& operator=(const GradientExchange&) = delete;
  virtual ~GradientExchange() = default;

  // The guest passes one gradient for each training row, the hosts none.
  virtual void Share(std::span<const Gradient> gradients) = 0;

  // At a host: sends the sums of its candidates over each set. The guest knows candidate order[i] by the number i.
  virtual void SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                        std::span<const std::int32_t> order) = 0;

  // At the guest: returns the sums of the host's candidates by number, for each set.
  virtual std::vector<std::vector<Gradient>> ReceiveSums(int host, std::int64_t candidates, std::size_t sets) = 0;

  const ExchangeSeconds& seconds() const { return seconds_; }

 protected:
  ExchangeSeconds seconds_;
};

// Sends derivatives without encryption.
// Privacy: none. The hosts read every derivative, and its sign tells them the label.
class BareExchange : public GradientExchange {
 public:
  // The channel must outlive the exchange.
  BareExchange(net::Channel& channel, std::int64_t rows);

  void Share(std::span<const Gradient> gradients) override;
  void SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                std::span<const std::int32_t> order) override;
  std::vector<std::vector<Gradient>> ReceiveSums(int host, std::int64_t candidates, std::size_t sets) override;

 private:
  net::Channel& channel_;
  net::Tree tree_;
  std::vector<Limb> values_;
};

// Sends derivatives as Paillier ciphertexts: the hosts add numbers that they cannot read.
//
// Guest: makes the key; only it has the private key. It encrypts each row's g and h (in one ciphertext when packed)
//        with a fresh factor and sends them along the tree.
// Hosts: multiply ciphertexts. Before sums are sent, several are shifted into one ciphertext (compression), and each
//        ciphertext gets a fresh factor. So the guest learns the sums, but not which of its ciphertexts are in them.
class PaillierExchange : public GradientExchange {
 public:
  // Collective: the guest sends the public key. The channel must outlive the exchange.
  // Errors: Error, at all workers, when a sum over this many rows does not fit into a plaintext of the key.
  PaillierExchange(net::Channel& channel, const BoostSettings& settings, std::int64_t rows);

  void Share(std::span<const Gradient> gradients) override;
  void SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                std::span<const std::int32_t> order) override;
  std::vector<std::vector<Gradient>> ReceiveSums(int host, std::int64_t candidates, std::size_t sets) override;

 private:
  PaillierPublicKey ShareKey(const BoostSettings& settings);
  // Ciphertexts per gradient, and numbers in each.
  std::size_t lanes() const { return pack_ ? 1 : 2; }
  std::size_t slots_per_lane() const { return pack_ ? 2 : 1; }
  // The number of ciphertexts for the sums of this many candidates over one set.
  std::size_t CiphertextsFor(std::size_t candidates) const;
  void Encrypt(const Gradient& gradient, Limb* ciphertexts) const;
  // Appends the sums of one set, in the given order, to `message`.
  void Compress(std::span<const Limb> sums, std::span<const std::int32_t> order, std::vector<Limb>& message) const;

  net::Channel& channel_;
  net::Tree tree_;
  SlotLayout layout_;
  bool pack_;
  int threads_;
  std::optional<PaillierPrivateKey> private_key_;  // at the guest
  PaillierPublicKey key_;
  Obfuscator obfuscator_;
  std::size_t lanes_together_;  // lanes in one ciphertext that is sent to the guest
  std::vector<Limb> values_;    // ciphertexts by row, at a host
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_GRADIENT_EXCHANGE_H_
