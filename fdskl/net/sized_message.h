// Messages whose size the receiver does not know. The size is sent first, as a message of its own.
#ifndef FDSKL_FDSKL_NET_SIZED_MESSAGE_H_
#define FDSKL_FDSKL_NET_SIZED_MESSAGE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/net/channel.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::net {

template <class T>
void SendSized(Channel& channel, int peer, const std::vector<T>& values) {
  const std::int64_t size = std::ssize(values);
  channel.Send(peer, std::span(&size, 1));
  if (size > 0) channel.Send(peer, std::span<const T>(values));
}

// Receives at most `most` values, the number that an honest peer can send at this point of the protocol.
// Errors: Error that names both ends when the size is negative or larger, before any memory is allocated.
template <class T>
std::vector<T> ReceiveSized(Channel& channel, int peer, std::int64_t most) {
  std::int64_t size = 0;
  channel.Receive(peer, std::span(&size, 1));
  CheckRange(channel, peer, "the size of a message", size, 0, most);
  std::vector<T> values(static_cast<std::size_t>(size));
  if (size > 0) channel.Receive(peer, std::span<T>(values));
  return values;
}

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_SIZED_MESSAGE_H_
