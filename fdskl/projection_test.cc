#include "fdskl/projection.h"

#include <gtest/gtest.h>

#include "base/index.h"

namespace fdskl {
namespace {

// A share `density` of the entries, evenly spread, and zeros.
base::DenseMatrix Spread(std::int64_t rows, std::int64_t columns, double density) {
  base::DenseMatrix x = base::DenseMatrix::Random(rows, columns);
  double due = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    due += density;
    if (due >= 1) {
      due -= 1;
    } else {
      x.data()[i] = 0;
    }
  }
  return x;
}

// The product in double, entry by entry.
double Expected(const base::DenseMatrix& x, std::int32_t row, const base::DenseMatrix& w, Eigen::Index j) {
  return x.row(row).cast<double>().dot(w.col(j).cast<double>().transpose());
}

TEST(Projection, IsTheProductForAnyShapeAndDensity) {
  for (const std::int64_t columns : {1, 3, 19, 38, 150}) {
    for (const double density : {0.0, 0.05, 0.4, 1.0}) {
      for (const std::int64_t features : {1, 15, 16, 130, 300}) {
        const base::DenseMatrix x = Spread(9, columns, density);
        const base::DenseMatrix w = base::DenseMatrix::Random(columns, features);
        const std::vector<std::int32_t> rows = {7, 0, 3, 3, 8};
        base::DenseMatrix gathered;
        base::DenseMatrix out(5, features);
        base::DenseMatrix from_sparse(5, features);
        Project(base::Matrix(x), rows, w, gathered, out);
        Project(base::Matrix(base::ToSparse(x)), rows, w, gathered, from_sparse);
        for (Eigen::Index i = 0; i < out.rows(); ++i) {
          for (Eigen::Index j = 0; j < features; ++j) {
            const double expected = Expected(x, rows[base::Index(i)], w, j);
            ASSERT_NEAR(out(i, j), expected, 2e-5) << columns << " columns, density " << density;
            ASSERT_NEAR(from_sparse(i, j), expected, 2e-5) << columns << " columns, density " << density;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace fdskl
