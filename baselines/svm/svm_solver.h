// Runs LIBSVM's solver so that it reports its progress and can be stopped at once.     [Chang, Lin: LIBSVM, 2011]
//
// LIBSVM itself cannot be stopped. Its only hook is the function through which it prints, one for the whole process. So
// each training runs in a child process. The child shares the samples (pages are copied on writing), prints into a
// pipe, and sends the trained model through it.
// Stopping:   the child is killed, and nothing of it is left. It also dies with its parent.
// Parallel:   trainings may run side by side; this process's own hook and memory are not touched.
// Memory:     the child has the solver's kernel cache and a few numbers per sample. LIBSVM does not check its
//             allocations: without memory the child dies, which is an Error here.
// Randomness: none. LIBSVM uses its generator for probabilities only, and they are off.
#ifndef FDSKL_BASELINES_SVM_SVM_SOLVER_H_
#define FDSKL_BASELINES_SVM_SVM_SOLVER_H_

#include <libsvm/svm.h>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "baselines/svm/svm_methods.h"

namespace fdskl::svm {

// The result of a training, in LIBSVM's own terms.
struct SvmParts {
  std::vector<std::int32_t> support;  // places of the support vectors among the training samples, from 0
  std::vector<double> coefficient;    // one for each support vector
  double rho = 0;
  std::array<int, 2> label{1, -1};     // LIBSVM's decision values are positive for the first
  std::array<int, 2> label_support{};  // how many support vectors each label has
};

// f(x) = sum over support vectors of coefficient * K(support, x) + offset. It is positive for label +1, whichever label
// LIBSVM met first.
class SvmModel {
 public:
  // `support_samples` points to the samples of the support vectors, which must outlive the model.
  SvmModel(const svm_parameter& parameter, SvmParts parts, std::vector<svm_node*> support_samples);

  // f(x), computed by LIBSVM. Thread-safe.
  double DecisionValue(const svm_node* x) const;

  const std::vector<std::int32_t>& support() const { return parts_.support; }
  double coefficient(std::size_t i) const { return Sign() * parts_.coefficient[i]; }
  double offset() const { return -Sign() * parts_.rho; }

 private:
  double Sign() const;

  svm_parameter parameter_;
  SvmParts parts_;
  std::vector<svm_node*> samples_;  // one for each support vector
};

struct SvmSolution {
  std::optional<SvmModel> model;  // none when stopped
  // The solver's iterations: exact once it has ended, before that to within the thousand after which LIBSVM reports.
  std::int64_t iterations = 0;
};

// Called about ten times a second while the solver runs, with the iterations so far. Returns whether to continue.
using SvmListener = std::function<bool(std::int64_t iterations)>;

// Whether LIBSVM computes the kernel from the samples, or gets rows of the kernel matrix (KernelRows).
enum class KernelForm { kComputed, kPrecomputed };

// Trains on samples x with labels y. With a precomputed kernel, x has the rows of its matrix. The samples must outlive
// the model.
// REQUIRES: at least one sample, and one label per sample.
// Errors:   Error when LIBSVM refuses the parameters, when a classification has only one class, when the child dies.
SvmSolution SolveSvm(const SvmSettings& settings, KernelForm form, std::span<svm_node*> x, std::span<double> y,
                     const SvmListener& listener);

bool HasBothClasses(std::span<const double> labels);

// The sizes of the subsets of the curve, in equal ratios: samples / 2^(points-1), .., samples / 2, samples. If the
// first of these would be below 16, the sizes start at 16 and grow by a smaller ratio. Equal sizes count once.
std::vector<std::int64_t> GrowingSizes(std::int64_t samples, int points);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_SVM_SOLVER_H_
