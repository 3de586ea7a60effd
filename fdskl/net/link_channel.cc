#include "fdskl/net/link_channel.h"

#include <chrono>
#include <thread>

#include "base/stopwatch.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::net {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// No message of an honest sender takes longer than a day.
constexpr double kLongestWaySeconds = 86400;

}  // namespace

void LinkChannel::DoSend(int peer, std::span<const std::byte> bytes) {
  const double now = Seconds(Clock::now().time_since_epoch()).count();
  const double first_bit = end_.Send(link_, now, std::ssize(bytes) - note_bytes_);
  inner_.Send<double>(peer, std::span(&first_bit, 1));
  inner_.SendBytes(peer, bytes);
}

void LinkChannel::DoReceive(int peer, std::span<std::byte> bytes) {
  const base::Stopwatch waited;
  double first_bit = 0;
  inner_.Receive<double>(peer, std::span(&first_bit, 1));
  inner_.ReceiveBytes(peer, bytes);
  const double now = Seconds(Clock::now().time_since_epoch()).count();
  // The comparison is false for NaN too.
  if (!(first_bit >= 0 && first_bit <= now + kLongestWaySeconds)) {
    Refuse(*this, peer, "a message that arrives in {} s", first_bit - now);
  }
  const Seconds arrival(end_.Receive(link_, first_bit, std::ssize(bytes) - note_bytes_));
  std::this_thread::sleep_until(Clock::time_point(std::chrono::ceil<Clock::duration>(arrival)));
  CountWaiting(waited.Seconds());
}

}  // namespace fdskl::net
