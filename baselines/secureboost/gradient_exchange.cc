#include "baselines/secureboost/gradient_exchange.h"

#include "base/stopwatch.h"
#include "baselines/secureboost/histogram.h"
#include "fdskl/net/sums.h"

namespace fdskl::secureboost {

BareExchange::BareExchange(net::Channel& channel, std::int64_t rows)
    : channel_(channel),
      tree_(net::BroadcastTree(channel.size(), 0)),
      values_(static_cast<std::size_t>(rows) * BareNumbers::limbs()) {}

void BareExchange::Share(std::span<const Gradient> gradients) {
  if (channel_.rank() == 0) BareNumbers::Write(gradients, values_);
  net::TreeBroadcast(channel_, tree_, std::span(values_));
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
  std::vector<std::vector<Gradient>> sums(sets, std::vector<Gradient>(static_cast<std::size_t>(candidates)));
  for (std::size_t set = 0; set < sets; ++set) {
    BareNumbers::Read(std::span(message).subspan(set * size, size), sums[set]);
  }
  return sums;
}

}  // namespace fdskl::secureboost
