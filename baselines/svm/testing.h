// For tests: settings of a small support vector machine.
#ifndef FDSKL_BASELINES_SVM_TESTING_H_
#define FDSKL_BASELINES_SVM_TESTING_H_

#include "baselines/svm/svm_methods.h"

namespace fdskl::svm::testing {

inline SvmSettings SmallSvm(SvmTask task = SvmTask::kClassification, SvmKernel kernel = SvmKernel::kGaussian) {
  SvmSettings settings;
  settings.task = task;
  settings.kernel = kernel;
  settings.sigma = 0.5;
  settings.C = 5;
  settings.tube = 0.05;
  return settings;
}

}  // namespace fdskl::svm::testing

#endif  // FDSKL_BASELINES_SVM_TESTING_H_
