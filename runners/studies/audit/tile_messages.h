// Which of a worker's messages belong to a tile of angles, and what they say.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_TILE_MESSAGES_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_TILE_MESSAGES_H_

#include <cstdint>
#include <span>
#include <vector>

#include "fdskl/net/tree.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {

// A group of a tile's features that share l', and the tree of their masks.
struct MaskGroup {
  std::vector<std::size_t> members;
  net::Tree tree;
};

// In the order in which their masks cross; none but in `paper` masking.
std::vector<MaskGroup> MaskGroups(const Public& facts, const SeenTile& tile);

// The messages that `party` received for a tile: those of its children in T1, then those of each group in T2.
std::span<const net::Message> TileMessages(const Public& facts, const Party& party, const SeenTile& tile,
                                           const net::Tree& t1);

// Of these, the victim's along T1. REQUIRES: it is a child of the adversary.
const net::Message& SumMessage(std::span<const net::Message> messages, const net::Tree& t1, int adversary, int victim);

// The numbers of a message along T1, in turns, with `pads` taken off unless it is empty. REQUIRES: on the ring, 32
// bits.
std::vector<double> InTurns(const Public& facts, const net::Message& message, std::span<const std::uint32_t> pads);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_TILE_MESSAGES_H_
