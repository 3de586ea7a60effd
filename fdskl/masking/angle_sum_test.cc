// Tests Algorithm 3 by itself: the sums are right in every mode, and the messages contain no more than they should.
#include "fdskl/masking/angle_sum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <numbers>
#include <numeric>

#include "fdskl/masking/turns.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"

namespace fdskl::masking {
namespace {

constexpr Eigen::Index kRows = 64;
constexpr Eigen::Index kColumns = 48;
constexpr double kTurn = 2 * std::numbers::pi;

MaskingSettings With(Masking masking, int ring_bits = 32) {
  MaskingSettings settings;
  settings.masking = masking;
  settings.ring_bits = ring_bits;
  return settings;
}

MaskingSettings Rounded(Masking masking, int ring_bits) {
  MaskingSettings settings = With(masking, ring_bits);
  settings.round_angles = true;
  return settings;
}

std::vector<std::int64_t> Features() {
  std::vector<std::int64_t> features(kColumns);
  std::iota(features.begin(), features.end(), 1000);
  return features;
}

// The own part of worker `rank`: smooth values within a few turns, different for every worker.
base::DenseMatrix OwnPart(Eigen::Index rank) {
  base::DenseMatrix part(kRows, kColumns);
  for (Eigen::Index i = 0; i < kRows; ++i)
    for (Eigen::Index j = 0; j < kColumns; ++j)
      part(i, j) = std::sin(static_cast<float>(3 * i + 7 * j + 11 * rank)) * static_cast<float>(rank + 1) * 0.4F;
  return part;
}

float PhaseOf(std::int64_t feature) {
  std::uint32_t phase = 0;
  KeyStream stream(Secrets::ForExperiment(1, 0).phase_key);
  stream.FillFrom(static_cast<std::uint64_t>(feature), std::as_writable_bytes(std::span(&phase, 1)));
  return FromRing(phase);
}

// Runs one Sum() over traced channels, with fresh keys, and returns all messages. own(rank) is each worker's tile.
template <class Own>
std::vector<net::Message> Trace(int workers, int owner, const MaskingSettings& settings, const Own& own,
                                base::DenseMatrix* total) {
  std::vector<net::Message> sent;
  std::mutex mutex;
  net::RunWorkers(workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    Secrets secrets = Secrets::ForExperiment(settings.seed, channel.rank());
    secrets.agreement_key.reset();
    const auto sum = MakeAngleSum(channel, settings, secrets, owner + 1);
    const base::DenseMatrix tile = own(channel.rank());
    base::DenseMatrix cosines(tile.rows(), tile.cols());
    const AngleWords angles = sum->Sum(owner, Features(), tile);
    EXPECT_EQ(angles.empty(), channel.rank() != owner);
    if (!angles.empty()) {
      EXPECT_EQ(angles.form, sum->form());
      CosinesOf(angles, {cosines.data(), base::Index(cosines.size())});
    }
    const std::lock_guard lock(mutex);
    if (channel.rank() == owner && total != nullptr) *total = cosines;
    sent.insert(sent.end(), channel.sent().begin(), channel.sent().end());
  });
  return sent;
}

TEST(AngleSum, TheOwnerGetsTheCosineOfTheWholeAngleInEveryMode) {
  for (const int workers : {1, 2, 3, 5, 8}) {
    for (int owner = 0; owner < workers; ++owner) {
      for (const MaskingSettings& settings :
           {With(Masking::kNone), With(Masking::kPaper), With(Masking::kRing), With(Masking::kRing, 16),
            With(Masking::kRing, 8), With(Masking::kRing, 11), With(Masking::kRing, 21), Rounded(Masking::kNone, 12),
            Rounded(Masking::kPaper, 8)}) {
        base::DenseMatrix total;
        Trace(workers, owner, settings, OwnPart, &total);
        base::DenseMatrix expected = base::DenseMatrix::Zero(kRows, kColumns);
        for (int rank = 0; rank < workers; ++rank) expected += OwnPart(rank);
        for (Eigen::Index j = 0; j < kColumns; ++j)
          expected.col(j).array() += PhaseOf(Features()[static_cast<std::size_t>(j)]);
        const bool rounds = settings.masking == Masking::kRing || settings.round_angles;
        const double turns = 3e-6 + (rounds ? workers * std::pow(2, -settings.ring_bits) : 0);
        for (Eigen::Index i = 0; i < expected.size(); ++i)
          ASSERT_NEAR(total.data()[i], std::cos(kTurn * expected.data()[i]), kTurn * turns)
              << base::NameOf(settings.masking) << settings.ring_bits << ", " << workers << " workers, owner " << owner;
      }
    }
  }
}

// The number of values in messages from `worker` that equal, to the bit, its own part without a mask.
template <class Value, class Convert>
int BareValues(const std::vector<net::Message>& messages, int worker, const Convert& convert) {
  const base::DenseMatrix part = OwnPart(worker);
  int bare = 0;
  for (const net::Message& message : messages) {
    if (message.from != worker || message.bytes.size() != static_cast<std::size_t>(part.size()) * sizeof(Value))
      continue;
    const std::vector<Value> values = message.As<Value>();
    for (Eigen::Index i = 0; i < part.size(); ++i)
      bare += values[static_cast<std::size_t>(i)] == convert(part.data()[i]) ? 1 : 0;
  }
  return bare;
}

TEST(AngleSum, NoPartCrossesBare) {
  const auto ring = [](float turns) { return ToRing<std::uint32_t>(turns); };
  const auto radians = [](float turns) { return kTurn * static_cast<double>(turns); };
  for (const int workers : {3, 4, 8}) {
    const std::vector<net::Message> in_ring = Trace(workers, 0, With(Masking::kRing), OwnPart, nullptr);
    const std::vector<net::Message> in_paper = Trace(workers, 0, With(Masking::kPaper), OwnPart, nullptr);
    for (int worker = 1; worker < workers; ++worker) {
      EXPECT_EQ(BareValues<std::uint32_t>(in_ring, worker, ring), 0) << worker;
      EXPECT_EQ(BareValues<double>(in_paper, worker, radians), 0) << worker;
    }
  }
}

// The control: without masking the same count finds the leaves' parts, except for the columns that have a phase.
TEST(AngleSum, WithoutMaskingTheSameLookFindsThem) {
  const std::vector<net::Message> sent = Trace(4, 0, With(Masking::kNone), OwnPart, nullptr);
  int bare = 0;
  for (int worker = 1; worker < 4; ++worker) bare += BareValues<float>(sent, worker, [](float turns) { return turns; });
  EXPECT_GT(bare, kRows * kColumns / 2);
}

// The messages of a worker with a fixed and extreme input look uniform: a chi-square test over 256 bins of the top byte
// and of the low byte, six standard deviations wide.
template <class Word>
void ExpectUniform(float input) {
  const int workers = 5;
  std::vector<net::Message> sent;
  for (int repeat = 0; repeat < 20; ++repeat) {
    const std::vector<net::Message> more = Trace(
        workers, 0, With(Masking::kRing, std::numeric_limits<Word>::digits),
        [&](int) { return base::DenseMatrix::Constant(kRows, kColumns, input).eval(); }, nullptr);
    sent.insert(sent.end(), more.begin(), more.end());
  }
  for (int worker = 1; worker < workers; ++worker) {
    std::array<double, 256> top{};
    std::array<double, 256> low{};
    double count = 0;
    for (const net::Message& message : sent) {
      if (message.from != worker || message.bytes.size() != kRows * kColumns * sizeof(Word)) continue;
      for (const Word word : message.As<Word>()) {
        ++top[static_cast<std::size_t>(word >> static_cast<unsigned>(std::numeric_limits<Word>::digits - 8))];
        ++low[word & 0xffU];
        ++count;
      }
    }
    ASSERT_GT(count, 60000);
    for (const auto& bins : {top, low}) {
      double chi_square = 0;
      for (const double bin : bins) chi_square += (bin - count / 256) * (bin - count / 256) / (count / 256);
      EXPECT_NEAR(chi_square, 255, 6 * std::sqrt(2 * 255.0)) << "worker " << worker << " input " << input;
    }
  }
}

TEST(AngleSum, RingMessagesAreUniformWhateverTheInput) {
  for (const float input : {0.0F, 0.5F, 1000.25F}) {
    ExpectUniform<std::uint32_t>(input);
    ExpectUniform<std::uint16_t>(input);
  }
}

// Equal tiles are summed twice. Masks are never used again, so the two messages have no word in common.
TEST(AngleSum, RingMasksAreFresh) {
  net::RunWorkers(3, [](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const auto sum = MakeAngleSum(channel, With(Masking::kRing), Secrets::ForExperiment(1, channel.rank()), 1);
    for (int repeat = 0; repeat < 2; ++repeat) {
      const base::DenseMatrix tile = OwnPart(channel.rank());
      sum->Sum(0, Features(), tile);
    }
    if (channel.rank() != 2) return;
    const std::vector<net::Message>& sent = channel.sent();
    const std::vector<std::uint32_t> first = sent[sent.size() - 2].As<std::uint32_t>();
    const std::vector<std::uint32_t> second = sent.back().As<std::uint32_t>();
    int equal = 0;
    for (std::size_t i = 0; i < first.size(); ++i) equal += first[i] == second[i] ? 1 : 0;
    EXPECT_EQ(equal, 0);
  });
}

}  // namespace
}  // namespace fdskl::masking
