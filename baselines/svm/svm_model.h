// A trained support vector machine: f(x) = sum over support vectors of coefficient * K(support, x) + offset.
#ifndef FDSKL_BASELINES_SVM_SVM_MODEL_H_
#define FDSKL_BASELINES_SVM_SVM_MODEL_H_

#include <libsvm/svm.h>

#include <array>
#include <cstdint>
#include <vector>

namespace fdskl::svm {

// What a training found, in LIBSVM's own terms.
struct SvmParts {
  std::vector<std::int32_t> support;  // places of the support vectors among the training samples, from 0
  std::vector<double> coefficient;    // LIBSVM's, one for each
  double rho = 0;
  std::array<int, 2> label{1, -1};  // LIBSVM's decision values are positive for the first
  std::array<int, 2> of_label{};    // support vectors of each
};

// Positive for label +1, whichever LIBSVM met first.
class SvmModel {
 public:
  // `support_samples`, one for each support vector, point to what outlives the model.
  SvmModel(const svm_parameter& parameter, SvmParts parts, std::vector<svm_node*> support_samples);

  // f, by LIBSVM's own prediction. Thread-safe.
  double DecisionValue(const svm_node* x) const;

  const std::vector<std::int32_t>& support() const { return parts_.support; }
  double coefficient(std::size_t i) const { return Sign() * parts_.coefficient[i]; }
  double offset() const { return -Sign() * parts_.rho; }

 private:
  double Sign() const;

  svm_parameter parameter_;
  SvmParts parts_;
  std::vector<svm_node*> samples_;  // of the support vectors
};

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_SVM_MODEL_H_
