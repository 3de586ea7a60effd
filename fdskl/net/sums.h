// Sums and broadcasts over a Channel: along a tree, around the ring, to the centre of a star.
//
// Collective: every worker that takes part calls, with its own summand in `values`, a span of the same size for all.
// Result:     at the root, `values` is the total. At other workers it is a partial sum.
// Order:      fixed by the structure, so that results do not depend on timing. In a tree, a worker adds its children's
//             sums to its own value, in the tree's order.
#ifndef FDSKL_FDSKL_NET_SUMS_H_
#define FDSKL_FDSKL_NET_SUMS_H_

#include <span>

#include "fdskl/net/channel.h"
#include "fdskl/net/tree.h"

namespace fdskl::net {

// Adds the next message from `peer` to `values`.
template <class T>
void AddReceived(Channel& channel, int peer, std::span<T> values) {
  channel.Take<T>(peer, values.size(), [&](std::span<const T> received) {
    // Local variables: a T that is a byte may alias anything, and the compiler would read the spans again each time.
    T* const sums = values.data();
    const T* const more = received.data();
    const std::size_t size = values.size();
    for (std::size_t i = 0; i < size; ++i) sums[i] = static_cast<T>(sums[i] + more[i]);
  });
}

// Whether a worker takes part in sums along `tree`, which may have only some of the workers.
inline bool TakesPart(const Tree& tree, int worker) { return worker < tree.size() && tree.contains(worker); }

// Sums along the tree to its root. Workers that are not in the tree return at once.
template <class T>
void TreeSum(Channel& channel, const Tree& tree, std::span<T> values) {
  const int me = channel.rank();
  if (!TakesPart(tree, me)) return;
  for (const int child : tree.children(me)) AddReceived(channel, child, values);
  if (me != tree.root()) channel.Send<T>(tree.parent(me), values);
}

// Copies the root's values to every worker of the tree. Sends in the reverse order of a sum, deepest branches first.
template <class T>
void TreeBroadcast(Channel& channel, const Tree& tree, std::span<T> values) {
  const int me = channel.rank();
  if (!TakesPart(tree, me)) return;
  if (me != tree.root()) channel.Receive<T>(tree.parent(me), values);
  const std::span<const int> children = tree.children(me);
  for (auto child = children.rbegin(); child != children.rend(); ++child) channel.Send<T>(*child, values);
}

// A barrier: returns when every worker has called it. A waiting worker sleeps if the channel's Receive() does.
inline void Meet(Channel& channel) {
  const Tree tree = BroadcastTree(channel.size(), 0);
  char nothing = 0;
  TreeSum(channel, tree, std::span(&nothing, 1));
  TreeBroadcast(channel, tree, std::span(&nothing, 1));
}

// The paper's "cycle": root+1 sends to root+2, which adds and sends on, and so on around to the root.
template <class T>
void RingSum(Channel& channel, int root, std::span<T> values) {
  const int q = channel.size();
  if (q == 1) return;
  const int me = channel.rank();
  if (me != (root + 1) % q) AddReceived(channel, (me + q - 1) % q, values);
  if (me != root) channel.Send<T>((me + 1) % q, values);
}

// Every worker sends to the root, which adds in the order of ranks.
template <class T>
void StarSum(Channel& channel, int root, std::span<T> values) {
  if (channel.rank() != root) {
    channel.Send<T>(root, values);
    return;
  }
  for (int peer = 0; peer < channel.size(); ++peer)
    if (peer != root) AddReceived(channel, peer, values);
}

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_SUMS_H_
