// The columns that one worker holds of n samples, as float32. The rows are dense in memory, sparse in memory, or read
// from a RowSource when they are needed.
//
// A value type; copies share the RowSource. Missing values are NaN until the scaler has filled them
// (datasets/scaling.h). An entry that a sparse row does not store is zero, never missing.
#ifndef FDSKL_BASE_MATRIX_H_
#define FDSKL_BASE_MATRIX_H_

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include "base/index.h"

namespace fdskl::base {

using DenseMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Row i holds entries row_begin[i] .. row_begin[i+1]-1; within a row, columns ascend and none repeats.
struct SparseMatrix {
  std::int64_t columns = 0;
  std::vector<std::int64_t> row_begin = {0};
  std::vector<std::int32_t> column;
  std::vector<float> value;
};

class Matrix;

// Rows that are not in memory but read when they are needed. Thread-safe.
class RowSource {
 public:
  RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;
  virtual ~RowSource() = default;

  virtual std::int64_t rows() const = 0;
  virtual std::int64_t columns() const = 0;
  // Stored entries, and the memory that all rows would take.
  virtual std::int64_t entries() const = 0;
  virtual std::int64_t bytes() const = 0;

  // Replaces the content of `out` by these rows, dense or sparse. Reuses the memory of `out` where possible.
  // REQUIRES: the rows ascend strictly, within 0 .. rows() - 1.
  virtual void Read(std::span<const std::int32_t> rows, Matrix& out) const = 0;
};

class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(DenseMatrix dense) : store_(std::move(dense)) {}
  explicit Matrix(SparseMatrix sparse) : store_(std::move(sparse)) {}
  explicit Matrix(std::shared_ptr<const RowSource> source) : store_(std::move(source)) {}

  // Whether the rows are in a source, not in memory: then neither dense() nor sparse() may be called.
  bool is_source() const { return std::holds_alternative<std::shared_ptr<const RowSource>>(store_); }
  bool is_sparse() const { return std::holds_alternative<SparseMatrix>(store_); }
  std::int64_t rows() const;
  std::int64_t columns() const;
  // Stored entries: rows * columns when dense.
  std::int64_t entries() const;

  // REQUIRES: the matrix is of this kind (is_source(), is_sparse()); std::bad_variant_access otherwise.
  const RowSource& source() const { return *std::get<std::shared_ptr<const RowSource>>(store_); }
  const DenseMatrix& dense() const { return std::get<DenseMatrix>(store_); }
  DenseMatrix& dense() { return std::get<DenseMatrix>(store_); }
  const SparseMatrix& sparse() const { return std::get<SparseMatrix>(store_); }
  SparseMatrix& sparse() { return std::get<SparseMatrix>(store_); }

 private:
  std::variant<DenseMatrix, SparseMatrix, std::shared_ptr<const RowSource>> store_;
};

// Stores only the entries that are not zero.
SparseMatrix ToSparse(const DenseMatrix& dense);

// Calls visit(column, value) for each stored entry of a row, by ascending column.
// REQUIRES: !x.is_source().
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
inline std::vector<std::int32_t> AllRows(const Matrix& x) { return FirstNumbers(x.rows()); }

}  // namespace fdskl::base

#endif  // FDSKL_BASE_MATRIX_H_
