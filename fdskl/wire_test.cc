// What is sent while FDSKL trains and predicts: no label, no coefficient, and to passive workers no part of f.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <mutex>
#include <set>

#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

constexpr int kWorkers = 5;
constexpr int kActive = 2;
constexpr std::size_t kBatch = 24;
constexpr std::size_t kSamples = 96;

struct Recorded {
  std::vector<net::Message> messages;
  std::set<std::uint64_t> coefficients;  // or shares of them, as bits, at every iteration
};

std::uint64_t Bits(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

Settings SmallSettings(Masking masking) {
  Settings settings;
  settings.masking = masking;
  if (masking == Masking::kShared) settings.update = Update::kPlain;
  if (masking == Masking::kPrivate) {
    settings.update = Update::kConjugate;
    settings.loss = LossKind::kSquare;
    settings.sweeps = 4;
  }
  settings.batch = kBatch;
  settings.block = 8;
  settings.features = 80;
  return settings;
}

Recorded Record(Masking masking) {
  const testing::Problem problem(kSamples, 10);
  Recorded recorded;
  std::mutex mutex;
  net::RunWorkers(kWorkers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding mine = testing::Deal(problem, channel.rank(), kWorkers, kActive);
    const auto trainer = MakeTrainer(channel, SmallSettings(masking), mine.View());
    trainer->Fit([&](const Progress&) {
      const std::lock_guard lock(mutex);
      const ModelPart part = trainer->Part();
      for (const double alpha : part.coefficients) recorded.coefficients.insert(Bits(alpha));
      recorded.coefficients.insert(part.shares.share.begin(), part.shares.share.end());
      return true;
    });
    trainer->Predict(mine.train);
    const std::lock_guard lock(mutex);
    recorded.messages.insert(recorded.messages.end(), channel.sent().begin(), channel.sent().end());
  });
  return recorded;
}

TEST(Wire, NoCoefficientEverLeaves) {
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    const Recorded recorded = Record(masking);
    ASSERT_GE(recorded.coefficients.size(), 80U);
    for (const net::Message& message : recorded.messages) {
      if (message.bytes.size() % 8 != 0) continue;
      for (const double value : message.As<double>()) EXPECT_FALSE(recorded.coefficients.contains(Bits(value))) << name;
    }
  }
}

// A message with labels would contain nothing but +1 and -1.
TEST(Wire, NoLabelEverLeaves) {
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    for (const net::Message& message : Record(masking).messages) {
      const auto all_labels = [](const auto& values) {
        return std::all_of(values.begin(), values.end(), [](auto v) { return std::abs(v) == 1; });
      };
      if (message.bytes.size() % 4 == 0) {
        EXPECT_FALSE(all_labels(message.As<float>())) << name;
      }
      if (message.bytes.size() % 8 == 0) {
        EXPECT_FALSE(all_labels(message.As<double>())) << name;
      }
    }
  }
}

// In `ring`, a passive worker gets public keys, sample numbers and masked words. No message to it has the size of f
// or of partial f in doubles, unless it is a tile of words.
TEST(Wire, PassiveWorkersGetNoPartOfF) {
  const Recorded recorded = Record(Masking::kRing);
  std::int64_t to_active = 0;
  for (const net::Message& message : recorded.messages) {
    const bool size_of_f = message.bytes.size() == kBatch * 8 || message.bytes.size() == kSamples * 8;
    const bool tile = message.bytes.size() % (kBatch * 8 * 4) == 0;  // a tile has 8 features, 4 bytes each
    if (message.to >= kActive) {
      EXPECT_FALSE(size_of_f && !tile) << message.bytes.size();
    } else {
      to_active += size_of_f && !tile ? 1 : 0;
    }
  }
  EXPECT_GT(to_active, 0);  // they can be found
}

}  // namespace
}  // namespace fdskl
