// LIBSVM and PP-SVMV as the harness knows them.
#ifndef FDSKL_BASELINES_SVM_SVM_METHODS_H_
#define FDSKL_BASELINES_SVM_SVM_METHODS_H_

#include "fdskl/method_entry.h"

namespace fdskl::svm {

extern const MethodEntry kLibsvm;
extern const MethodEntry kPpSvmv;

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_SVM_METHODS_H_
