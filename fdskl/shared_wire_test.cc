// What each worker learns from the messages in masking `shared`: the leader learns f of its batch and its own
// coefficients, the others learn nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string>

#include "fdskl/masking/shared_cosines.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/testing.h"
#include "fdskl/testing_wire.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

constexpr int kWorkers = 5;
constexpr int kActive = 2;
constexpr std::int64_t kIterations = 6;
constexpr std::int64_t kBatch = 13;
constexpr std::int64_t kBlock = 5;

struct Transcript {
  std::vector<net::Message> received;
  std::size_t first_iteration = 0;    // number of messages up to its end, those with keys included
  std::map<int, std::int64_t> tiles;  // number of tiles of angles, by owner
};
using Transcripts = std::array<Transcript, kWorkers>;

Transcripts Train() {
  const testing::Problem problem(60, 10);
  Settings settings;
  settings.masking = Masking::kShared;
  settings.update = Update::kPlain;
  settings.batch = kBatch;
  settings.block = kBlock;
  settings.features = kIterations * kBlock;
  Transcripts transcripts;
  net::RunWorkers(kWorkers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding mine = testing::Deal(problem, channel.rank(), kWorkers, kActive);
    Transcript& transcript = transcripts[static_cast<std::size_t>(channel.rank())];
    Trainer trainer(channel, settings, mine.View(), testing::WithFreshKeys(settings.seed, channel.rank()));
    trainer.model().Watch([&](int owner, auto, auto, const auto&) { ++transcript.tiles[owner]; });
    trainer.Fit([&](const Progress& progress) {
      if (progress.iteration == 1) transcript.first_iteration = channel.received().size();
      return true;
    });
    transcript.received = channel.received();
  });
  return transcripts;
}

bool IsBatch(const net::Message& message) { return message.bytes.size() == kBatch * sizeof(std::int32_t); }
bool IsKey(const net::Message& message) { return message.bytes.size() == masking::KeyPair::kBytes; }
bool IsZero(const net::Message& message) {
  return std::ranges::all_of(message.bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

// Runs the same training twice, with the same model; only keys and pads are fresh. A message that depended only on
// columns, labels, angles, f or coefficients would be the same in both.
TEST(SharedWire, NothingButBatchesCrossesAlikeTwice) {
  const Transcripts first = Train();
  const Transcripts second = Train();
  for (std::size_t worker = 0; worker < kWorkers; ++worker) {
    SCOPED_TRACE(worker);
    testing::ExpectUnlike(first[worker].received, second[worker].received,
                          [&](std::size_t number, const net::Message& message) {
                            // Before there is a model, its shares are zero.
                            return IsBatch(message) || (number < first[worker].first_iteration && IsZero(message));
                          });
  }
}

// Shares are added up only at the leader: one for each sample of the batch and each feature of the block. All other
// messages of the helper are masked angles and, two words per angle, masked cosines.
TEST(SharedWire, OpensFAndTheNewCoefficientsToTheLeaderAlone) {
  const Transcripts transcripts = Train();
  const int helper = masking::SharedCosines::Helper(kWorkers);
  for (int worker = 0; worker < helper; ++worker) {
    const Transcript& transcript = transcripts[static_cast<std::size_t>(worker)];
    std::int64_t sums = 0;  // sums of angles that come to this worker from the helper
    for (const auto& [owner, tiles] : transcript.tiles)
      if (net::AngleTree(kWorkers, owner).parent(helper) == worker) sums += tiles;
    std::map<std::size_t, std::int64_t> opened;  // number of messages, by their words
    std::int64_t others = 0;
    for (const net::Message& message : transcript.received) {
      if (message.from != helper || IsBatch(message) || IsKey(message)) continue;
      const std::size_t words = message.bytes.size() / sizeof(masking::SharedCosines::Word);
      if (worker < kActive && words % 2 == 1) {
        ++opened[words];
      } else {
        ++others;
      }
    }
    if (worker >= kActive) {
      EXPECT_EQ(others, sums) << "worker " << worker;
      continue;
    }
    ASSERT_EQ(sums, 0) << "the test takes odd numbers of words for opened ones";
    const std::map<std::size_t, std::int64_t> expected = {{kBatch, kIterations / kActive},
                                                          {kBlock, kIterations / kActive}};
    EXPECT_EQ(opened, expected) << "worker " << worker;
    // For f, for the coefficients and for the new block.
    EXPECT_EQ(others, transcript.tiles.at(worker) + kIterations / kActive) << "worker " << worker;
  }
}

// At most six times the bytes of `ring`, for every number of workers that has two owners.
TEST(SharedWire, CostsAFewTimesTheBytesOfRing) {
  const testing::Problem problem(300, 16);
  for (const int workers : {4, 8, 16}) {
    std::vector<std::int64_t> sent;
    for (const Masking masking : {Masking::kRing, Masking::kShared}) {
      Settings settings;
      settings.masking = masking;
      settings.update = Update::kPlain;
      settings.batch = 150;
      settings.block = 64;
      settings.features = 1024;
      std::vector<std::int64_t> by_worker(static_cast<std::size_t>(workers));
      net::RunWorkers(workers, [&](net::Channel& channel) {
        const datasets::Holding mine = testing::Deal(problem, channel.rank(), workers, 2);
        Trainer trainer(channel, settings, mine.View());
        trainer.Fit([](const Progress&) { return true; });
        by_worker[static_cast<std::size_t>(channel.rank())] = channel.total_traffic().sent_bytes;
      });
      sent.push_back(std::accumulate(by_worker.begin(), by_worker.end(), std::int64_t{0}));
    }
    const double ratio = static_cast<double>(sent[1]) / static_cast<double>(sent[0]);
    EXPECT_LT(ratio, 6) << workers;
    RecordProperty("ratio_" + std::to_string(workers), std::to_string(ratio));
  }
}

}  // namespace
}  // namespace fdskl
