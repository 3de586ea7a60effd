// Checks of received messages. Nothing that another party sends is used as a size, an index or an operand before it was
// checked: a peer may have another version, be at another point of the protocol, or be dishonest.
//
// Errors: Error names both ends and what is wrong. It ends the run; with ranks, it is the reason in the cell's row.
// Limits: only the form is checked. A wrong number that could be right is not detected.
#ifndef FDSKL_FDSKL_NET_PEER_CHECK_H_
#define FDSKL_FDSKL_NET_PEER_CHECK_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::net {

// The sender of a message: the peer that sent it, and the worker at which it began, if the peer only passed it on.
struct Sender {
  int peer;
  int origin;

  // NOLINTNEXTLINE(google-explicit-constructor): most messages begin at the peer.
  Sender(int sent_by) : peer(sent_by), origin(sent_by) {}
  Sender(int sent_by, int begun_by) : peer(sent_by), origin(begun_by) {}
};

// Throws "rank 2 refuses what rank 0 sent: ...".
template <class... Args>
[[noreturn]] void Refuse(const Channel& channel, Sender from, fmt::format_string<Args...> format, Args&&... args) {
  const std::string passed = from.peer == from.origin ? "sent" : fmt::format("passed on from rank {}", from.origin);
  base::Fail("rank {} refuses what rank {} {}: {}", channel.rank(), from.peer, passed,
             fmt::format(format, std::forward<Args>(args)...));
}

// Returns check(). If it throws an Error, the Error that leaves this function names both ends.
template <class Check>
auto CheckedFrom(const Channel& channel, Sender from, const Check& check) {
  try {
    return check();
  } catch (const base::Error& error) {
    Refuse(channel, from, "{}", error.what());
  }
}

// The sender of a broadcast along the tree, as this worker sees it; at the root, the root itself.
inline Sender SenderIn(const Tree& tree, const Channel& channel) {
  if (channel.rank() == tree.root()) return tree.root();
  return {tree.parent(channel.rank()), tree.root()};
}

// Checks that `value`, which messages call `what`, is from `least` to `most`.
inline void CheckRange(const Channel& channel, Sender from, std::string_view what, std::int64_t value,
                       std::int64_t least, std::int64_t most) {
  if (value < least || value > most) Refuse(channel, from, "{} is {}, not from {} to {}", what, value, least, most);
}

// Checks that `ids` ascend strictly and lie in 0 .. end-1. Messages call one of them `what`.
inline void CheckAscending(const Channel& channel, Sender from, std::string_view what,
                           std::span<const std::int32_t> ids, std::int64_t end) {
  std::int64_t before = -1;
  for (const std::int32_t id : ids) {
    CheckRange(channel, from, what, id, 0, end - 1);
    if (id <= before) Refuse(channel, from, "{} {} follows {}: they must ascend", what, id, before);
    before = id;
  }
}

// Checks that `ids` lie in 0 .. seen.size()-1 and that none was seen before, and marks them as seen.
inline void CheckDistinct(const Channel& channel, Sender from, std::string_view what, std::span<const std::int32_t> ids,
                          std::vector<char>& seen) {
  for (const std::int32_t id : ids) {
    CheckRange(channel, from, what, id, 0, std::ssize(seen) - 1);
    if (std::exchange(seen[static_cast<std::size_t>(id)], 1) != 0) Refuse(channel, from, "{} {} comes twice", what, id);
  }
}

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_PEER_CHECK_H_
