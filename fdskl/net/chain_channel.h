// A Channel that passes everything on to another one and measures the longest chain of dependent messages: each was
// sent after its sender had received the one before. If only latency takes time, the chain's length is the time.
//
// Counters: only payload, as in every channel. The lengths that are sent with the messages do not count.
#ifndef FDSKL_FDSKL_NET_CHAIN_CHANNEL_H_
#define FDSKL_FDSKL_NET_CHAIN_CHANNEL_H_

#include <algorithm>
#include <cstdint>

#include "fdskl/net/channel.h"

namespace fdskl::net {

class ChainChannel : public Channel {
 public:
  // `inner` must outlive this channel and be used only through it.
  explicit ChainChannel(Channel& inner) : Channel(inner.rank(), inner.size()), inner_(inner) {}

  // The longest chain that ends at this worker.
  std::int64_t longest_chain() const { return longest_; }

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override {
    const std::int64_t length = longest_ + 1;
    inner_.Send<std::int64_t>(peer, std::span(&length, 1));
    inner_.SendBytes(peer, bytes);
  }
  void DoReceive(int peer, std::span<std::byte> bytes) override {
    std::int64_t length = 0;
    inner_.Receive<std::int64_t>(peer, std::span(&length, 1));
    inner_.ReceiveBytes(peer, bytes);
    longest_ = std::max(longest_, length);
  }

  Channel& inner_;
  std::int64_t longest_ = 0;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_CHAIN_CHANNEL_H_
