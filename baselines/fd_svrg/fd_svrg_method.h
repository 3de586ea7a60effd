// FD-SVRG as the harness knows it.
#ifndef FDSKL_BASELINES_FD_SVRG_FD_SVRG_METHOD_H_
#define FDSKL_BASELINES_FD_SVRG_FD_SVRG_METHOD_H_

#include "fdskl/method_entry.h"

namespace fdskl::fd_svrg {

extern const MethodEntry kFdSvrg;

}  // namespace fdskl::fd_svrg

#endif  // FDSKL_BASELINES_FD_SVRG_FD_SVRG_METHOD_H_
