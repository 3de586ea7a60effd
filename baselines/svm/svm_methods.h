// The settings of LIBSVM and PP-SVMV, and their entries in the list of methods.
//
// The library LIBSVM has no Laplace kernel, so the method LIBSVM here has only the Gaussian kernel. PP-SVMV gives
// LIBSVM a precomputed kernel and has all three.
#ifndef FDSKL_BASELINES_SVM_SVM_METHODS_H_
#define FDSKL_BASELINES_SVM_SVM_METHODS_H_

#include <cstdint>

#include "base/names.h"
#include "base/option.h"
#include "fdskl/method_entry.h"

namespace fdskl::svm {

enum class SvmTask { kClassification, kRegression };
enum class SvmKernel { kGaussian, kLinear, kLaplace };

// Everything that determines a support vector machine besides the data.
//
//   C-SVC        min 1/2 |w|^2 + C sum max(0, 1 - y f(x))                classification
//   epsilon-SVR  min 1/2 |w|^2 + C sum max(0, |y - f(x)| - tube)         regression
struct SvmSettings {
  SvmTask task = SvmTask::kClassification;
  SvmKernel kernel = SvmKernel::kGaussian;
  // Width of the kernel: exp(-|x - x'|^2 / 2 sigma^2) for Gaussian, exp(-sum_k |x_k - x'_k| / sigma) for Laplace.
  double sigma = 1;
  double C = 1;             // NOLINT(readability-identifier-naming): its name everywhere
  double tolerance = 1e-3;  // the solver stops when the optimality conditions hold to this
  double tube = 0.1;        // a regression error up to this costs nothing
  base::ByteCount kernel_cache{std::int64_t{100} << 20};  // LIBSVM's cache of kernel rows
  int points = 12;         // points of the curve: full trainings on growing shares of the samples
  std::uint64_t seed = 1;  // determines which samples are in each share
};

constexpr auto NamesOf(SvmKernel /*value*/) {
  return base::EnumTable<SvmKernel, 3>{
      "kernel of the support vector machine",
      {{{SvmKernel::kGaussian, "gaussian"}, {SvmKernel::kLinear, "linear"}, {SvmKernel::kLaplace, "laplace"}}}};
}

extern const MethodEntry kLibsvm;
extern const MethodEntry kPpSvmv;

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_SVM_METHODS_H_
