#include "baselines/methods.h"

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"

namespace fdskl::baselines {
namespace {

std::vector<MethodRef>& List() {
  // clang-format off
  static std::vector<MethodRef> methods = {
      &kFdskl,
      &dsg::kDsg,
      &svm::kLibsvm,
      &svm::kPpSvmv,
      &fd_svrg::kFdSvrg,
      &secureboost::kSecureBoost,
  };
  // clang-format on
  return methods;
}

}  // namespace

const std::vector<MethodRef>& Methods() { return List(); }

const MethodEntry* TryFindMethod(std::string_view name) {
  const auto found = std::ranges::find(Methods(), name, [](MethodRef method) { return method->name; });
  return found == Methods().end() ? nullptr : *found;
}

MethodRef FindMethod(std::string_view name) {
  if (const MethodEntry* method = TryFindMethod(name)) return method;
  std::vector<std::string_view> valid;
  for (const MethodRef method : Methods()) valid.push_back(method->name);
  throw base::Error(base::UnknownName("method", name, valid) + " (one of your own: --methods FILE)");
}

std::size_t PlaceOf(MethodRef method) {
  return static_cast<std::size_t>(std::ranges::find(Methods(), method) - Methods().begin());
}

void AddMethod(const MethodEntry& method) { List().push_back(&method); }

}  // namespace fdskl::baselines
