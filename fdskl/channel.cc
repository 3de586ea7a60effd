#include "fdskl/channel.h"

#include "base/error.h"

namespace fdskl {

Traffic& Traffic::operator+=(const Traffic& other) {
  sent_bytes += other.sent_bytes;
  sent_messages += other.sent_messages;
  received_bytes += other.received_bytes;
  received_messages += other.received_messages;
  return *this;
}

Channel::Channel(int rank, int size) : rank_(rank), traffic_(static_cast<std::size_t>(size)) {
  FDSKL_REQUIRE(0 <= rank && rank < size);
}

void Channel::CountSent(int peer, std::size_t bytes) {
  FDSKL_REQUIRE(0 <= peer && peer < size() && peer != rank());
  Traffic& traffic = traffic_[static_cast<std::size_t>(peer)];
  traffic.sent_bytes += static_cast<std::int64_t>(bytes);
  ++traffic.sent_messages;
}

void Channel::SendBytes(int peer, std::span<const std::byte> bytes) {
  CountSent(peer, bytes.size());
  DoSend(peer, bytes);
}

void Channel::SendBuffer(int peer, Buffer& buffer) {
  CountSent(peer, buffer.size());
  DoSendBuffer(peer, buffer);
}

void Channel::ReceiveBytes(int peer, std::span<std::byte> bytes) {
  FDSKL_REQUIRE(0 <= peer && peer < size() && peer != rank());
  DoReceive(peer, bytes);
  Traffic& traffic = traffic_[static_cast<std::size_t>(peer)];
  traffic.received_bytes += static_cast<std::int64_t>(bytes.size());
  ++traffic.received_messages;
}

Traffic Channel::total_traffic() const {
  Traffic total;
  for (const Traffic& traffic : traffic_) total += traffic;
  return total;
}

}  // namespace fdskl
