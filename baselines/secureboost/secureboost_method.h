// SecureBoost as the harness knows it.
#ifndef FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_METHOD_H_
#define FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_METHOD_H_

#include "fdskl/method_entry.h"

namespace fdskl::secureboost {

extern const MethodEntry kSecureBoost;

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_SECUREBOOST_METHOD_H_
