#include "runners/studies/audit/fdskl_attacks.h"

#include <array>

#include "base/error.h"
#include "runners/studies/audit/colluding_neighbours.h"
#include "runners/studies/audit/masked_regression.h"
#include "runners/studies/audit/owner_outputs.h"
#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/reused_mask.h"
#include "runners/studies/audit/same_trees.h"
#include "runners/studies/audit/seen.h"
#include "runners/studies/audit/tally.h"

namespace fdskl::audit {
namespace {

constexpr int kActive = 2;
constexpr std::int64_t kBlock = 128;  // features an iteration

// FDSKL's settings for a run in which as many of one owner's features are seen as asked for.
Settings SettingsOf(const Setup& setup, int repeat) {
  Settings settings;
  settings.seed = SeedOf(setup, repeat);
  settings.masking = setup.masking;
  if (setup.same_trees) settings.mask_tree = &SameTree;
  settings.sigma = setup.sigma;
  settings.update = Update::kPlain;
  settings.batch = setup.samples;  // all labels that a leader holds
  settings.block = kBlock;
  // Each active worker owns its part, and its newest block has not been seen for the other's samples.
  const std::int64_t blocks = (setup.features.back() + kBlock - 1) / kBlock + 1;
  settings.features = kActive * blocks * kBlock;
  return settings;
}

bool Applies(AttackKind attack, const Setup& setup) {
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
    case AttackKind::kMergedKernel:
    case AttackKind::kRowSets:
      return false;
  }
  throw std::logic_error("an attack without a rule");
}

std::string_view RoleOf(AttackKind attack, const Setup& setup) {
  if (attack == AttackKind::kSameTrees) return setup.same_trees ? "measured" : "must-fail";
  if (setup.masking == Masking::kNone) return "must-succeed";
  const bool on_masks = attack == AttackKind::kMaskedRegression || attack == AttackKind::kReusedMask;
  return on_masks && setup.masking == Masking::kRing ? "must-fail" : "measured";
}

std::string_view AdversaryOf(AttackKind attack) {
  switch (attack) {
    case AttackKind::kOwnerOutputs:
      return "owner of features";
    case AttackKind::kColludingOwners:
      return "two owners";
    case AttackKind::kColludingNeighbours:
      return "both neighbours on the cycle";
    default:
      return "parent of a leaf in T1";
  }
}

std::vector<Outcome> Attack(AttackKind attack, const Recording& recording, const ColumnMeans& means,
                            FeatureCounts counts) {
  const Public& facts = recording.facts;
  const auto [listener, victim] = ListenerOf(facts.workers);
  const auto party = [&](int rank) { return &recording.parties[static_cast<std::size_t>(rank)]; };
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
    const Recording recording = RecordFdskl(table, settings, setup.workers, kActive);
    for (const AttackKind attack : attacks)
      for (const Outcome& outcome : Attack(attack, recording, MeansOf(table), setup.features))
        tally.Add(attack, outcome, table, settings.seed);
  }
  std::vector<results::AuditRow> rows = tally.Rows();
  for (results::AuditRow& row : rows) {
    const auto attack = base::ParseName<AttackKind>(row.attack);
    row.mode = std::string(base::NameOf(setup.masking)) + (setup.same_trees ? ", T2 = T1" : "");
    row.adversary = AdversaryOf(attack);
    row.role = RoleOf(attack, setup);
    row.sigma = setup.sigma;
  }
  return rows;
}

}  // namespace fdskl::audit
