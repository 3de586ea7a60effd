#include "fdskl/net/channel.h"

#include <utility>

#include "base/error.h"

namespace fdskl::net {

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

void Channel::CountReceived(int peer, std::size_t bytes) {
  Traffic& traffic = traffic_[static_cast<std::size_t>(peer)];
  traffic.received_bytes += static_cast<std::int64_t>(bytes);
  ++traffic.received_messages;
}

void Channel::ReceiveBytes(int peer, std::span<std::byte> bytes) {
  FDSKL_REQUIRE(0 <= peer && peer < size() && peer != rank());
  DoReceive(peer, bytes);
  CountReceived(peer, bytes.size());
}

std::span<std::byte> Channel::ReserveBytes(int peer, std::size_t bytes) {
  FDSKL_REQUIRE(reserved_for_ < 0);
  CountSent(peer, bytes);
  reserved_for_ = peer;
  return reserved_ = DoReserve(peer, bytes);
}

void Channel::Commit() {
  FDSKL_REQUIRE(reserved_for_ >= 0);
  DoCommit(std::exchange(reserved_for_, -1), reserved_);
}

void Channel::TakeBytes(int peer, std::size_t bytes, const Use& use) {
  FDSKL_REQUIRE(0 <= peer && peer < size() && peer != rank());
  DoTake(peer, bytes, use);
  CountReceived(peer, bytes);
}

std::span<std::byte> Channel::DoReserve(int /*peer*/, std::size_t bytes) {
  outgoing_.resize(bytes);
  return outgoing_;
}

void Channel::DoCommit(int peer, std::span<const std::byte> bytes) { DoSend(peer, bytes); }

void Channel::DoTake(int peer, std::size_t bytes, const Use& use) {
  incoming_.resize(bytes);
  DoReceive(peer, incoming_);
  use(incoming_);
}

Traffic Channel::total_traffic() const {
  Traffic total;
  for (const Traffic& traffic : traffic_) total += traffic;
  return total;
}

}  // namespace fdskl::net
