// Channels whose peers break the protocol, for tests and fuzzers.
#ifndef FDSKL_FDSKL_NET_UNTRUSTED_CHANNEL_H_
#define FDSKL_FDSKL_NET_UNTRUSTED_CHANNEL_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/error.h"
#include "fdskl/net/channel.h"

namespace fdskl::net {

// A Channel of a dishonest worker: `lie` may change the bytes of each message it sends, and their number.
class LyingChannel : public Channel {
 public:
  // `number` counts the messages that this worker has sent before.
  using Lie = std::function<void(int peer, std::int64_t number, std::vector<std::byte>& bytes)>;

  // `inner` must outlive this channel and be used only through it.
  LyingChannel(Channel& inner, Lie lie) : Channel(inner.rank(), inner.size()), inner_(inner), lie_(std::move(lie)) {}

  std::int64_t sent() const { return sent_; }

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override {
    std::vector<std::byte> changed(bytes.begin(), bytes.end());
    lie_(peer, sent_++, changed);
    inner_.SendBytes(peer, changed);
  }
  void DoReceive(int peer, std::span<std::byte> bytes) override { inner_.ReceiveBytes(peer, bytes); }

  Channel& inner_;
  Lie lie_;
  std::int64_t sent_ = 0;
};

// A Channel of one worker whose peers are a script: each Receive() returns the script's next bytes, whichever peer it
// names. Messages that the worker sends are dropped.
// Errors: Error at the end of the script.
class ScriptedChannel : public Channel {
 public:
  // The script must outlive this channel.
  ScriptedChannel(int rank, int size, std::span<const std::byte> script) : Channel(rank, size), script_(script) {}

  // Bytes of the script that no Receive() has returned.
  std::size_t unread() const { return script_.size(); }

 private:
  void DoSend(int /*peer*/, std::span<const std::byte> /*bytes*/) override {}
  void DoReceive(int peer, std::span<std::byte> bytes) override {
    if (bytes.size() > script_.size()) base::Fail("the script ends before rank {} has sent all", peer);
    std::ranges::copy(script_.first(bytes.size()), bytes.begin());
    script_ = script_.subspan(bytes.size());
  }

  std::span<const std::byte> script_;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_UNTRUSTED_CHANNEL_H_
