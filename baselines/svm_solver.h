// LIBSVM's solver, made to say how far it is and to stop when told.     [Chang, Lin: LIBSVM, 2011]
//
// LIBSVM has one hook, the function it prints through, which belongs to the whole process and gets a mark every
// thousand iterations or so. While a training runs that function is ours; afterwards it is LIBSVM's own again. A mutex
// lets one training of a process run at a time. Stopping:   an exception thrown through LIBSVM. What the solver had
// allocated (its kernel cache, a few numbers per
//             sample) is then never freed: stopping is for the end of a run.
// Randomness: none; LIBSVM's generator is used for probabilities alone, which are off.
#ifndef FDSKL_BASELINES_SVM_SOLVER_H_
#define FDSKL_BASELINES_SVM_SOLVER_H_

#include <libsvm/svm.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "baselines/svm_settings.h"

namespace fdskl {

struct SvmModelDeleter {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};
using SvmModel = std::unique_ptr<svm_model, SvmModelDeleter>;

struct SvmSolution {
  SvmModel model;               // null when stopped; refers to the samples it was trained on
  std::int64_t iterations = 0;  // of the solver
};

// Told the number of iterations so far, about ten times a second at most; returns whether to go on.
using SvmListener = std::function<bool(std::int64_t iterations)>;

enum class KernelForm { kComputed, kPrecomputed };

// Trains on samples x with labels y; of a precomputed kernel, as LIBSVM wants it, x are the rows.
// Errors: Error when LIBSVM finds the parameters wrong, or when a classification has one class alone.
SvmSolution SolveSvm(const SvmSettings& settings, KernelForm form, std::span<svm_node*> x, std::span<double> y,
                     const SvmListener& listener);

// +1 when LIBSVM's decision values are positive for label +1 (and in regression), -1 when for label -1: that of the
// first sample decides.
double SignOf(const svm_model& model);

bool HasBothClasses(std::span<const double> labels);

}  // namespace fdskl

#endif  // FDSKL_BASELINES_SVM_SOLVER_H_
