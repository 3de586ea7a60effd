// Everything that determines a support vector machine besides the data.
//
//   C-SVC        min 1/2 |w|^2 + C sum max(0, 1 - y f(x))                classification
//   epsilon-SVR  min 1/2 |w|^2 + C sum max(0, |y - f(x)| - tube)         regression
#ifndef FDSKL_BASELINES_SVM_SVM_SETTINGS_H_
#define FDSKL_BASELINES_SVM_SVM_SETTINGS_H_

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

#include "base/names.h"
#include "base/option.h"

namespace fdskl::svm {

enum class SvmTask { kClassification, kRegression };
enum class SvmKernel { kGaussian, kLinear };

struct SvmSettings {
  SvmTask task = SvmTask::kClassification;
  SvmKernel kernel = SvmKernel::kGaussian;
  double sigma = 1;                                       // width of the Gaussian kernel exp(-|x - x'|^2 / 2 sigma^2)
  double C = 1;                                           // NOLINT(readability-identifier-naming): its name everywhere
  double tolerance = 1e-3;                                // of the optimality conditions at which the solver stops
  double tube = 0.1;                                      // half the width within which a regression's error is free
  base::ByteCount kernel_cache{std::int64_t{100} << 20};  // for rows of the kernel matrix
  int points = 5;          // of the error over time: full trainings on 1, 1/2, 1/4, .. of the samples
  std::uint64_t seed = 1;  // of the choice of those samples
};

constexpr auto NamesOf(SvmKernel /*value*/) {
  return base::EnumTable<SvmKernel, 2>{"kernel of the support vector machine",
                                       {{{SvmKernel::kGaussian, "gaussian"}, {SvmKernel::kLinear, "linear"}}}};
}

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_SVM_SETTINGS_H_
