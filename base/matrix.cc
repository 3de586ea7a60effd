#include "base/matrix.h"

namespace fdskl::base {

std::int64_t Matrix::rows() const {
  if (is_source()) return source().rows();
  return is_sparse() ? static_cast<std::int64_t>(sparse().row_begin.size()) - 1 : dense().rows();
}

std::int64_t Matrix::columns() const {
  if (is_source()) return source().columns();
  return is_sparse() ? sparse().columns : dense().cols();
}

std::int64_t Matrix::entries() const {
  if (is_source()) return source().entries();
  return is_sparse() ? static_cast<std::int64_t>(sparse().value.size()) : dense().size();
}

SparseMatrix ToSparse(const DenseMatrix& dense) {
  SparseMatrix sparse;
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

}  // namespace fdskl::base
