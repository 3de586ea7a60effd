// What each worker learns from the messages in masking `private`: all but keys and public scales are uniform.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/testing_private.h"
#include "fdskl/testing_wire.h"

namespace fdskl {
namespace {

constexpr int kWorkers = 5;
constexpr int kActive = 2;
constexpr std::int64_t kMemoryLimit = std::int64_t{1} << 30;

struct Transcript {
  std::vector<net::Message> received;
  std::size_t trained = 0;  // number of messages until the end of training
  std::vector<double> opened;
  std::vector<double> f;  // at worker 0
};
using Transcripts = std::array<Transcript, kWorkers>;

Transcripts Train(const testing::Problem& problem, bool pads = true) {
  Settings settings = testing::PrivateSettings();
  settings.sweeps = 5;
  settings.pads = pads;
  settings.memory_limit_bytes = kMemoryLimit;
  Transcripts transcripts;
  net::RunWorkers(kWorkers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding mine = testing::Deal(problem, channel.rank(), kWorkers, kActive);
    Transcript& transcript = transcripts[static_cast<std::size_t>(channel.rank())];
    PrivateTrainer trainer(channel, settings, mine.View(), testing::WithFreshKeys(settings.seed, channel.rank()));
    trainer.Fit(testing::GoOn);
    transcript.trained = channel.received().size();
    transcript.f = trainer.Predict(mine.train);
    transcript.received = channel.received();
    transcript.opened = trainer.opened();
  });
  return transcripts;
}

// Public messages: by how many bits the dealer must shift, and how many bits f has, 4 bytes each; the memory limit.
bool IsPublic(const net::Message& message) {
  return message.bytes.size() == sizeof(std::int32_t) ||
         (message.bytes.size() == sizeof(std::int64_t) && message.As<std::int64_t>()[0] == kMemoryLimit);
}

bool IsKey(const net::Message& message) { return message.bytes.size() == masking::KeyPair::kBytes; }

double Ones(const net::Message& message) {
  double ones = 0;
  for (const std::byte byte : message.bytes) ones += std::popcount(std::to_integer<std::uint8_t>(byte));
  return ones;
}

// Runs the same training twice, with fresh keys. A message that depended only on columns, labels, angles, f or
// coefficients would be the same.
TEST(PrivateWire, NothingButPublicScalesCrossesAlikeTwice) {
  const testing::Problem problem(60, 10);
  const Transcripts first = Train(problem);
  const Transcripts second = Train(problem);
  for (std::size_t worker = 0; worker < kWorkers; ++worker) {
    SCOPED_TRACE(worker);
    testing::ExpectUnlike(first[worker].received, second[worker].received,
                          [](std::size_t /*number*/, const net::Message& message) { return IsPublic(message); });
  }
}

// Every message is as uniform as noise of its size, at each byte position, for inputs at the ends of their range.
TEST(PrivateWire, WordsAreUniformForExtremeInputs) {
  for (const float value : {0.0F, 1.0F}) {
    testing::Problem problem(60, 10);
    problem.x.setConstant(value);
    std::ranges::fill(problem.y, 1.0F);
    const Transcripts transcripts = Train(problem);
    for (std::size_t worker = 0; worker < kWorkers; ++worker) {
      std::array<double, 8> ones{};
      double bytes = 0;
      for (const net::Message& message : transcripts[worker].received) {
        if (IsPublic(message) || IsKey(message)) continue;
        const double bits = 8 * static_cast<double>(message.bytes.size());
        EXPECT_NEAR(Ones(message) / bits, 0.5, 3 / std::sqrt(bits))
            << "to worker " << worker << ", " << bits << " bits";
        for (const std::byte byte : message.bytes)
          for (std::size_t k = 0; k < 8; ++k) ones[k] += std::to_integer<int>(byte >> k) & 1;
        bytes += static_cast<double>(message.bytes.size());
      }
      ASSERT_GT(bytes, 1000);
      for (const double count : ones) EXPECT_NEAR(count / bytes, 0.5, 3 / std::sqrt(bytes)) << "worker " << worker;
    }
  }
}

// The control: the test above can fail, because without pads the words are those of the data.
TEST(PrivateWire, WordsAreNotUniformWithoutPads) {
  const testing::Problem problem(60, 10);
  const Transcripts transcripts = Train(problem, /*pads=*/false);
  double ones = 0;
  double bits = 0;
  for (const net::Message& message : transcripts[kWorkers - 2].received) {
    if (message.from >= kActive) continue;
    ones += Ones(message);
    bits += 8 * static_cast<double>(message.bytes.size());
  }
  EXPECT_GT(std::abs(ones / bits - 0.5), 0.02);
}

// Only the helpers get opened numbers, four per iteration. Only worker 0 gets f, after training.
TEST(PrivateWire, OpensNumbersToHelpersAndFToWhoAsked) {
  const Transcripts transcripts = Train(testing::Problem(60, 10));
  for (int worker = 0; worker < kWorkers; ++worker) {
    const Transcript& transcript = transcripts[static_cast<std::size_t>(worker)];
    const bool helps = worker >= kWorkers - 2;
    EXPECT_EQ(transcript.opened.size(), helps ? 1U + 4 * 5 : 0U);
    std::int64_t from_helpers = 0;  // messages of 60 words of 8 bytes
    for (std::size_t i = transcript.trained; i < transcript.received.size(); ++i) {
      const net::Message& message = transcript.received[i];
      from_helpers += message.from >= kWorkers - 2 && message.bytes.size() == 60 * sizeof(sharing::Word) ? 1 : 0;
    }
    if (!helps) {
      EXPECT_EQ(from_helpers, worker == 0 ? 2 : 0) << "worker " << worker;
    }
  }
}

// A simulation of the messages to a worker from its outputs alone, as in the proof sketch of docs/privacy.md: the
// shape of the protocol, which is public, and public scales; fresh keys; for f, two words that add up to it; all others
// are uniform words.
Transcript Simulate(const Transcript& shape) {
  Transcript simulated = shape;
  masking::KeyStream noise(masking::Secrets::FromSystem().mask_key);
  std::vector<sharing::Word> first_shares;
  for (std::size_t i = 0; i < shape.received.size(); ++i) {
    std::vector<std::byte>& bytes = simulated.received[i].bytes;
    if (IsPublic(shape.received[i])) continue;
    noise.Fill(bytes);
    if (IsKey(shape.received[i])) {
      const masking::KeyPair fresh;
      std::memcpy(bytes.data(), fresh.public_key().data(), bytes.size());
    }
    const bool of_f = i >= shape.trained && shape.received[i].from >= kWorkers - 2 && !shape.f.empty() &&
                      bytes.size() == shape.f.size() * sizeof(sharing::Word);
    if (!of_f) continue;
    std::vector<sharing::Word> words = simulated.received[i].As<sharing::Word>();
    if (first_shares.empty()) {
      first_shares = words;
      continue;
    }
    for (std::size_t k = 0; k < words.size(); ++k)
      words[k] = static_cast<sharing::Word>(std::llround(std::ldexp(shape.f[k], 32))) - first_shares[k];
    std::memcpy(bytes.data(), words.data(), bytes.size());
  }
  return simulated;
}

// The largest deviation, in standard deviations, that the tests above find in a transcript. One more test is the
// correlation with the labels of messages that have a word for each sample.
double MostDeviation(const Transcript& transcript, const testing::Problem& problem) {
  double most = 0;
  std::array<double, 8> ones{};
  double bytes = 0;
  for (const net::Message& message : transcript.received) {
    if (IsPublic(message) || IsKey(message)) continue;
    const double bits = 8 * static_cast<double>(message.bytes.size());
    most = std::max(most, std::abs(Ones(message) - bits / 2) / (std::sqrt(bits) / 2));
    for (const std::byte byte : message.bytes)
      for (std::size_t k = 0; k < 8; ++k) ones[k] += std::to_integer<int>(byte >> k) & 1;
    bytes += static_cast<double>(message.bytes.size());
    if (message.bytes.size() != problem.y.size() * sizeof(std::int64_t)) continue;
    const std::vector<std::int64_t> words = message.As<std::int64_t>();
    Eigen::VectorXd w(std::ssize(words));
    Eigen::VectorXd y(std::ssize(words));
    for (std::size_t i = 0; i < words.size(); ++i) {
      w[static_cast<Eigen::Index>(i)] = static_cast<double>(words[i]);
      y[static_cast<Eigen::Index>(i)] = static_cast<double>(problem.y[i]);
    }
    w.array() -= w.mean();
    y.array() -= y.mean();
    const double samples = static_cast<double>(problem.y.size());
    if (w.norm() > 0) most = std::max(most, std::abs(w.dot(y)) / (w.norm() * y.norm()) * std::sqrt(samples));
  }
  for (const double count : ones) most = std::max(most, std::abs(count - bytes / 2) / (std::sqrt(bytes) / 2));
  return most;
}

std::size_t EqualMessages(const Transcript& a, const Transcript& b) {
  std::size_t equal = 0;
  for (std::size_t i = 0; i < a.received.size(); ++i)
    equal += !IsPublic(a.received[i]) && a.received[i].bytes == b.received[i].bytes ? 1 : 0;
  return equal;
}

// Except for f, each worker's transcript could have been made without anybody's data.
TEST(PrivateWire, SimulatedTranscriptsCannotBeToldFromRealOnes) {
  constexpr double kTold = 6;  // standard deviations
  const testing::Problem problem(60, 10);
  const Transcripts real = Train(problem);
  for (std::size_t worker = 0; worker < kWorkers; ++worker) {
    SCOPED_TRACE(worker);
    const Transcript simulated = Simulate(real[worker]);
    EXPECT_LT(MostDeviation(real[worker], problem), kTold);
    EXPECT_LT(MostDeviation(simulated, problem), kTold);
    EXPECT_EQ(EqualMessages(real[worker], simulated), 0U);
    EXPECT_EQ(EqualMessages(simulated, Simulate(real[worker])), 0U);
  }
  // The control: without pads the helpers' transcripts differ clearly.
  const Transcripts bare = Train(problem, /*pads=*/false);
  const Transcripts again = Train(problem, /*pads=*/false);
  for (const std::size_t worker : {kWorkers - 2U, kWorkers - 1U}) {
    SCOPED_TRACE(worker);
    EXPECT_GT(MostDeviation(bare[worker], problem), kTold);
    EXPECT_GT(EqualMessages(bare[worker], again[worker]), 0U);
  }
}

}  // namespace
}  // namespace fdskl
