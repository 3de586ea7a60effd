// Sends and receives long lists in pieces, so that parties that send to each other at the same time do not deadlock.
//
// Trust: memory for a list is allocated as its pieces arrive, so that a false size of a peer takes none.
#ifndef FDSKL_FDSKL_MATCHING_EXCHANGE_H_
#define FDSKL_FDSKL_MATCHING_EXCHANGE_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdskl/net/channel.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::matching {

// Bytes in one message: far less than a channel takes before a sender waits.
inline constexpr std::int64_t kPieceBytes = std::int64_t{1} << 17U;
// The most values in one list. Indices of ids are 32-bit numbers, but a text of all ids may be longer.
inline constexpr std::int64_t kMostListed = std::int64_t{1} << 40U;

// Sends `out` to party `to` and receives a list from party `from`, piece by piece; either may be left out.
// Errors: Error that names both ends when the size of the list is negative or too large.
template <class T>
std::vector<T> Exchange(net::Channel& channel, std::optional<int> to, const std::vector<T>& out,
                        std::optional<int> from) {
  constexpr auto kPiece = static_cast<std::int64_t>(kPieceBytes / sizeof(T));
  std::int64_t size_out = to ? std::ssize(out) : 0;
  std::int64_t size_in = 0;
  if (to) channel.Send<std::int64_t>(*to, std::span<const std::int64_t>(&size_out, 1));
  if (from) {
    channel.Receive(*from, std::span(&size_in, 1));
    net::CheckRange(channel, *from, "the size of a list", size_in, 0, kMostListed);
  }
  std::vector<T> in;
  for (std::int64_t begin = 0; begin < std::max(size_out, size_in); begin += kPiece) {
    if (begin < size_out) {
      channel.Send<T>(*to, std::span(out).subspan(static_cast<std::size_t>(begin),
                                                  static_cast<std::size_t>(std::min(kPiece, size_out - begin))));
    }
    if (begin < size_in) {
      const auto count = static_cast<std::size_t>(std::min(kPiece, size_in - begin));
      in.resize(in.size() + count);
      channel.Receive(*from, std::span(in).last(count));
    }
  }
  return in;
}

template <class T>
void SendList(net::Channel& channel, int to, const std::vector<T>& values) {
  Exchange<T>(channel, to, values, std::nullopt);
}

template <class T>
std::vector<T> ReceiveList(net::Channel& channel, int from) {
  return Exchange<T>(channel, std::nullopt, {}, from);
}

}  // namespace fdskl::matching

#endif  // FDSKL_FDSKL_MATCHING_EXCHANGE_H_
