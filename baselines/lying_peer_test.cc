// Tests what happens when a worker breaks the protocol: whatever it sends, the others end with an Error that names both
// ends, or finish. None crashes, uses unbounded memory, or waits for ever.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <regex>

#include "base/testing.h"
#include "baselines/testing_untrusted.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl::baselines {
namespace {

using base::testing::ErrorOf;
using Bytes = std::vector<std::byte>;
using testing::Protocol;

// Runs all workers; the liar's messages pass through `lie`. Returns how many it sent.
std::int64_t RunWith(const Protocol& protocol, int workers, int liar, const net::LyingChannel::Lie& lie) {
  std::int64_t sent = 0;
  net::RunWorkers(workers, [&](net::Channel& channel) {
    if (channel.rank() != liar) return testing::RunProtocol(protocol, channel);
    net::LyingChannel lying(channel, lie);
    testing::RunProtocol(protocol, lying);
    sent = lying.sent();
  });
  return sent;
}

enum class Kind { kFlipped, kZeros, kOnes, kRandom, kShorter, kLonger, kLast };

void Change(Kind kind, std::uint64_t seed, Bytes& bytes) {
  std::mt19937_64 random(seed);
  if (kind == Kind::kShorter && !bytes.empty()) bytes.pop_back();
  if (kind == Kind::kLonger) bytes.push_back(std::byte{1});
  if (kind == Kind::kFlipped && !bytes.empty()) bytes[random() % bytes.size()] ^= std::byte{0x81};
  for (std::byte& byte : bytes) {
    if (kind == Kind::kZeros) byte = std::byte{0};
    if (kind == Kind::kOnes) byte = std::byte{0xFF};
    if (kind == Kind::kRandom) byte = static_cast<std::byte>(random());
  }
}

// A worker that lies about messages it passes on can make another look like the liar: the two ends are those of the
// message that was refused.
const std::regex kBothEnds("(rank|worker) [0-9]+ .*(rank|worker|from) [0-9]+");

void LieEverywhere(const Protocol& protocol, std::int64_t places) {
  int refused = 0;
  for (int liar = 0; liar < testing::kWorkers; ++liar) {
    const std::int64_t sent = RunWith(protocol, testing::kWorkers, liar, [](int, std::int64_t, Bytes&) {});
    for (std::int64_t place = 0; place < std::min(places, sent); ++place) {
      const std::int64_t target = sent <= places ? place : place * sent / places;
      for (int kind = 0; kind < static_cast<int>(Kind::kLast); ++kind) {
        const std::string error = ErrorOf([&] {
          RunWith(protocol, testing::kWorkers, liar, [&](int, std::int64_t number, Bytes& bytes) {
            if (number == target) Change(static_cast<Kind>(kind), static_cast<std::uint64_t>(number), bytes);
          });
        });
        if (error == "no error") continue;
        ++refused;
        EXPECT_TRUE(std::regex_search(error, kBothEnds) || error.find("LIBSVM") != std::string::npos ||
                    error.find("one class") != std::string::npos)
            << protocol.name << ", liar " << liar << ", message " << target << ": " << error;
      }
    }
  }
  EXPECT_GT(refused, 10);
}

TEST(LyingPeer, FdsklEndsOrFinishes) {
  for (const Protocol& protocol : testing::FdsklProtocols()) LieEverywhere(protocol, 12);
}

TEST(LyingPeer, PrivateEndsOrFinishes) { LieEverywhere(testing::PrivateProtocol(), 12); }

TEST(LyingPeer, SecureBoostEndsOrFinishes) {
  for (const Protocol& protocol : testing::BoostProtocols()) LieEverywhere(protocol, 16);
}

TEST(LyingPeer, FdSvrgEndsOrFinishes) { LieEverywhere(testing::SvrgProtocol(), 12); }

TEST(LyingPeer, PpSvmvEndsOrFinishes) { LieEverywhere(testing::SvmProtocol(), 4); }

// The error of one of two workers when the other, `liar`, sends `lie` instead of its message of this number.
std::string Refusal(const Protocol& protocol, int liar, std::int64_t number, const Bytes& lie) {
  return ErrorOf([&] {
    RunWith(protocol, 2, liar, [&](int, std::int64_t sent, Bytes& bytes) {
      if (sent == number) bytes = lie;
    });
  });
}

template <class T>
Bytes BytesOf(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(LyingPeer, EachRefusalNamesBothEndsAndWhatIsWrong) {
  const Protocol ring = testing::FdsklProtocols()[2];
  EXPECT_EQ(Refusal(ring, 1, 0, Bytes(32)),
            "rank 0 refuses what rank 1 sent: a public key of X25519 with which the secret would be zero");
  const Protocol none = testing::FdsklProtocols()[0];
  EXPECT_EQ(Refusal(none, 0, 0, BytesOf<std::int32_t>({0, 1, 2, 20})),
            "rank 1 refuses what rank 0 sent: a sample of the batch is 20, not from 0 to 19");
  EXPECT_EQ(Refusal(none, 0, 0, BytesOf<std::int32_t>({0, 4, 4, 9})),
            "rank 1 refuses what rank 0 sent: a sample of the batch 4 follows 4: they must ascend");
  EXPECT_EQ(Refusal(testing::SvrgProtocol(), 1, 0, BytesOf<std::int64_t>({std::int64_t{1} << 60})),
            "rank 0 refuses what rank 1 sent: the number of labels is 1152921504606846976, not from 1 to 20");
  EXPECT_EQ(Refusal(testing::SvmProtocol(), 1, 0, BytesOf<std::int64_t>({-1})),
            "rank 0 refuses what rank 1 sent: the number of labels is -1, not from 0 to 20");
  EXPECT_EQ(Refusal(testing::SvmProtocol(), 1, 1, BytesOf<std::int32_t>(std::vector<std::int32_t>(10, 3))),
            "rank 0 refuses what rank 1 sent: a labelled sample 3 comes twice");
}

TEST(LyingPeer, SecureBoostNamesBothEndsAndWhatIsWrong) {
  const Protocol bare = testing::BoostProtocols()[0];
  const Protocol paillier = testing::BoostProtocols()[1];
  EXPECT_EQ(Refusal(paillier, 0, 0, Bytes(16)),
            "rank 1 refuses what rank 0 sent: the modulus of a public key has 1 bits and is even, where an odd one of "
            "128 belongs");
  EXPECT_EQ(Refusal(paillier, 0, 1, Bytes(32)),
            "rank 1 refuses what rank 0 sent: the residue of a public key is not between 1 and the modulus' square, or "
            "has no inverse");
  EXPECT_EQ(Refusal(paillier, 0, 2, Bytes(testing::kSamples * 32, std::byte{0xFF})),
            "rank 1 refuses what rank 0 sent: ciphertext 0 is not below the modulus");
  EXPECT_EQ(Refusal(paillier, 0, 2, Bytes(testing::kSamples * 32)),
            "rank 1 refuses what rank 0 sent: a ciphertext has no inverse");
  EXPECT_EQ(Refusal(paillier, 1, 0, BytesOf<std::int64_t>({std::int64_t{1} << 40})),
            "rank 0 refuses what rank 1 sent: the number of candidates is 1099511627776, not from 0 to 80");
  EXPECT_EQ(Refusal(bare, 0, 0, Bytes(testing::kSamples * 16, std::byte{0x7F})),
            "rank 1 refuses what rank 0 sent: a sum of derivatives over 1 rows is 9187201950435737471");
  // Messages of the guest: derivatives, the size of its question, the question.
  EXPECT_EQ(Refusal(bare, 0, 1, BytesOf<std::int64_t>({std::int64_t{1} << 40})).substr(0, 73),
            "rank 1 refuses what rank 0 sent: the size of a message is 1099511627776, ");
}

}  // namespace
}  // namespace fdskl::baselines
