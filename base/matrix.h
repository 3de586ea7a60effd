// The columns that one worker holds of n samples, as float32: dense by rows, or sparse by rows.
//
// A value type. Missing values are NaN until the scaler has filled them (datasets/scaling.h); a sparse zero is a zero.
#ifndef FDSKL_BASE_MATRIX_H_
#define FDSKL_BASE_MATRIX_H_

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace fdskl::base {

using DenseMatrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// Row i holds entries row_begin[i] .. row_begin[i+1]-1; within a row, columns ascend and none repeats.
struct SparseMatrix {
  std::int64_t columns = 0;
  std::vector<std::int64_t> row_begin = {0};
  std::vector<std::int32_t> column;
  std::vector<float> value;
};

class Matrix {
 public:
  Matrix() = default;
  explicit Matrix(DenseMatrix dense) : store_(std::move(dense)) {}
  explicit Matrix(SparseMatrix sparse) : store_(std::move(sparse)) {}

  bool is_sparse() const { return std::holds_alternative<SparseMatrix>(store_); }
  std::int64_t rows() const;
  std::int64_t columns() const;
  // Stored entries: rows * columns when dense.
  std::int64_t entries() const;

  // REQUIRES: is_sparse() fits; std::bad_variant_access otherwise.
  const DenseMatrix& dense() const { return std::get<DenseMatrix>(store_); }
  DenseMatrix& dense() { return std::get<DenseMatrix>(store_); }
  const SparseMatrix& sparse() const { return std::get<SparseMatrix>(store_); }
  SparseMatrix& sparse() { return std::get<SparseMatrix>(store_); }

 private:
  std::variant<DenseMatrix, SparseMatrix> store_;
};

}  // namespace fdskl::base

#endif  // FDSKL_BASE_MATRIX_H_
