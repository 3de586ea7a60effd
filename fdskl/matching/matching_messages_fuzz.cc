#include <set>

#include "base/fuzzing.h"
#include "fdskl/matching/matching.h"
#include "fdskl/matching/testing_random.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl::matching {

// Runs one party, whose peers' messages come from the fuzzer. The first two bytes choose the protocol and the party.
FDSKL_FUZZ_TARGET(MatchingMessages, bytes) {
  constexpr int kParties = 3;
  static const std::vector<std::string> ids = {"anna", "bert", "carl"};
  const testing::SameNumbers numbers;
  base::fuzzing::Choices choices(bytes);
  const auto match = choices.Below(2) == 0 ? &PublicMatch : &PrivateMatch;
  const int rank = choices.Below(kParties);
  net::ScriptedChannel channel(rank, kParties, std::as_bytes(choices.rest()));
  const std::vector<std::int32_t> places = match(channel, ids);
  const std::set<std::int32_t> distinct(places.begin(), places.end());
  if (places.empty() || distinct.size() != places.size() || *distinct.begin() < 0 ||
      *distinct.rbegin() >= std::ssize(ids)) {
    throw std::logic_error("places that are none");
  }
}

}  // namespace fdskl::matching
