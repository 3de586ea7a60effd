#include "runners/studies/audit/seen.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numbers>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/masking/angle_words.h"
#include "fdskl/masking/feature_phases.h"
#include "fdskl/net/tree.h"

namespace fdskl::audit {
namespace {

// Collects numbers by feature and sample, in any order.
class Collector {
 public:
  explicit Collector(std::int64_t samples) : samples_(samples) {}

  void Add(std::int64_t feature, std::int32_t sample, double turns) {
    Eigen::VectorXd& column = columns_[feature];
    if (column.size() == 0) column.setConstant(samples_, std::numeric_limits<double>::quiet_NaN());
    column[sample] = turns;
  }

  Seen Take() const {
    Seen seen;
    for (const auto& [feature, column] : columns_)
      if (!column.hasNaN()) seen.features.push_back(feature);
    seen.turns.resize(samples_, std::ssize(seen.features));
    for (std::size_t j = 0; j < seen.features.size(); ++j)
      seen.turns.col(static_cast<Eigen::Index>(j)) = columns_.at(seen.features[j]);
    return seen;
  }

 private:
  std::int64_t samples_;
  std::map<std::int64_t, Eigen::VectorXd> columns_;
};

constexpr double kQuantum = 0x1p-32;  // value of one unit of a word, in turns

// A group of a tile's features that share l', and the tree of their masks.
struct MaskGroup {
  std::vector<std::size_t> members;
  net::Tree tree;
};

// The groups in the order in which their masks are sent; empty except in `paper` masking.
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

// The messages that `party` received for a tile: those of its children in T1, then those of each group in T2.
std::span<const net::Message> TileMessages(const Public& facts, const Party& party, const SeenTile& tile,
                                           const net::Tree& t1) {
  std::size_t count = t1.children(party.rank).size();
  for (const MaskGroup& group : MaskGroups(facts, tile))
    if (group.tree.contains(party.rank)) count += group.tree.children(party.rank).size();
  FDSKL_REQUIRE(count <= tile.messages_end);
  return std::span(party.received).subspan(tile.messages_end - count, count);
}

// That of a tile's messages which the victim sent along T1. REQUIRES: the victim is a child of the adversary.
const net::Message& SumMessage(std::span<const net::Message> messages, const net::Tree& t1, int adversary, int victim) {
  const auto children = t1.children(adversary);
  const auto place = static_cast<std::size_t>(std::ranges::find(children, victim) - children.begin());
  FDSKL_REQUIRE(messages[place].from == victim);
  return messages[place];
}

// The words of a message along T1 in `ring`, `shared` or `private` masking, each in the top bits of 32.
std::vector<std::uint32_t> RingWords(const net::Message& message, int bits, std::size_t count) {
  return masking::WithWord(bits, [&]<class Word>(Word /*type*/) {
    constexpr unsigned kShift = 32U - std::numeric_limits<Word>::digits;
    std::vector<Word> words(count);
    masking::AddPacked<Word>(message.bytes, bits, words);
    std::vector<std::uint32_t> wide(count);
    std::ranges::transform(words, wide.begin(), [](Word word) { return std::uint32_t{word} << kShift; });
    return wide;
  });
}

// The `count` numbers of a message along T1, in turns, less `pads` unless that is empty.
std::vector<double> InTurns(const Public& facts, const net::Message& message, std::size_t count,
                            std::span<const std::uint32_t> pads) {
  std::vector<double> turns;
  turns.reserve(count);
  switch (facts.settings.masking) {
    case Masking::kPaper:
      for (const double radians : message.As<double>()) turns.push_back(radians / (2 * std::numbers::pi));
      break;
    case Masking::kRing:
    case Masking::kShared:
    case Masking::kPrivate: {
      const std::vector<std::uint32_t> words = RingWords(message, facts.settings.ring_bits, count);
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

bool ListensToLeaf(const net::Tree& t1, int adversary, int victim) {
  return t1.parent(victim) == adversary && t1.children(victim).empty();
}

}  // namespace

Seen Seen::First(std::int64_t count) const {
  FDSKL_REQUIRE(count <= std::ssize(features));
  return {turns.leftCols(count), {features.begin(), features.begin() + count}};
}

Listener ListenerOf(int workers) {
  FDSKL_REQUIRE(workers >= 2);
  const net::Tree t1 = net::AngleTree(workers, 0);
  const int first = t1.children(0)[0];
  if (t1.children(first).empty()) return {0, first};
  return {first, t1.children(first)[0]};
}

Seen SumsFrom(const Public& facts, const Party& adversary, int victim) {
  return SumsFrom(facts, adversary, victim, nullptr);
}

Seen SumsFrom(const Public& facts, const Party& adversary, int victim, const Pad& pad) {
  Collector collector(facts.samples);
  for (const SeenTile& tile : adversary.tiles) {
    std::vector<std::uint32_t> pads;
    if (pad) {
      pads.resize(tile.samples.size() * tile.features.size());
      pad(pads);
    }
    const net::Tree t1 = net::AngleTree(facts.workers, tile.owner);
    if (!ListensToLeaf(t1, adversary.rank, victim)) continue;
    const net::Message& message = SumMessage(TileMessages(facts, adversary, tile, t1), t1, adversary.rank, victim);
    const std::size_t count = tile.samples.size() * tile.features.size();
    const std::vector<double> turns = InTurns(facts, message, count, pads);
    FDSKL_REQUIRE(turns.size() == count);
    for (std::size_t i = 0; i < tile.samples.size(); ++i)
      for (std::size_t j = 0; j < tile.features.size(); ++j)
        collector.Add(tile.features[j], tile.samples[i], turns[i * tile.features.size() + j]);
  }
  return collector.Take();
}

Seen MasksFrom(const Public& facts, const Party& adversary, int victim) {
  Collector collector(1);
  for (const SeenTile& tile : adversary.tiles) {
    const net::Tree t1 = net::AngleTree(facts.workers, tile.owner);
    const std::span<const net::Message> messages = TileMessages(facts, adversary, tile, t1);
    std::size_t next = t1.children(adversary.rank).size();
    for (const MaskGroup& group : MaskGroups(facts, tile)) {
      if (!group.tree.contains(adversary.rank)) continue;
      for (const int child : group.tree.children(adversary.rank)) {
        const net::Message& message = messages[next++];
        if (child != victim || !group.tree.children(child).empty()) continue;
        const std::vector<double> radians = message.As<double>();
        for (std::size_t k = 0; k < group.members.size(); ++k)
          collector.Add(tile.features[group.members[k]], 0, radians[k] / (2 * std::numbers::pi));
      }
    }
  }
  return collector.Take();
}

Seen OthersAngles(const Public& facts, std::span<const Party* const> parties) {
  std::vector<const SeenTile*> tiles;
  for (const Party* owner : parties)
    for (const SeenTile& tile : owner->tiles)
      if (tile.owner == owner->rank) tiles.push_back(&tile);
  return OthersAngles(facts, tiles, parties);
}

Seen OthersAngles(const Public& facts, std::span<const SeenTile* const> tiles, std::span<const Party* const> parties) {
  Collector collector(facts.samples);
  for (const SeenTile* const tile : tiles) {
    if (tile->angles.size() == 0) continue;
    Eigen::MatrixXd rest = tile->angles.cast<double>();
    for (const Party* party : parties) {
      const Eigen::MatrixXd w = Frequencies(facts, tile->features, facts.columns[base::Index(party->rank)]);
      const Eigen::MatrixXd own = party->x(tile->samples, Eigen::all).cast<double>();
      rest -= own * w.transpose();
    }
    for (std::size_t i = 0; i < tile->samples.size(); ++i)
      for (std::size_t j = 0; j < tile->features.size(); ++j)
        collector.Add(tile->features[j], tile->samples[i],
                      rest(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)));
  }
  return collector.Take();
}

std::vector<std::int32_t> ColumnsOfOthers(const Public& facts, std::span<const Party* const> parties) {
  std::vector<std::int32_t> columns;
  for (int worker = 0; worker < facts.workers; ++worker) {
    if (std::ranges::any_of(parties, [&](const Party* party) { return party->rank == worker; })) continue;
    const auto& held = facts.columns[base::Index(worker)];
    columns.insert(columns.end(), held.begin(), held.end());
  }
  return columns;
}

std::vector<Outcome> OutcomesFor(const Public& facts, const Seen& all, const std::vector<std::int32_t>& columns,
                                 FeatureCounts counts,
                                 const std::function<Eigen::MatrixXd(const Eigen::MatrixXd& w, const Seen&)>& guess) {
  std::vector<Outcome> outcomes;
  for (const std::int64_t count : counts) {
    if (count < std::ssize(columns) + 2) continue;
    const Seen seen = all.First(count);
    outcomes.push_back({count, {}, columns, guess(Frequencies(facts, seen.features, columns), seen)});
  }
  return outcomes;
}

}  // namespace fdskl::audit
