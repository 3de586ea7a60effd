#include "runners/studies/audit/tile_messages.h"

#include <algorithm>
#include <numbers>

#include "base/error.h"
#include "fdskl/masking/feature_phases.h"

namespace fdskl::audit {
namespace {

constexpr double kQuantum = 0x1p-32;  // of a turn

}  // namespace

std::vector<MaskGroup> MaskGroups(const Public& facts, const SeenTile& tile) {
  std::vector<MaskGroup> groups;
  if (facts.settings.masking != Masking::kPaper || facts.workers == 1) return groups;
  for (int l_prime = 0; l_prime < facts.workers; ++l_prime) {
    if (l_prime == tile.owner) continue;
    MaskGroup group{{}, facts.settings.mask_tree(facts.workers, tile.owner, l_prime)};
    for (std::size_t j = 0; j < tile.features.size(); ++j)
      if (masking::PhaseWorker(facts.settings.seed, tile.features[j], facts.workers, tile.owner) == l_prime)
        group.members.push_back(j);
    if (!group.members.empty()) groups.push_back(std::move(group));
  }
  return groups;
}

std::span<const net::Message> TileMessages(const Public& facts, const Party& party, const SeenTile& tile,
                                           const net::Tree& t1) {
  std::size_t count = t1.children(party.rank).size();
  for (const MaskGroup& group : MaskGroups(facts, tile))
    if (group.tree.contains(party.rank)) count += group.tree.children(party.rank).size();
  FDSKL_REQUIRE(count <= tile.messages_end);
  return std::span(party.received).subspan(tile.messages_end - count, count);
}

const net::Message& SumMessage(std::span<const net::Message> messages, const net::Tree& t1, int adversary, int victim) {
  const auto children = t1.children(adversary);
  const auto place = static_cast<std::size_t>(std::ranges::find(children, victim) - children.begin());
  FDSKL_REQUIRE(messages[place].from == victim);
  return messages[place];
}

std::vector<double> InTurns(const Public& facts, const net::Message& message, std::span<const std::uint32_t> pads) {
  std::vector<double> turns;
  switch (facts.settings.masking) {
    case Masking::kPaper:
      for (const double radians : message.As<double>()) turns.push_back(radians / (2 * std::numbers::pi));
      break;
    case Masking::kRing:
    case Masking::kShared: {
      FDSKL_REQUIRE(facts.settings.ring_bits == 32);
      const std::vector<std::uint32_t> words = message.As<std::uint32_t>();
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t word = words[i] - (pads.empty() ? 0 : pads[i]);
        turns.push_back(kQuantum * static_cast<std::int32_t>(word));
      }
      break;
    }
    case Masking::kNone:
      for (const float value : message.As<float>()) turns.push_back(value);
      break;
  }
  return turns;
}

}  // namespace fdskl::audit
