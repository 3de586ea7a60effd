// audit.arrow: how much of the columns that the adversary does not hold each attack of the privacy audit recovered.
// docs/privacy.md describes the attacks. One row per attack, mode and setting.
#ifndef FDSKL_RESULTS_AUDIT_ROW_H_
#define FDSKL_RESULTS_AUDIT_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "base/names.h"

namespace fdskl::results {

enum class AttackKind {
  kMaskedRegression,
  kReusedMask,
  kOwnerOutputs,
  kColludingOwners,
  kColludingNeighbours,
  kSameTrees,
  kMergedKernel,
  kRowSets,
  kAskedPredictions,
  kHelperShares,
  kOpenedNumbers,
};

constexpr auto NamesOf(AttackKind /*value*/) {
  return base::EnumTable<AttackKind, 11>{"attack",
                                         {{{AttackKind::kMaskedRegression, "masked-regression"},
                                           {AttackKind::kReusedMask, "reused-mask"},
                                           {AttackKind::kOwnerOutputs, "owner-outputs"},
                                           {AttackKind::kColludingOwners, "colluding-owners"},
                                           {AttackKind::kColludingNeighbours, "colluding-neighbours"},
                                           {AttackKind::kSameTrees, "same-trees"},
                                           {AttackKind::kMergedKernel, "merged-kernel"},
                                           {AttackKind::kRowSets, "row-sets"},
                                           {AttackKind::kAskedPredictions, "asked-predictions"},
                                           {AttackKind::kHelperShares, "helper-shares"},
                                           {AttackKind::kOpenedNumbers, "opened-numbers"}}}};
}

struct AuditRow {
  std::string attack, mode, adversary, role, sweep;
  std::string dataset, edition;
  std::int64_t workers = 0, samples = 0, hidden_columns = 0, features = 0;
  std::optional<double> sigma;
  std::int64_t repeats = 0;
  std::string measure;
  double recovered = 0, low = 0, high = 0, chance = 0, advantage = 0, permuted = 0;
  std::uint64_t seed = 0;
  std::string data_checksum, commit;
  bool dirty = false;
  std::optional<std::string> partition;
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, AuditRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("attack", row.attack,
        "`masked-regression`, `reused-mask`, `owner-outputs`, `colluding-owners`, `colluding-neighbours`, "
        "`same-trees`, `merged-kernel`, `row-sets`, `asked-predictions`, `helper-shares` or `opened-numbers`");
  visit("mode", row.mode,
        "masking of the run, as in `runs`; `paper, T2 = T1` in `same-trees`; `private, no pads` in controls; the "
        "rival's name in attacks on rivals, "
        "and the control's");
  visit("adversary", row.adversary, "who attacks, in words");
  visit("role", row.role, "`measured`, or a control: `must-succeed`, `must-fail`");
  visit("sweep", row.sweep,
        "what varies in the series this row belongs to: `features`, `samples`, `sigma`, `workers`; "
        "`partition`: a single point, with columns dealt as `partition` says");
  visit("dataset", row.dataset, "name in the catalogue");
  visit("edition", row.edition, "`full`, `rebuilt`, `part` or `stand-in`");
  visit("workers", row.workers, "parties, q");
  visit("samples", row.samples, "samples in the run");
  visit("hidden_columns", row.hidden_columns,
        "columns that the adversary does not hold and guesses; 1 in `row-sets`, the label, and in "
        "`opened-numbers`, whether a sample was trained on");
  visit("features", row.features, "random features seen; rows known in `merged-kernel`, trees seen in `row-sets`");
  visit("sigma", row.sigma, "kernel width; null in attacks on rivals");
  visit("repeats", row.repeats, "number of runs, each with its own samples, features and masks");
  visit("measure", row.measure, "`bits`: share of binary values that are right; `r2`: R^2 of real values");
  visit("recovered", row.recovered, "mean over the repeats");
  visit("low", row.low, "lower end of its 95% interval, by Student's t over the repeats' distances from chance");
  visit("high", row.high, "upper end, at most 1");
  visit("chance", row.chance, "the same measure for guessing each column's majority, or mean");
  visit("advantage", row.advantage, "(recovered - chance) / (1 - chance): 0 is guessing, 1 is everything");
  visit("permuted", row.permuted, "recovered when the truth's samples are shuffled: a control that must fail");
  visit("seed", row.seed, "public seed of the first repeat");
  visit("data_checksum", row.data_checksum, "as in `runs`");
  visit("commit", row.commit, "as in `runs`");
  visit("dirty", row.dirty, "as in `runs`");
  visit("partition", row.partition, "how columns were dealt to workers; null: in equal shares of neighbouring columns");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_AUDIT_ROW_H_
