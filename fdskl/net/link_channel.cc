#include "fdskl/net/link_channel.h"

#include <algorithm>
#include <thread>

namespace fdskl::net {
namespace {

std::chrono::steady_clock::duration FromSeconds(double seconds) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

}  // namespace

LinkChannel::Clock::duration LinkChannel::Transfer(std::span<const std::byte> bytes) const {
  return FromSeconds(link_.TransferSeconds(std::ssize(bytes)));
}

void LinkChannel::DoSend(int peer, std::span<const std::byte> bytes) {
  const Clock::time_point begin = std::max(Clock::now(), free_to_send_);
  free_to_send_ = begin + Transfer(bytes);
  const Clock::rep first_bit = (begin + FromSeconds(link_.latency_seconds)).time_since_epoch().count();
  inner_.Send<Clock::rep>(peer, std::span(&first_bit, 1));
  inner_.SendBytes(peer, bytes);
}

void LinkChannel::DoReceive(int peer, std::span<std::byte> bytes) {
  Clock::rep first_bit = 0;
  inner_.Receive<Clock::rep>(peer, std::span(&first_bit, 1));
  inner_.ReceiveBytes(peer, bytes);
  Clock::time_point begin{Clock::duration(first_bit)};
  if (link_.receiving == Receiving::kQueued) begin = std::max(begin, free_to_receive_);
  free_to_receive_ = begin + Transfer(bytes);
  std::this_thread::sleep_until(free_to_receive_);
}

}  // namespace fdskl::net
