#include "baselines/testing_script.h"
#include "baselines/testing_untrusted.h"

namespace fdskl::baselines {

FDSKL_FUZZ_TARGET(FdsklMessages, bytes) {
  static const std::vector<testing::Protocol> protocols = testing::FuzzedFdsklProtocols();
  testing::RunScript(protocols, bytes);
}

}  // namespace fdskl::baselines
