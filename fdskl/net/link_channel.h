// A Channel that delays messages as a link of some latency and bandwidth would (link_model.h), so that a method runs on
// one machine as if its parties were far apart.
//
// Each message goes to the inner channel at once, after the moment at which its first bit would reach the receiver.
// Receive() returns no earlier than the last bit would have entered. Send() waits only where the inner channel does.
//
// Counters: payload alone, as in every channel. The moments are not counted.
// REQUIRES: all workers are on one machine, because they compare moments of its steady clock.
#ifndef FDSKL_FDSKL_NET_LINK_CHANNEL_H_
#define FDSKL_FDSKL_NET_LINK_CHANNEL_H_

#include <chrono>

#include "fdskl/net/channel.h"
#include "fdskl/net/link_model.h"

namespace fdskl::net {

class LinkChannel : public Channel {
 public:
  // `inner` outlives this channel and is used through it alone.
  LinkChannel(Channel& inner, const LinkModel& link)
      : Channel(inner.rank(), inner.size()), inner_(inner), link_(link) {}

 private:
  using Clock = std::chrono::steady_clock;

  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;

  // The time that `bytes` take to pass one end of the link.
  Clock::duration Transfer(std::span<const std::byte> bytes) const;

  Channel& inner_;
  LinkModel link_;
  Clock::time_point free_to_send_;     // when all earlier messages have left
  Clock::time_point free_to_receive_;  // when all earlier messages have entered
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LINK_CHANNEL_H_
