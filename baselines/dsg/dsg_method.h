// The entry of DSG in the list of methods. Its settings are those of FDSKL (fdskl/fdskl_method.h).
#ifndef FDSKL_BASELINES_DSG_DSG_METHOD_H_
#define FDSKL_BASELINES_DSG_DSG_METHOD_H_

#include "fdskl/method_entry.h"

namespace fdskl::dsg {

extern const MethodEntry kDsg;

}  // namespace fdskl::dsg

#endif  // FDSKL_BASELINES_DSG_DSG_METHOD_H_
