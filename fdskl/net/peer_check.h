// Checks of what a peer sent. Nothing that another party sends is used as a size, a place or an operand before it was
// checked: a peer may be of another version, out of order, or dishonest.
//
// Errors: Error that names both ends and what is wrong. It ends the run; with ranks, it is the reason in the cell's row.
//         What is checked is the form. A number that is wrong but could be right is not found out.
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

// Where a message came from: the peer that sent it, and the worker that it began at, where that is another.
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

// Runs check() on what was received and returns its result. Its Error then names both ends.
template <class Check>
auto CheckedFrom(const Channel& channel, Sender from, const Check& check) {
  try {
    return check();
  } catch (const base::Error& error) {
    Refuse(channel, from, "{}", error.what());
  }
}

// Where a broadcast along the tree came from at this worker; at the root from itself.
inline Sender SenderIn(const Tree& tree, const Channel& channel) {
  if (channel.rank() == tree.root()) return tree.root();
  return {tree.parent(channel.rank()), tree.root()};
}

// `what` is a number from `least` to `most`.
inline void CheckRange(const Channel& channel, Sender from, std::string_view what, std::int64_t value,
                       std::int64_t least, std::int64_t most) {
  if (value < least || value > most) Refuse(channel, from, "{} is {}, not from {} to {}", what, value, least, most);
}

// `ids` ascend strictly and lie in 0 .. end-1. `what` is one of them.
inline void CheckAscending(const Channel& channel, Sender from, std::string_view what,
                           std::span<const std::int32_t> ids, std::int64_t end) {
  std::int64_t before = -1;
  for (const std::int32_t id : ids) {
    CheckRange(channel, from, what, id, 0, end - 1);
    if (id <= before) Refuse(channel, from, "{} {} follows {}: they must ascend", what, id, before);
    before = id;
  }
}

// `ids` lie in 0 .. seen.size()-1, and none was seen before; now all are.
inline void CheckDistinct(const Channel& channel, Sender from, std::string_view what, std::span<const std::int32_t> ids,
                          std::vector<char>& seen) {
  for (const std::int32_t id : ids) {
    CheckRange(channel, from, what, id, 0, std::ssize(seen) - 1);
    if (std::exchange(seen[static_cast<std::size_t>(id)], 1) != 0) Refuse(channel, from, "{} {} comes twice", what, id);
  }
}

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_PEER_CHECK_H_
