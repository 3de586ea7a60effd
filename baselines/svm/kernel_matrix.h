// The inner products or distances from which kernels are computed, tile by tile, and the kernel matrix. Both are sums
// over columns, so those over all columns are the sums of the workers' own.
#ifndef FDSKL_BASELINES_SVM_KERNEL_MATRIX_H_
#define FDSKL_BASELINES_SVM_KERNEL_MATRIX_H_

#include <libsvm/svm.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "baselines/svm/svm_methods.h"

namespace fdskl::svm {

// Products are computed and summed for tiles of at most this many rows on either side.
inline constexpr std::int64_t kTileRows = 256;

std::int64_t RowTiles(std::int64_t rows);

// The rows of tile `t`. The last tile may have fewer than kTileRows.
std::span<const std::int32_t> RowsOfTile(std::span<const std::int32_t> rows, std::int64_t t);

// Inner products over one worker's columns: a(rows_a[i]) . b(rows_b[j]) at index i * rows_b.size() + j, in double.
// REQUIRES: both matrices have the same columns, and both are dense or both sparse.
std::vector<double> GramTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                             std::span<const std::int32_t> rows_b);

// Distances over one worker's columns, sum_k |a_k - b_k|, in the order of GramTile() and with its requirements.
std::vector<double> DistanceTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                                 std::span<const std::int32_t> rows_b);

// DistanceTile() for the Laplace kernel, else GramTile().
std::vector<double> KernelTile(SvmKernel kernel, const base::Matrix& a, std::span<const std::int32_t> rows_a,
                               const base::Matrix& b, std::span<const std::int32_t> rows_b);

// |x(rows[i])|^2; zeros for Laplace, which needs none.
std::vector<double> SquaredNorms(SvmKernel kernel, const base::Matrix& x, std::span<const std::int32_t> rows);

// The kernel from a value of KernelTile() and the two squared norms, which Laplace does not use.
double KernelValue(const SvmSettings& settings, double product, double norm_a, double norm_b);

// The kernel matrix of n samples in LIBSVM's form of a precomputed kernel. It grows row by row.
//
// Row i has a node with the number i + 1, one node for each of the n samples, and an end node; a node has 16 bytes.
class KernelRows {
 public:
  static std::int64_t Bytes(std::int64_t samples);

  // Allocates the memory, with all values 0. A page takes no memory until a value in it is set, so rows that are not
  // merged yet cost nothing.
  // Errors: std::bad_alloc.
  void Allocate(std::int64_t samples);

  // Sets entries (i, j) and (j, i) to the value of KernelTile() for the two samples.
  void SetProduct(std::int64_t i, std::int64_t j, double product);
  // Turns the products of rows begin .. end-1 with all rows up to themselves into kernel values. Keeps the rows' norms.
  // REQUIRES: all rows before `begin` are finished.
  void Finish(const SvmSettings& settings, std::int64_t begin, std::int64_t end);

  double at(std::int64_t i, std::int64_t j) const { return nodes_[Place(i, j)].value; }
  svm_node* row(std::int64_t i) { return &nodes_[Place(i, -1)]; }
  // |x_i|^2.
  // REQUIRES: row i is finished.
  double squared_norm(std::int64_t i) const { return norms_[static_cast<std::size_t>(i)]; }

 private:
  std::size_t Place(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(i * (samples_ + 2) + j + 1);
  }

  std::int64_t samples_ = 0;
  struct Free {
    void operator()(svm_node* nodes) const { std::free(nodes); }  // NOLINT(*-no-malloc): from calloc
  };
  std::unique_ptr<svm_node[], Free> nodes_;  // NOLINT(*-avoid-c-arrays): LIBSVM's form
  std::vector<double> norms_;
};

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_KERNEL_MATRIX_H_
