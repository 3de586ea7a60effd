// LIBSVM's solver, made to say how far it is and to stop at once when told.     [Chang, Lin: LIBSVM, 2011]
//
// LIBSVM cannot be stopped and has one hook, the function it prints through, which belongs to the whole process. So
// each training runs in a child process of its own, which shares the samples (pages are copied on writing), prints into
// a pipe, and sends the trained machine through it. Stopping:   the child is killed; nothing of it is left. It dies
// with its parent too. Parallel:   trainings may run side by side; this process's own hook and memory are not touched.
// Memory:     what the solver takes (its kernel cache, a few numbers per sample) is the child's. LIBSVM does not check
//             its allocations: where there is no memory the child dies, which is an Error here.
// Randomness: none; LIBSVM's generator is used for probabilities alone, which are off.
#ifndef FDSKL_BASELINES_SVM_SVM_SOLVER_H_
#define FDSKL_BASELINES_SVM_SVM_SOLVER_H_

#include <libsvm/svm.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "baselines/svm/svm_model.h"
#include "baselines/svm/svm_settings.h"

namespace fdskl::svm {

struct SvmSolution {
  std::optional<SvmModel> model;  // none when stopped
  std::int64_t iterations = 0;    // of the solver, to within the thousand that LIBSVM tells; exact once it has ended
};

// Told the number of iterations so far, about ten times a second, while the solver goes on; returns whether it may.
using SvmListener = std::function<bool(std::int64_t iterations)>;

enum class KernelForm { kComputed, kPrecomputed };

// Trains on samples x with labels y; of a precomputed kernel, as LIBSVM wants it, x are the rows. The samples outlive
// the model.
// Errors: Error when LIBSVM finds the parameters wrong, when a classification has one class alone, when the child dies.
SvmSolution SolveSvm(const SvmSettings& settings, KernelForm form, std::span<svm_node*> x, std::span<double> y,
                     const SvmListener& listener);

bool HasBothClasses(std::span<const double> labels);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_SVM_SOLVER_H_
