// The attacks of the audit, and what each hands to the scorer.
//
// An attack has the public facts, one semi-honest worker's Party (two when they collude) and the hidden columns' means;
// never the truth.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_ATTACK_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_ATTACK_H_

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "results/audit_row.h"

namespace fdskl::audit {

using results::AttackKind;

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

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_ATTACK_H_
