// Derivatives as Paillier ciphertexts: the hosts add what they cannot read.
//
// Guest: makes the key, alone has its private half, encrypts each row's g and h (in one ciphertext when packed) under a
//   fresh factor, and sends them along the tree.
// Hosts: multiply ciphertexts. Before sums travel, several are shifted into one ciphertext (compression), and each
//   ciphertext gets a fresh factor, so that the guest learns the sums and not which of its ciphertexts were multiplied.
#ifndef FDSKL_BASELINES_SECUREBOOST_PAILLIER_EXCHANGE_H_
#define FDSKL_BASELINES_SECUREBOOST_PAILLIER_EXCHANGE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "baselines/secureboost/fixed_point.h"
#include "baselines/secureboost/gradient_exchange.h"
#include "baselines/secureboost/obfuscator.h"
#include "baselines/secureboost/paillier.h"
#include "baselines/secureboost/secureboost_settings.h"

namespace fdskl::secureboost {

class PaillierExchange : public GradientExchange {
 public:
  // Collective: the guest sends the public key. The channel outlives the exchange.
  // Errors: Error, at all workers, when a sum over so many rows does not fit into the key's plaintexts.
  PaillierExchange(net::Channel& channel, const BoostSettings& settings, std::int64_t rows);

  void Share(std::span<const Gradient> gradients) override;
  void SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                std::span<const std::int32_t> order) override;
  std::vector<std::vector<Gradient>> ReceiveSums(int host, std::int64_t candidates, std::size_t sets) override;

 private:
  PaillierPublicKey ShareKey(const BoostSettings& settings);
  std::size_t lanes() const { return pack_ ? 1 : 2; }
  std::size_t slots_a_lane() const { return pack_ ? 2 : 1; }
  // Ciphertexts that hold the sums of so many candidates over one set.
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
  std::size_t lanes_together_;  // in one ciphertext on its way to the guest
  std::vector<Limb> values_;    // ciphertexts by row, at a host
};

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_PAILLIER_EXCHANGE_H_
