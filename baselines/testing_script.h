// For fuzzers of messages: runs one worker, whose peers' messages come from the fuzzer.
#ifndef FDSKL_BASELINES_TESTING_SCRIPT_H_
#define FDSKL_BASELINES_TESTING_SCRIPT_H_

#include <cstddef>
#include <vector>

#include "base/fuzzing.h"
#include "baselines/testing_random.h"
#include "baselines/testing_untrusted.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl::baselines::testing {

// The first byte chooses the protocol, the second the worker. The remaining bytes are all that this worker receives.
// Returns how many of them it has not read.
inline std::size_t RunScript(const std::vector<Protocol>& protocols, base::fuzzing::Bytes bytes) {
  base::fuzzing::Choices choices(bytes);
  const Protocol& protocol = protocols[static_cast<std::size_t>(choices.Below(static_cast<int>(protocols.size())))];
  const int rank = choices.Below(kWorkers);
  const SameNumbers numbers;
  net::ScriptedChannel channel(rank, kWorkers, std::as_bytes(choices.rest()));
  RunProtocol(protocol, channel, protocol.root_solves && rank == 0);
  return channel.unread();
}

}  // namespace fdskl::baselines::testing

#endif  // FDSKL_BASELINES_TESTING_SCRIPT_H_
