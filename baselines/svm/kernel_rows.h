// The kernel matrix of n samples in the form in which LIBSVM takes a precomputed one, grown row by row.
//
// Row i is: a node with the number i + 1, one node for each of the n samples, and an end; 16 bytes each.
#ifndef FDSKL_BASELINES_SVM_KERNEL_ROWS_H_
#define FDSKL_BASELINES_SVM_KERNEL_ROWS_H_

#include <libsvm/svm.h>

#include <cstdint>
#include <vector>

#include "baselines/svm/svm_settings.h"

namespace fdskl::svm {

class KernelRows {
 public:
  static std::int64_t Bytes(std::int64_t samples);

  // Takes the memory; all values are 0.
  void Allocate(std::int64_t samples);

  // Sets entry (i, j) and (j, i): first to an inner product.
  void SetProduct(std::int64_t i, std::int64_t j, double product);
  // Makes kernel values of the products of rows begin .. end-1 with those up to themselves, and keeps their norms.
  // REQUIRES: the rows before are done.
  void Finish(const SvmSettings& settings, std::int64_t begin, std::int64_t end);

  double at(std::int64_t i, std::int64_t j) const { return nodes_[Place(i, j)].value; }
  svm_node* row(std::int64_t i) { return &nodes_[Place(i, -1)]; }
  // |x_i|^2 of a finished row.
  double squared_norm(std::int64_t i) const { return norms_[static_cast<std::size_t>(i)]; }

 private:
  std::size_t Place(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(i * (samples_ + 2) + j + 1);
  }

  std::int64_t samples_ = 0;
  std::vector<svm_node> nodes_;
  std::vector<double> norms_;
};

// The kernel from an inner product and the two squared norms.
double KernelValue(const SvmSettings& settings, double product, double norm_a, double norm_b);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_KERNEL_ROWS_H_
