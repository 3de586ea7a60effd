#include "fdskl/projection.h"

#include <algorithm>

#include "base/error.h"

namespace fdskl {
namespace {

void ProjectSparse(const base::SparseMatrix& x, std::span<const std::int32_t> rows,
                   const Eigen::Ref<const base::DenseMatrix>& w, Eigen::Ref<base::DenseMatrix> out) {
  const Eigen::Index m = w.cols();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    float* const target = &out(static_cast<Eigen::Index>(i), 0);
    std::fill_n(target, m, 0.0F);
    const auto row = static_cast<std::size_t>(rows[i]);
    for (std::int64_t e = x.row_begin[row]; e < x.row_begin[row + 1]; ++e) {
      const float value = x.value[static_cast<std::size_t>(e)];
      const float* const source = w.data() + x.column[static_cast<std::size_t>(e)] * w.outerStride();
      for (Eigen::Index j = 0; j < m; ++j) target[j] += value * source[j];
    }
  }
}

}  // namespace

void Project(const base::Matrix& x, std::span<const std::int32_t> rows, const Eigen::Ref<const base::DenseMatrix>& w,
             base::DenseMatrix& gathered, Eigen::Ref<base::DenseMatrix> out) {
  FDSKL_REQUIRE(w.rows() == x.columns() && out.cols() == w.cols());
  FDSKL_REQUIRE(static_cast<std::size_t>(out.rows()) == rows.size());
  if (out.size() == 0) return;
  if (x.is_sparse()) {
    ProjectSparse(x.sparse(), rows, w, out);
    return;
  }
  const base::DenseMatrix& dense = x.dense();
  if (gathered.rows() < out.rows() || gathered.cols() != dense.cols()) gathered.resize(out.rows(), dense.cols());
  for (Eigen::Index i = 0; i < out.rows(); ++i) gathered.row(i) = dense.row(rows[static_cast<std::size_t>(i)]);
  out.noalias() = gathered.topRows(out.rows()) * w;
}

}  // namespace fdskl
