// The rows of a Matrix entry by entry, however it is stored.
#ifndef FDSKL_BASE_MATRIX_ROWS_H_
#define FDSKL_BASE_MATRIX_ROWS_H_

#include <cstdint>
#include <numeric>
#include <vector>

#include "base/matrix.h"

namespace fdskl::base {

// visit(column, value) for each stored entry of a row, by ascending column.
template <class Visit>
void ForEntries(const Matrix& x, std::int64_t row, const Visit& visit) {
  if (x.is_sparse()) {
    const SparseMatrix& sparse = x.sparse();
    const auto begin = static_cast<std::size_t>(sparse.row_begin[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(sparse.row_begin[static_cast<std::size_t>(row) + 1]);
    for (std::size_t e = begin; e < end; ++e) {
      visit(static_cast<Eigen::Index>(sparse.column[e]), static_cast<double>(sparse.value[e]));
    }
  } else {
    const float* values = x.dense().row(row).data();
    for (Eigen::Index k = 0; k < x.dense().cols(); ++k) visit(k, static_cast<double>(values[k]));
  }
}

// 0, 1, .., rows - 1.
inline std::vector<std::int32_t> AllRows(const Matrix& x) {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(x.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_MATRIX_ROWS_H_
