// Tests what SecureBoost sends while it trains and predicts: ciphertexts, row sets, and left or right.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <set>

#include "baselines/secureboost/testing.h"
#include "fdskl/net/tracing_channel.h"

namespace fdskl::secureboost {
namespace {

constexpr int kWorkers = 3;
constexpr std::int64_t kSamples = 120;
constexpr std::size_t kCiphertext = 64;  // bytes, with keys of 256 bits

struct Wire {
  std::vector<std::vector<net::Message>> sent;  // by sender
  std::vector<std::vector<ColumnSplit>> splits;
  std::vector<BoostedTree> trees;
};

Wire Record(const BoostSettings& settings) {
  const fdskl::testing::Problem problem(kSamples, 9);
  Wire wire;
  wire.sent.resize(kWorkers);
  wire.splits.resize(kWorkers);
  net::RunWorkers(kWorkers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), kWorkers, 1);
    SecureBoost method(channel, settings, part.View());
    method.Fit([](const Progress&) { return true; });
    method.Predict(part.train);
    const auto rank = static_cast<std::size_t>(channel.rank());
    wire.sent[rank] = channel.sent();
    wire.splits[rank] = method.grower().splits();
    if (rank == 0) wire.trees = method.trees();
  });
  return wire;
}

// Every gradient of the first tree, as fixed-point numbers and as doubles, and the labels.
std::set<std::uint64_t> Secrets() {
  const fdskl::testing::Problem problem(kSamples, 9);
  double mean = 0;
  for (const float y : problem.y) mean += y / static_cast<double>(kSamples);
  std::set<std::uint64_t> secrets;
  const FixedPoint code(1, 0.25);
  for (const float y : problem.y) {
    const double g = y > 0 ? (mean - 1) / 2 : (mean + 1) / 2;
    const double h = std::abs(g) * (1 - std::abs(g));
    const Gradient gradient = code.Encode(g, h);
    secrets.insert(static_cast<std::uint64_t>(gradient.g));
    secrets.insert(static_cast<std::uint64_t>(gradient.h));
    secrets.insert(std::bit_cast<std::uint64_t>(g));
    secrets.insert(std::bit_cast<std::uint64_t>(h));
    secrets.insert(std::bit_cast<std::uint64_t>(static_cast<double>(y)));
  }
  return secrets;
}

std::int64_t CountSecrets(const std::vector<net::Message>& messages) {
  const std::set<std::uint64_t> secrets = Secrets();
  std::int64_t found = 0;
  for (const net::Message& message : messages) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= message.bytes.size(); ++at) {
      std::uint64_t word = 0;
      std::memcpy(&word, &message.bytes[at], sizeof(word));
      if (secrets.contains(word)) ++found;
    }
  }
  return found;
}

bool HoldsCiphertexts(const net::Message& message) {
  return message.bytes.size() >= 2 * kCiphertext && message.bytes.size() % kCiphertext == 0;
}

TEST(SecureBoostWire, NoPlainDerivativeOrLabelLeavesTheGuest) {
  BoostSettings settings = testing::SmallBoost();
  EXPECT_EQ(CountSecrets(Record(settings).sent[0]), 0);
  // The control: the test finds them when they are sent.
  settings.key_bits = 0;
  EXPECT_GE(CountSecrets(Record(settings).sent[0]), 2 * kSamples);
}

// In the first tree all samples of a class have equal derivatives. Their ciphertexts still differ, and so do those of
// the hosts' sums.
TEST(SecureBoostWire, NoCiphertextCrossesTwice) {
  for (const bool precompute : {false, true}) {
    BoostSettings settings = testing::SmallBoost();
    settings.precompute = precompute;
    const Wire wire = Record(settings);
    for (int sender = 0; sender < kWorkers; ++sender) {
      std::set<std::vector<std::byte>> seen;
      std::size_t count = 0;
      for (const net::Message& message : wire.sent[static_cast<std::size_t>(sender)]) {
        // The guest sends the same to all hosts; row sets are shorter than two ciphertexts.
        if (!HoldsCiphertexts(message) || (sender == 0 && message.to != 1)) continue;
        for (std::size_t at = 0; at < message.bytes.size(); at += kCiphertext) {
          const auto begin = message.bytes.begin() + static_cast<std::ptrdiff_t>(at);
          seen.emplace(begin, begin + kCiphertext);
          ++count;
        }
      }
      EXPECT_EQ(seen.size(), count) << "from " << sender;
      EXPECT_GE(count, sender == 0 ? static_cast<std::size_t>(settings.trees * kSamples) : 10U);
    }
  }
}

// Besides ciphertexts, a host sends the number of its candidates once, then one bit per row, and nothing else.
TEST(SecureBoostWire, AHostSendsCiphertextsAndLeftOrRightAlone) {
  const BoostSettings settings = testing::SmallBoost();
  const Wire wire = Record(settings);
  std::size_t asked = 0;
  for (const BoostedTree& tree : wire.trees) {
    asked += static_cast<std::size_t>(std::ranges::count_if(tree, [](const TreeNode& node) { return node.owner > 0; }));
  }
  EXPECT_GE(asked, 4U);
  std::size_t answers = 0;
  for (std::size_t host = 1; host < kWorkers; ++host) {
    const std::vector<net::Message>& sent = wire.sent[host];
    // Messages that a host passes on along the guest's tree come from the guest.
    std::vector<const net::Message*> own;
    for (const net::Message& message : sent) {
      if (message.to == 0 && !HoldsCiphertexts(message)) own.push_back(&message);
    }
    ASSERT_FALSE(own.empty());
    EXPECT_EQ(own.front()->bytes.size(), sizeof(std::int64_t));
    const auto predictions = static_cast<std::size_t>(settings.depth);
    ASSERT_GE(own.size(), 1 + predictions);
    for (std::size_t i = 1; i < own.size() - predictions; ++i) {
      EXPECT_LE(own[i]->bytes.size(), BitBytes(kSamples));
      ++answers;
    }
    for (std::size_t i = own.size() - predictions; i < own.size(); ++i) {
      EXPECT_LE(own[i]->bytes.size(), BitBytes(kSamples * settings.trees));
    }
  }
  EXPECT_EQ(answers, asked);
}

// The guest knows a host's split only by its place in the host's table.
TEST(SecureBoostWire, TheGuestKnowsSplitsByAnonymousNumber) {
  const Wire wire = Record(testing::SmallBoost());
  std::vector<std::set<std::int32_t>> numbers(kWorkers);
  for (const BoostedTree& tree : wire.trees) {
    for (const TreeNode& node : tree) {
      if (!node.is_leaf()) numbers[static_cast<std::size_t>(node.owner)].insert(node.split);
    }
  }
  for (std::size_t worker = 0; worker < kWorkers; ++worker) {
    ASSERT_EQ(numbers[worker].size(), wire.splits[worker].size());
    if (numbers[worker].empty()) continue;
    EXPECT_EQ(*numbers[worker].begin(), 0);
    EXPECT_EQ(*numbers[worker].rbegin(), std::ssize(wire.splits[worker]) - 1);
  }
}

// The numbers of candidates are shuffled anew in each run: two runs that grow the same trees use different numbers.
TEST(SecureBoostWire, CandidatesAreShuffled) {
  const auto questions = [](const Wire& wire) {
    std::vector<std::vector<std::byte>> all;
    for (const net::Message& message : wire.sent[0]) {
      if (message.to == 1 && !HoldsCiphertexts(message)) all.push_back(message.bytes);
    }
    return all;
  };
  const Wire first = Record(testing::SmallBoost());
  const Wire second = Record(testing::SmallBoost());
  ASSERT_EQ(first.trees, second.trees);
  EXPECT_NE(questions(first), questions(second));
}

}  // namespace
}  // namespace fdskl::secureboost
