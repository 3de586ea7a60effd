// A Channel that delays messages as a link of some latency and bandwidth would (link_model.h), so that a method runs on
// one machine as if its parties were far apart.
//
// Send() first sends the time at which the first bit would reach the receiver, then the message, both at once.
// Receive() returns no earlier than the last bit would have arrived. Send() waits only where the inner channel does.
//
// Counters: only payload, as in every channel. The times do not count.
// REQUIRES: all workers are on one machine, because they compare times of its steady clock.
#ifndef FDSKL_FDSKL_NET_LINK_CHANNEL_H_
#define FDSKL_FDSKL_NET_LINK_CHANNEL_H_

#include <cstddef>

#include "fdskl/net/channel.h"
#include "fdskl/net/link_model.h"

namespace fdskl::net {

class LinkChannel : public Channel {
 public:
  // `inner` must outlive this channel and be used only through it. The last `note_bytes` of each message do not belong
  // to the protocol (ClockChannel::NoteBytes()) and take no time.
  LinkChannel(Channel& inner, const LinkModel& link, std::size_t note_bytes = 0)
      : Channel(inner.rank(), inner.size()),
        inner_(inner),
        link_(link),
        note_bytes_(static_cast<std::int64_t>(note_bytes)) {}

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;

  Channel& inner_;
  LinkModel link_;
  std::int64_t note_bytes_;
  LinkEnd end_;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LINK_CHANNEL_H_
