// For tests: small problems, dealt to workers as a run deals them, and how to compare solutions.
#ifndef FDSKL_FDSKL_TESTING_H_
#define FDSKL_FDSKL_TESTING_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/matrix.h"
#include "base/seed.h"
#include "fdskl/method.h"

namespace fdskl::testing {

// Samples on [0, 1]^d whose labels are no linear function of them. About every third entry is zero.
struct Problem {
  base::DenseMatrix x;
  std::vector<float> y;

  Problem(std::int64_t samples, std::int64_t columns) : x(samples, columns), y(static_cast<std::size_t>(samples)) {
    for (std::int64_t i = 0; i < samples; ++i) {
      for (std::int64_t k = 0; k < columns; ++k) {
        const std::uint64_t draw = base::Seed("problem", i, k);
        x(i, k) = draw % 3 == 0 ? 0.0F : static_cast<float>(draw >> 11U) * 0x1p-53F;
      }
      y[static_cast<std::size_t>(i)] = std::sin(6 * x(i, 0)) * std::cos(5 * x(i, columns - 1)) > 0 ? 1.0F : -1.0F;
    }
  }
};

// What one worker holds of a problem: columns worker, worker + q, ..; and, if active, every active-th label.
struct Part {
  base::Matrix x;
  std::vector<std::int32_t> columns;
  std::vector<std::int32_t> labelled;
  std::vector<float> labels;
  std::int64_t total_columns;
  int active;

  Part(const Problem& problem, int worker, int workers, int active_workers, bool sparse)
      : total_columns(problem.x.cols()), active(active_workers) {
    for (auto k = static_cast<std::int32_t>(worker); k < problem.x.cols(); k += workers) columns.push_back(k);
    base::DenseMatrix dense(problem.x.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t k = 0; k < columns.size(); ++k)
      dense.col(static_cast<Eigen::Index>(k)) = problem.x.col(columns[k]);
    x = sparse ? base::Matrix(ToSparse(dense)) : base::Matrix(dense);
    if (worker >= active) return;
    for (auto i = static_cast<std::int32_t>(worker); i < problem.x.rows(); i += active) {
      labelled.push_back(i);
      labels.push_back(problem.y[static_cast<std::size_t>(i)]);
    }
  }

  WorkerView view() const { return {&x, columns, total_columns, labelled, labels, active, nullptr}; }

  static base::SparseMatrix ToSparse(const base::DenseMatrix& dense) {
    base::SparseMatrix sparse;
    sparse.columns = dense.cols();
    for (Eigen::Index i = 0; i < dense.rows(); ++i) {
      for (Eigen::Index k = 0; k < dense.cols(); ++k) {
        if (dense(i, k) == 0) continue;
        sparse.column.push_back(static_cast<std::int32_t>(k));
        sparse.value.push_back(dense(i, k));
      }
      sparse.row_begin.push_back(static_cast<std::int64_t>(sparse.value.size()));
    }
    return sparse;
  }
};

// An observer that never stops.
inline bool GoOn(const Progress& /*progress*/) { return true; }

// The largest difference of two entries in the same place; infinite when the sizes differ.
inline double Distance(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

}  // namespace fdskl::testing

#endif  // FDSKL_FDSKL_TESTING_H_
