#include "baselines/svm/gram_tile.h"

#include "base/error.h"
#include "base/matrix.h"

namespace fdskl::svm {
namespace {

using Tile = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Tile Gather(const base::DenseMatrix& x, std::span<const std::int32_t> rows) {
  Tile gathered(std::ssize(rows), x.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    gathered.row(static_cast<Eigen::Index>(i)) = x.row(rows[i]).cast<double>();
  }
  return gathered;
}

// The transpose of some rows, dense.
Tile Transpose(const base::Matrix& x, std::span<const std::int32_t> rows) {
  Tile columns = Tile::Zero(x.columns(), std::ssize(rows));
  for (std::size_t j = 0; j < rows.size(); ++j) {
    base::ForEntries(x, rows[j],
                     [&](Eigen::Index k, double value) { columns(k, static_cast<Eigen::Index>(j)) = value; });
  }
  return columns;
}

}  // namespace

std::vector<double> GramTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                             std::span<const std::int32_t> rows_b) {
  FDSKL_REQUIRE(a.columns() == b.columns() && a.is_sparse() == b.is_sparse());
  std::vector<double> values(rows_a.size() * rows_b.size());
  Eigen::Map<Tile> tile(values.data(), std::ssize(rows_a), std::ssize(rows_b));
  if (a.is_sparse()) {
    const Tile columns = Transpose(b, rows_b);
    for (std::size_t i = 0; i < rows_a.size(); ++i) {
      auto target = tile.row(static_cast<Eigen::Index>(i));
      base::ForEntries(a, rows_a[i], [&](Eigen::Index k, double value) { target += value * columns.row(k); });
    }
  } else {
    tile.noalias() = Gather(a.dense(), rows_a) * Gather(b.dense(), rows_b).transpose();
  }
  return values;
}

std::vector<double> SquaredNorms(const base::Matrix& x, std::span<const std::int32_t> rows) {
  std::vector<double> norms(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    base::ForEntries(x, rows[i], [&](Eigen::Index, double value) { norms[i] += value * value; });
  }
  return norms;
}

}  // namespace fdskl::svm
