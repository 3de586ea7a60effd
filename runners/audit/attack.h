// The attacks of the audit, and what each hands to the scorer.
//
// An attack has the public facts, one semi-honest worker's Party (two when they collude) and the hidden columns' means;
// never the truth.
#ifndef FDSKL_RUNNERS_AUDIT_ATTACK_H_
#define FDSKL_RUNNERS_AUDIT_ATTACK_H_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"

namespace fdskl::audit {

enum class AttackKind {
  kMaskedRegression,
  kReusedMask,
  kOwnerOutputs,
  kColludingOwners,
  kColludingNeighbours,
  kSameTrees,
  kMergedKernel,
  kRowSets,
};

// A guess of hidden columns from a given number of features seen (in kMergedKernel rows known, in kRowSets trees seen).
struct Outcome {
  std::int64_t features = 0;
  std::vector<std::int32_t> samples;  // which the guess is of; empty: all
  std::vector<std::int32_t> columns;  // of the truth that the scorer is given
  Eigen::MatrixXd guess;              // samples by columns
};

// Of all columns of all workers.
using ColumnMeans = Eigen::RowVectorXd;

using FeatureCounts = std::span<const std::int64_t>;

}  // namespace fdskl::audit

namespace fdskl {

template <>
struct EnumNames<audit::AttackKind> {
  static constexpr std::string_view what = "attack";
  static constexpr std::array<std::pair<audit::AttackKind, std::string_view>, 8> table{
      {{audit::AttackKind::kMaskedRegression, "masked-regression"},
       {audit::AttackKind::kReusedMask, "reused-mask"},
       {audit::AttackKind::kOwnerOutputs, "owner-outputs"},
       {audit::AttackKind::kColludingOwners, "colluding-owners"},
       {audit::AttackKind::kColludingNeighbours, "colluding-neighbours"},
       {audit::AttackKind::kSameTrees, "same-trees"},
       {audit::AttackKind::kMergedKernel, "merged-kernel"},
       {audit::AttackKind::kRowSets, "row-sets"}}};
};

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_AUDIT_ATTACK_H_
