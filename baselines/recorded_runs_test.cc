// Tests that the recorded runs in the corpora of the fuzz targets still fit the protocols: each is what one worker
// receives from its first message to its last. A run that no longer fits would feed the fuzzer only an error.
//
//   FDSKL_RECORD=1 build/baselines_test --gtest_filter='RecordedRuns.*'     records them again, after a protocol
//   changed
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "base/testing.h"
#include "baselines/testing_script.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"

namespace fdskl::baselines {
namespace {

using testing::Protocol;

std::filesystem::path FileOf(const std::string& corpus, const Protocol& protocol, int rank) {
  return std::filesystem::path(FDSKL_SOURCE_DIR) / "baselines/corpus" / corpus /
         (protocol.name + "_rank" + std::to_string(rank));
}

// Runs all workers of each protocol, and writes what each receives, in the form of testing::RunScript().
void Record(const std::string& corpus, const std::vector<Protocol>& protocols) {
  const testing::SameNumbers numbers;
  for (std::size_t p = 0; p < protocols.size(); ++p) {
    net::RunWorkers(testing::kWorkers, [&](net::Channel& channel) {
      net::TracingChannel tracing(channel);
      testing::RunProtocol(protocols[p], tracing);
      std::ofstream file(FileOf(corpus, protocols[p], channel.rank()), std::ios::binary);
      file.put(static_cast<char>(p)).put(static_cast<char>(channel.rank()));
      for (const net::Message& message : tracing.received())
        file.write(reinterpret_cast<const char*>(message.bytes.data()), std::ssize(message.bytes));
    });
  }
}

// Replays the runs of all workers of each protocol. All bytes must be read, and no more asked for.
void ReplayAll(const std::string& corpus, const std::vector<Protocol>& protocols) {
  if (std::getenv("FDSKL_RECORD") != nullptr) Record(corpus, protocols);
  for (const Protocol& protocol : protocols) {
    for (int rank = protocol.root_solves ? 1 : 0; rank < testing::kWorkers; ++rank) {  // a root that solves only begins
      const std::filesystem::path path = FileOf(corpus, protocol, rank);
      std::ifstream file(path, std::ios::binary);
      ASSERT_TRUE(file) << path;
      const std::string bytes{std::istreambuf_iterator<char>(file), {}};
      std::size_t unread = 0;
      EXPECT_EQ(
          base::testing::ErrorOf([&] {
            unread = testing::RunScript(protocols, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
          }),
          "no error")
          << path;
      EXPECT_EQ(unread, 0U) << path;
    }
  }
}

TEST(RecordedRuns, OfFdsklAreReadToTheirEnd) { ReplayAll("fdskl_messages", testing::FuzzedFdsklProtocols()); }

TEST(RecordedRuns, OfSecureBoostAreReadToTheirEnd) { ReplayAll("secureboost_messages", testing::BoostProtocols()); }

TEST(RecordedRuns, OfFdSvrgAndPpSvmvAreReadToTheirEnd) {
  ReplayAll("linear_and_svm_messages", {testing::SvrgProtocol(), testing::SvmProtocol()});
}

}  // namespace
}  // namespace fdskl::baselines
