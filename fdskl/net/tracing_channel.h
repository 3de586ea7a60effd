// A Channel that passes everything on to another one and records each message, so that privacy tests can examine what
// was really sent.
#ifndef FDSKL_FDSKL_NET_TRACING_CHANNEL_H_
#define FDSKL_FDSKL_NET_TRACING_CHANNEL_H_

#include <cstring>
#include <vector>

#include "base/error.h"
#include "fdskl/net/channel.h"

namespace fdskl::net {

struct Message {
  int from = 0;
  int to = 0;
  std::vector<std::byte> bytes;

  // The payload read as values of type T.
  // REQUIRES: the size is a multiple of sizeof(T).
  template <class T>
  std::vector<T> As() const {
    FDSKL_REQUIRE(bytes.size() % sizeof(T) == 0);
    std::vector<T> values(bytes.size() / sizeof(T));
    if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
};

class TracingChannel : public Channel {
 public:
  // `inner` must outlive this channel and be used only through it.
  explicit TracingChannel(Channel& inner) : Channel(inner.rank(), inner.size()), inner_(inner) {}

  // All that this worker sent, in order.
  const std::vector<Message>& sent() const { return sent_; }
  // All that this worker received, in order.
  const std::vector<Message>& received() const { return received_; }

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override {
    sent_.push_back({rank(), peer, {bytes.begin(), bytes.end()}});
    inner_.SendBytes(peer, bytes);
  }
  void DoReceive(int peer, std::span<std::byte> bytes) override {
    inner_.ReceiveBytes(peer, bytes);
    received_.push_back({peer, rank(), {bytes.begin(), bytes.end()}});
  }

  Channel& inner_;
  std::vector<Message> sent_;
  std::vector<Message> received_;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_TRACING_CHANNEL_H_
