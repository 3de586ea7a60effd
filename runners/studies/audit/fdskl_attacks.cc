#include "runners/studies/audit/fdskl_attacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/masking/angle_words.h"
#include "fdskl/net/tree.h"
#include "fdskl/sharing/roles.h"
#include "runners/studies/audit/estimate.h"
#include "runners/studies/audit/private_attacks.h"
#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/score.h"
#include "runners/studies/audit/seen.h"

namespace fdskl::audit {
namespace {

// REQUIRES: the victim is a leaf below the adversary in some owner's T1 (ListenerOf()).
std::vector<Outcome> MaskedRegression(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                                      FeatureCounts counts) {
  const Seen all = SumsFrom(facts, adversary, victim);
  const auto& columns = facts.columns[base::Index(victim)];
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    return Guess(LeastSquares(w, seen.turns, /*intercept=*/true), means(columns));
  });
}

// REQUIRES: as MaskedRegression().
std::vector<Outcome> ReusedMask(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                                FeatureCounts counts) {
  const Seen all = SumsFrom(facts, adversary, victim);
  const auto& columns = facts.columns[base::Index(victim)];
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    const bool wraps = masking::OnRing(facts.settings.masking);
    return GuessCentred(wraps ? UnwrappedLeastSquares(w, seen.turns) : CentredLeastSquares(w, seen.turns),
                        means(columns));
  });
}

// Guesses all columns that none of the parties holds. REQUIRES: all parties own features.
std::vector<Outcome> OwnerOutputs(const Public& facts, std::span<const Party* const> parties, const ColumnMeans& means,
                                  FeatureCounts counts) {
  return GuessOthers(facts, OthersAngles(facts, parties), parties, means, counts);
}

// The stream that `party` shares with `victim` along the cycle's edge that starts at worker `edge`. It is made as the
// workers made it, from the party's private key and the victim's public key in the party's transcript.
masking::KeyStream SharedStream(const Party& party, int victim, int edge) {
  const auto from_victim =
      std::ranges::find_if(party.received, [&](const net::Message& message) { return message.from == victim; });
  FDSKL_REQUIRE(from_victim != party.received.end() && from_victim->bytes.size() == masking::KeyPair::kBytes);
  masking::KeyPair::PublicKey key;
  std::ranges::copy(from_victim->As<std::uint8_t>(), key.begin());
  return masking::KeyStream(
      masking::KeyPair(party.secrets.agreement_key).Agree(key, fmt::format("fdskl ring edge {}", edge)));
}

// Fills `masks` with the next masks of a stream, cut to `bits` as the workers cut them, each in the top bits of a word.
void Draw(masking::KeyStream& stream, int bits, std::span<std::uint32_t> masks) {
  masking::WithWord(bits, [&]<class Word>(Word /*type*/) {
    constexpr unsigned kShift = 32U - std::numeric_limits<Word>::digits;
    std::vector<Word> words(masks.size());
    stream.Fill(std::as_writable_bytes(std::span(words)));
    std::ranges::transform(words, masks.begin(), [bits](Word word) {
      return static_cast<std::uint32_t>(word & masking::TopBits<Word>(bits)) << kShift;
    });
  });
}

// REQUIRES: masking `ring`; `parent`, victim and `next` are three workers that follow one another on the
// cycle; the victim is a leaf below `parent` in some owner's T1.
std::vector<Outcome> ColludingNeighbours(const Public& facts, const Party& parent, int victim, const Party& next,
                                         const ColumnMeans& means, FeatureCounts counts) {
  FDSKL_REQUIRE((parent.rank + 1) % facts.workers == victim && (victim + 1) % facts.workers == next.rank);
  FDSKL_REQUIRE(parent.rank != next.rank);
  masking::KeyStream added = SharedStream(next, victim, victim);
  masking::KeyStream subtracted = SharedStream(parent, victim, parent.rank);
  std::vector<std::uint32_t> taken_off;
  const Seen all = SumsFrom(facts, parent, victim, [&](std::span<std::uint32_t> pads) {
    taken_off.resize(pads.size());
    Draw(added, facts.settings.ring_bits, pads);
    Draw(subtracted, facts.settings.ring_bits, taken_off);
    for (std::size_t i = 0; i < pads.size(); ++i) pads[i] -= taken_off[i];
  });
  const auto& columns = facts.columns[base::Index(victim)];
  return OutcomesFor(facts, all, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    return GuessCentred(UnwrappedLeastSquares(w, seen.turns), means(columns));
  });
}

// The victim's part without masks, for the features whose mask is known.
struct Unmasked {
  std::vector<Eigen::Index> places;  // indices of these features among those seen
  Eigen::MatrixXd turns;
};

Unmasked Unmask(const Seen& sums, const Seen& masks) {
  Unmasked bare;
  std::vector<Eigen::Index> at;
  for (std::size_t j = 0; j < sums.features.size(); ++j) {
    const auto found = std::ranges::lower_bound(masks.features, sums.features[j]);
    if (found == masks.features.end() || *found != sums.features[j]) continue;
    bare.places.push_back(static_cast<Eigen::Index>(j));
    at.push_back(found - masks.features.begin());
  }
  bare.turns = sums.turns(Eigen::all, bare.places).rowwise() - masks.turns.row(0)(at);
  return bare;
}

// T1 without l', whose children move to its parent. For Settings::mask_tree. REQUIRES: as MaskTree().
net::Tree SameTree(int q, int owner, int l_prime) {
  FDSKL_REQUIRE(l_prime != owner);
  const net::Tree t1 = net::AngleTree(q, owner);
  net::Tree pruned(q, owner);
  const std::function<void(int, int)> adopt_children = [&](int from, int parent) {
    for (const int child : t1.children(from)) {
      if (child != l_prime) pruned.Adopt(parent, child);
      adopt_children(child, child == l_prime ? parent : child);
    }
  };
  adopt_children(owner, owner);
  return pruned;
}

// Uses the features whose bare mask the adversary got, and guesses the mean when there are too few. `counts` are
// numbers of masked sums seen. REQUIRES: masking `paper`, and as MaskedRegression().
std::vector<Outcome> SameTrees(const Public& facts, const Party& adversary, int victim, const ColumnMeans& means,
                               FeatureCounts counts) {
  const Seen sums = SumsFrom(facts, adversary, victim);
  const Seen masks = MasksFrom(facts, adversary, victim);
  const auto& columns = facts.columns[base::Index(victim)];
  return OutcomesFor(facts, sums, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) -> Eigen::MatrixXd {
    const Unmasked bare = Unmask(seen, masks);
    if (std::ssize(bare.places) <= std::ssize(columns) + 1) return means(columns).replicate(facts.samples, 1);
    return Guess(LeastSquares(w(bare.places, Eigen::all), bare.turns, /*intercept=*/false), means(columns));
  });
}

constexpr int kActive = 2;
constexpr int kAsked = 3;             // how often all samples are predicted
constexpr std::int64_t kBlock = 128;  // features per iteration

// Settings for a run in which the adversary sees as many features of one owner as the setup asks for.
Settings SettingsOf(const Setup& setup, int repeat) {
  Settings settings;
  settings.seed = SeedOf(setup, repeat);
  settings.masking = setup.masking;
  settings.ring_bits = setup.ring_bits;
  if (setup.same_trees) settings.mask_tree = &SameTree;
  settings.sigma = setup.sigma;
  settings.update = Update::kPlain;
  if (setup.masking == Masking::kPrivate) {
    settings.update = Update::kConjugate;
    settings.loss = LossKind::kSquare;
    settings.sweeps = 10;
    settings.pads = setup.pads;
  }
  settings.batch = setup.samples;  // no fewer than the labels that a leader holds
  settings.block = kBlock;
  // Each active worker owns a share of the features, and its newest block was not yet summed for the other's samples.
  const std::int64_t blocks = (setup.features.back() + kBlock - 1) / kBlock + 1;
  settings.features = kActive * blocks * kBlock;
  return settings;
}

bool Applies(AttackKind attack, const Setup& setup) {
  // Masks are used even without pads.
  const bool on_masks = attack == AttackKind::kMaskedRegression || attack == AttackKind::kReusedMask;
  if (!setup.pads && on_masks) return false;
  switch (attack) {
    case AttackKind::kMaskedRegression:
    case AttackKind::kReusedMask:
    case AttackKind::kOwnerOutputs:
      return !setup.same_trees;
    case AttackKind::kColludingOwners:
      return !setup.same_trees && setup.workers > kActive;
    case AttackKind::kColludingNeighbours:
      return setup.masking == Masking::kRing && setup.workers > 2;
    case AttackKind::kSameTrees:
      return setup.masking == Masking::kPaper && setup.workers > 2;
    case AttackKind::kAskedPredictions:
    case AttackKind::kHelperShares:
      return setup.masking == Masking::kPrivate;
    case AttackKind::kOpenedNumbers:  // one number of features only, since it needs many solutions in the clear
      return setup.masking == Masking::kPrivate && setup.sweep == "features";
    case AttackKind::kMergedKernel:
    case AttackKind::kRowSets:
      return false;
  }
  throw std::logic_error("an attack without a rule");
}

std::string_view RoleOf(AttackKind attack, const Setup& setup) {
  if (attack == AttackKind::kSameTrees) return setup.same_trees ? "measured" : "must-fail";
  if (setup.masking == Masking::kNone || !setup.pads) return "must-succeed";
  if (setup.masking == Masking::kPrivate) return "must-fail";
  const bool on_masks = attack == AttackKind::kMaskedRegression || attack == AttackKind::kReusedMask;
  return on_masks && setup.masking == Masking::kRing ? "must-fail" : "measured";
}

std::string_view AdversaryOf(AttackKind attack, bool pads) {
  switch (attack) {
    case AttackKind::kOwnerOutputs:
      return "owner of features";
    case AttackKind::kColludingOwners:
      return "two owners";
    case AttackKind::kColludingNeighbours:
      return "both neighbours on the cycle";
    case AttackKind::kAskedPredictions:
      return "owner that asks for f";
    case AttackKind::kHelperShares:
      return "helper K";
    case AttackKind::kOpenedNumbers:
      return pads ? "helper that knows a sample" : "helper that knows all samples";
    default:
      return "parent of a leaf in T1";
  }
}

std::vector<Outcome> Attack(AttackKind attack, const Recording& recording, const ColumnMeans& means,
                            FeatureCounts counts) {
  const Public& facts = recording.facts;
  const auto [listener, victim] = ListenerOf(facts.workers);
  const auto party = [&](int rank) { return &recording.parties[base::Index(rank)]; };
  switch (attack) {
    case AttackKind::kMaskedRegression:
      return MaskedRegression(facts, *party(listener), victim, means, counts);
    case AttackKind::kReusedMask:
      return ReusedMask(facts, *party(listener), victim, means, counts);
    case AttackKind::kOwnerOutputs:
      return OwnerOutputs(facts, std::array{party(0)}, means, counts);
    case AttackKind::kColludingOwners:
      return OwnerOutputs(facts, std::array{party(0), party(1)}, means, counts);
    case AttackKind::kColludingNeighbours:
      return ColludingNeighbours(facts, *party(listener), victim, *party((victim + 1) % facts.workers), means, counts);
    case AttackKind::kSameTrees:
      return SameTrees(facts, *party(listener), victim, means, counts);
    case AttackKind::kAskedPredictions:
      return AskedPredictions(facts, *party(0), means, counts);
    case AttackKind::kHelperShares:
      return HelperShares(facts, *party(sharing::Roles::K(facts.workers)), means, counts);
    case AttackKind::kOpenedNumbers:
    case AttackKind::kMergedKernel:
    case AttackKind::kRowSets:
      break;
  }
  throw std::logic_error("not an attack on FDSKL");
}

}  // namespace

std::vector<results::AuditRow> AttackFdskl(const Setup& setup, const TableSource& tables,
                                           std::optional<AttackKind> wanted) {
  std::vector<AttackKind> attacks;
  for (const auto& [attack, name] : base::kNames<AttackKind>.table)
    if (Applies(attack, setup) && (!wanted || attack == *wanted)) attacks.push_back(attack);
  if (attacks.empty()) return {};
  Tally tally;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const Table table = tables(repeat, setup.samples);
    const Settings settings = SettingsOf(setup, repeat);
    const Recording recording = RecordFdskl(table, settings, setup.workers, kActive, kAsked);
    for (const AttackKind attack : attacks) {
      if (attack == AttackKind::kOpenedNumbers) {
        const auto others = [&](int number) { return tables((number + 1) * kRepeats + repeat, setup.samples); };
        const Membership membership =
            OpenedNumbers(recording.facts, recording.parties.back().opened, table, others, !setup.pads);
        tally.Add(attack, {setup.features.back(), {}, {0}, membership.guess}, membership.truth, settings.seed);
        continue;
      }
      for (const Outcome& outcome : Attack(attack, recording, MeansOf(table.x), setup.features))
        tally.Add(attack, outcome, table.x, settings.seed);
    }
  }
  std::vector<results::AuditRow> rows = tally.Rows();
  for (results::AuditRow& row : rows) {
    const auto attack = base::ParseName<AttackKind>(row.attack);
    row.mode = std::string(base::NameOf(setup.masking)) + (setup.same_trees ? ", T2 = T1" : "") +
               (setup.pads ? "" : ", no pads");
    row.adversary = AdversaryOf(attack, setup.pads);
    row.role = RoleOf(attack, setup);
    row.sigma = setup.sigma;
  }
  return rows;
}

}  // namespace fdskl::audit
