#include "baselines/svm/kernel_matrix.h"

#include <algorithm>
#include <cmath>
#include <new>

#include "base/error.h"
#include "base/index.h"

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

// Some rows as columns of a dense matrix.
Tile Transpose(const base::Matrix& x, std::span<const std::int32_t> rows) {
  Tile columns = Tile::Zero(x.columns(), std::ssize(rows));
  for (std::size_t j = 0; j < rows.size(); ++j) {
    base::ForEntries(x, rows[j],
                     [&](Eigen::Index k, double value) { columns(k, static_cast<Eigen::Index>(j)) = value; });
  }
  return columns;
}

// A tile as GramTile() returns it; `fill` sets its values.
template <class Fill>
std::vector<double> MakeTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                             std::span<const std::int32_t> rows_b, const Fill& fill) {
  FDSKL_REQUIRE(a.columns() == b.columns() && a.is_sparse() == b.is_sparse());
  std::vector<double> values(rows_a.size() * rows_b.size());
  Eigen::Map<Tile> tile(values.data(), std::ssize(rows_a), std::ssize(rows_b));
  fill(tile);
  return values;
}

}  // namespace

std::int64_t RowTiles(std::int64_t rows) { return (rows + kTileRows - 1) / kTileRows; }

std::span<const std::int32_t> RowsOfTile(std::span<const std::int32_t> rows, std::int64_t t) {
  const std::size_t begin = base::Index(t * kTileRows);
  return rows.subspan(begin, std::min(base::Index(kTileRows), rows.size() - begin));
}

std::vector<double> GramTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                             std::span<const std::int32_t> rows_b) {
  return MakeTile(a, rows_a, b, rows_b, [&](auto& tile) {
    if (!a.is_sparse()) {
      tile.noalias() = Gather(a.dense(), rows_a) * Gather(b.dense(), rows_b).transpose();
      return;
    }
    const Tile columns = Transpose(b, rows_b);
    for (Eigen::Index i = 0; i < tile.rows(); ++i) {
      auto target = tile.row(i);
      base::ForEntries(a, rows_a[base::Index(i)],
                       [&](Eigen::Index k, double value) { target += value * columns.row(k); });
    }
  });
}

std::vector<double> DistanceTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                                 std::span<const std::int32_t> rows_b) {
  return MakeTile(a, rows_a, b, rows_b, [&](auto& tile) {
    if (!a.is_sparse()) {
      const Tile left = Gather(a.dense(), rows_a);
      const Tile right = Gather(b.dense(), rows_b);
      for (Eigen::Index i = 0; i < tile.rows(); ++i) {
        for (Eigen::Index j = 0; j < tile.cols(); ++j) tile(i, j) = (left.row(i) - right.row(j)).lpNorm<1>();
      }
      return;
    }
    // sum |a - b| = sum |b| + the terms of a's entries, each in place of the |b| that was counted there.
    const Tile columns = Transpose(b, rows_b);
    const Eigen::RowVectorXd sizes = columns.cwiseAbs().colwise().sum();
    for (Eigen::Index i = 0; i < tile.rows(); ++i) {
      Eigen::RowVectorXd sums = sizes;
      base::ForEntries(a, rows_a[base::Index(i)], [&](Eigen::Index k, double value) {
        sums.array() += (columns.row(k).array() - value).abs() - columns.row(k).array().abs();
      });
      tile.row(i) = sums;
    }
  });
}

std::vector<double> KernelTile(SvmKernel kernel, const base::Matrix& a, std::span<const std::int32_t> rows_a,
                               const base::Matrix& b, std::span<const std::int32_t> rows_b) {
  return kernel == SvmKernel::kLaplace ? DistanceTile(a, rows_a, b, rows_b) : GramTile(a, rows_a, b, rows_b);
}

std::vector<double> SquaredNorms(SvmKernel kernel, const base::Matrix& x, std::span<const std::int32_t> rows) {
  std::vector<double> norms(rows.size());
  if (kernel == SvmKernel::kLaplace) return norms;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    base::ForEntries(x, rows[i], [&](Eigen::Index, double value) { norms[i] += value * value; });
  }
  return norms;
}

double KernelValue(const SvmSettings& settings, double product, double norm_a, double norm_b) {
  if (settings.kernel == SvmKernel::kLinear) return product;
  if (settings.kernel == SvmKernel::kLaplace) return std::exp(-std::max(0.0, product) / settings.sigma);
  const double distance = std::max(0.0, norm_a + norm_b - 2 * product);
  return std::exp(-distance / (2 * settings.sigma * settings.sigma));
}

std::int64_t KernelRows::Bytes(std::int64_t samples) {
  return samples * (samples + 2) * static_cast<std::int64_t>(sizeof(svm_node));
}

void KernelRows::Allocate(std::int64_t samples) {
  samples_ = samples;
  // NOLINTNEXTLINE(*-no-malloc): the one way to have zeros that are not written
  nodes_.reset(
      static_cast<svm_node*>(std::calloc(static_cast<std::size_t>(samples * (samples + 2)), sizeof(svm_node))));
  if (nodes_ == nullptr) throw std::bad_alloc();
  norms_.assign(static_cast<std::size_t>(samples), 0);
}

void KernelRows::SetProduct(std::int64_t i, std::int64_t j, double product) {
  nodes_[Place(i, j)].value = product;
  nodes_[Place(j, i)].value = product;
}

void KernelRows::Finish(const SvmSettings& settings, std::int64_t begin, std::int64_t end) {
  FDSKL_REQUIRE(0 <= begin && begin <= end && end <= samples_);
  for (std::int64_t i = begin; i < end; ++i) {
    norms_[static_cast<std::size_t>(i)] = at(i, i);
    row(i)->value = static_cast<double>(i + 1);
    for (std::int64_t j = 0; j < samples_; ++j) nodes_[Place(i, j)].index = static_cast<int>(j + 1);
    nodes_[Place(i, samples_)].index = -1;
  }
  for (std::int64_t i = begin; i < end; ++i) {
    for (std::int64_t j = 0; j <= i; ++j) {
      SetProduct(i, j, KernelValue(settings, at(i, j), squared_norm(i), squared_norm(j)));
    }
  }
}

}  // namespace fdskl::svm
