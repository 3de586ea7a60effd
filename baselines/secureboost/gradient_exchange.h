// How the guest's derivatives reach the hosts, and the hosts' sums of them the guest.
//
// Collective: Share() by all workers; then SendSums() by each host, and ReceiveSums() by the guest for each host, for
//             the same sets. Worker 0 is the guest.
// Kinds:      bare numbers here, for comparison and where the keys' length is 0; ciphertexts in paillier_exchange.h.
//             Both carry the same whole numbers, so the guest receives the same sums.
#ifndef FDSKL_BASELINES_SECUREBOOST_GRADIENT_EXCHANGE_H_
#define FDSKL_BASELINES_SECUREBOOST_GRADIENT_EXCHANGE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "baselines/secureboost/binned_columns.h"
#include "baselines/secureboost/fixed_point.h"
#include "baselines/secureboost/montgomery.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::secureboost {

using RowSet = std::span<const std::int32_t>;

// Where a worker's time went, without waiting.
struct ExchangeSeconds {
  double encryption = 0;   // at the guest
  double decryption = 0;   // likewise
  double sums = 0;         // at a host
  double compression = 0;  // likewise, with the obfuscation of what it sends
};

class GradientExchange {
 public:
  GradientExchange() = default;
  GradientExchange(const GradientExchange&) = delete;
  GradientExchange& operator=(const GradientExchange&) = delete;
  virtual ~GradientExchange() = default;

  // One gradient for each training row at the guest; none at the hosts.
  virtual void Share(std::span<const Gradient> gradients) = 0;

  // At a host: the sums of its candidates over each set. Candidate order[i] goes by the number i.
  virtual void SendSums(const BinnedColumns& columns, std::span<const RowSet> sets,
                        std::span<const std::int32_t> order) = 0;

  // At the guest: for each of so many sets, the sums of the host's candidates by number.
  virtual std::vector<std::vector<Gradient>> ReceiveSums(int host, std::int64_t candidates, std::size_t sets) = 0;

  const ExchangeSeconds& seconds() const { return seconds_; }

 protected:
  ExchangeSeconds seconds_;
};

// Privacy: none. The hosts read every derivative, and from its sign the label.
class BareExchange : public GradientExchange {
 public:
  // The channel outlives the exchange.
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

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_GRADIENT_EXCHANGE_H_
