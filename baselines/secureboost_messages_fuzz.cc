#include "baselines/testing_script.h"
#include "baselines/testing_untrusted.h"

namespace fdskl::baselines {

FDSKL_FUZZ_TARGET(SecureBoostMessages, bytes) {
  static const std::vector<testing::Protocol> protocols = testing::BoostProtocols();
  testing::RunScript(protocols, bytes);
}

}  // namespace fdskl::baselines
