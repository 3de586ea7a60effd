// The closed forms equal what the methods send, byte for byte, and FDSKL's traffic has the expected order.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <mutex>

#include "baselines/fd_svrg/fd_svrg.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/methods.h"
#include "baselines/svm/pp_svmv.h"
#include "baselines/svm/svm_methods.h"
#include "datasets/holding.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"
#include "fdskl/trainer.h"
#include "runners/studies/traffic/epoch_traffic.h"
#include "runners/studies/traffic/iteration_traffic.h"
#include "runners/studies/traffic/traffic_command.h"

namespace fdskl::traffic {
namespace {

// The bytes that all workers send when each runs body(channel, what it holds).
template <class Body>
std::int64_t Count(const testing::Problem& problem, const cell::Cell& cell, const Body& body) {
  std::mutex mutex;
  std::int64_t bytes = 0;
  net::RunWorkers(cell.workers, [&](net::Channel& channel) {
    const datasets::Holding part = testing::Deal(problem, channel.rank(), cell.workers, cell.active);
    body(channel, part);
    const std::lock_guard lock(mutex);
    bytes += channel.total_traffic().sent_bytes;
  });
  return bytes;
}

cell::Cell SmallCell(baselines::MethodRef method, int workers, int active) {
  cell::Cell cell(method);
  cell.workers = workers;
  cell.active = active;
  return cell;
}

TEST(EpochBytes, OfFdsklAreWhatItSends) {
  const testing::Problem problem(301, 9);
  for (const auto& [workers, active] : {std::pair{1, 1}, {2, 2}, {5, 1}, {8, 3}}) {
    for (const auto& [masking, bits] : {std::pair{Masking::kRing, 32},
                                        {Masking::kRing, 24},
                                        {Masking::kRing, 16},
                                        {Masking::kRing, 11},
                                        {Masking::kRing, 8},
                                        {Masking::kNone, 32}}) {
      cell::Cell cell = SmallCell(&kFdskl, workers, active);
      cell.As<Settings>().masking = masking;
      cell.As<Settings>().ring_bits = bits;
      cell.As<Settings>().update = Update::kPlain;
      cell.As<Settings>().batch = 20;
      cell.As<Settings>().block = 3;
      const int active_workers = active;
      const std::int64_t bytes = Count(problem, cell, [&](net::Channel& channel, const datasets::Holding& part) {
        Trainer trainer(channel, cell.As<Settings>(), part.View());
        for (int t = 0; t < active_workers * (301 / active_workers / 20); ++t) trainer.Step();
      });
      EXPECT_EQ(EpochBytes(cell, 301), bytes) << workers << " " << active << ", " << bits << " bits";
    }
  }
}

TEST(EpochBytes, OfFdsklCountTheBitsThatFillMessages) {
  const testing::Problem problem(400, 9);
  cell::Cell cell = SmallCell(&kFdskl, 4, 2);
  auto& settings = cell.As<Settings>();
  settings.update = Update::kPlain;
  settings.sweeps = 1;  // owners agree on how much they save
  settings.ring_bits = 9;
  settings.batch = 133;  // larger than a tile of samples, and not a multiple of 8
  settings.block = 301;  // blocks reach over the ends of chunks
  settings.features = 602;
  const std::int64_t bytes = Count(problem, cell, [&](net::Channel& channel, const datasets::Holding& part) {
    Trainer trainer(channel, settings, part.View());
    for (int t = 0; t < 2; ++t) trainer.Step();
  });
  EXPECT_EQ(EpochBytes(cell, 400), bytes);
}

// In every pass but the first, samples are drawn at random. All have seen all features when training ends.
TEST(TrainingBytes, AreWhatFdsklSendsWithSweeps) {
  const testing::Problem problem(301, 9);
  for (const auto& [workers, active] : {std::pair{1, 1}, {2, 2}, {5, 1}, {8, 3}}) {
    for (const auto& [masking, bits] :
         {std::pair{Masking::kRing, 32}, {Masking::kRing, 13}, {Masking::kRing, 8}, {Masking::kNone, 8}}) {
      for (const int sweeps : {1, 3}) {
        cell::Cell cell = SmallCell(&kFdskl, workers, active);
        auto& settings = cell.As<Settings>();
        settings.masking = masking;
        settings.ring_bits = bits;
        settings.batch = 45;
        settings.block = 8;
        settings.features = 136;
        settings.sweeps = sweeps;
        const std::int64_t bytes = Count(problem, cell, [&](net::Channel& channel, const datasets::Holding& part) {
          Trainer(channel, settings, part.View()).Fit([](const Progress&) { return true; });
        });
        EXPECT_EQ(TrainingBytes(cell, 301), bytes) << workers << " " << active << ", " << bits << " bits, " << sweeps;
      }
    }
  }
}

TEST(EpochBytes, OfFdSvrgAreWhatItSends) {
  const testing::Problem problem(300, 9);
  for (const auto& [workers, active] : {std::pair{1, 1}, {2, 2}, {5, 1}, {8, 3}}) {
    cell::Cell cell = SmallCell(&fd_svrg::kFdSvrg, workers, active);
    cell.As<fd_svrg::SvrgSettings>().batch = 70;
    const auto count = [&](std::int64_t epochs) {
      return Count(problem, cell, [&](net::Channel& channel, const datasets::Holding& part) {
        fd_svrg::SvrgSettings settings;
        settings.batch = cell.As<fd_svrg::SvrgSettings>().batch;
        settings.epochs = epochs;
        fd_svrg::FdSvrg(channel, settings, part.View()).Fit([](const Progress&) { return true; });
      });
    };
    EXPECT_EQ(EpochBytes(cell, 300), count(2) - count(1)) << workers << " " << active;
  }
}

// The closed form leaves out strips at the ends of the subsets, and the solver's few words.
TEST(EpochBytes, OfPpSvmvAreNearlyAllThatItSends) {
  const testing::Problem problem(600, 9);
  for (const auto& [workers, active] : {std::pair{2, 2}, {5, 1}}) {
    const cell::Cell cell = SmallCell(&svm::kPpSvmv, workers, active);
    const std::int64_t bytes = Count(problem, cell, [&](net::Channel& channel, const datasets::Holding& part) {
      svm::SvmSettings settings;
      settings.kernel_cache.bytes = 1 << 20;
      settings.points = 1;
      svm::PpSvmv(channel, settings, part.View()).Fit([](const Progress&) { return true; });
    });
    const auto computed = static_cast<double>(EpochBytes(cell, 600));
    EXPECT_GE(static_cast<double>(bytes), computed);
    EXPECT_LT(static_cast<double>(bytes), 1.01 * computed);
  }
}

TEST(TrafficMarkdown, HasAllThatTrainingSends) {
  cell::Cell cell = SmallCell(&kFdskl, 8, 2);
  cell.dataset = "a9a";
  cell.As<Settings>().ring_bits = 8;
  cell.As<Settings>().sweeps = 2;
  const std::string text = TrafficMarkdown(std::vector<results::TrafficRow>{TrainingRow(cell, 30000)});
  EXPECT_NE(text.find("| a9a | 30000 | 8 | 8 | 2 | "), std::string::npos) << text;
}

TEST(CountedTree, IsAShareOfTheNewestRunThatIsOk) {
  results::RunRow run;
  run.dataset = "a9a";
  run.method = "secureboost";
  run.status = "ok";
  run.settings = R"({"workers": 8, "trees": 50, "depth": 5})";
  run.sent_bytes = 1000;
  results::RunRow newer = run;
  newer.sent_bytes = 2000;
  results::RunRow failed = run;
  failed.status = "failed";
  failed.sent_bytes.reset();
  const std::vector<results::RunRow> runs = {run, newer, failed};
  EXPECT_EQ(CountedTree(runs, "a9a")->sent_bytes, 40);
  EXPECT_FALSE(CountedTree(runs, "w8a").has_value());
}

TEST(TrafficMarkdown, SaysOfHowManySamplesATreeIs) {
  results::TrafficRow row = EpochRow(SmallCell(&fd_svrg::kFdSvrg, 8, 2), 3000);
  row.dataset = "a9a";
  results::TrafficRow tree = row;
  tree.method = "secureboost";
  tree.train_rows = 450;
  tree.sent_bytes = 2'000'000;
  const std::string text = TrafficMarkdown(std::vector<results::TrafficRow>{row, tree});
  EXPECT_NE(text.find("| a9a | 3000 | 8 | - | "), std::string::npos) << text;
  EXPECT_NE(text.find("| 2 (450) |\n"), std::string::npos) << text;
}

// Bytes are O(q t) as in Appendix C, and linear in batch and block. With trees, rounds are of order log q,
// independent of t, B and m.
TEST(IterationTraffic, IsOfTheOrderOfAppendixC) {
  const std::vector<results::TrafficRow> rows = MeasureOrders();
  for (const char* varied : {"q", "t", "B", "m"}) {
    for (const bool cached : {false, true}) {
      std::vector<results::TrafficRow> group;
      for (const results::TrafficRow& row : rows)
        if (row.varied == varied && row.cache_partials == cached) group.push_back(row);
      if (group.empty()) continue;
      const Exponents exponents = FitExponents(group);
      EXPECT_NEAR(exponents.bytes, cached ? 0 : 1, 0.05) << varied;
      EXPECT_NEAR(exponents.rounds, std::string_view(varied) == "q" ? 1 : 0, 0.1) << varied << cached;
    }
  }
}

TEST(IterationRounds, AreWhatTheTrainersMessagesSay) {
  for (const auto& [workers, active] :
       {std::pair{1, 1}, {2, 1}, {2, 2}, {3, 2}, {4, 4}, {5, 3}, {7, 1}, {8, 2}, {11, 4}, {16, 2}, {17, 2}}) {
    IterationShape shape;
    shape.workers = workers;
    shape.active = active;
    shape.iteration = std::int64_t{4} * active;
    for (const auto& [batch, block] : {std::pair{1, 1}, {300, 2}}) {  // more samples than a tile has
      shape.batch = batch;
      shape.block = block;
      EXPECT_EQ(MeasureIteration(shape).rounds, IterationRounds(workers, active)) << workers << " " << active;
    }
  }
}

TEST(IterationRounds, AreOfOrderLogQ) {
  for (int k = 1; k <= 10; ++k) {
    EXPECT_EQ(IterationRounds(1 << k, 1), 2 * k);
    EXPECT_EQ(2 * IterationRounds(1 << k, 2), 5 * k - 1);
  }
  const auto log2 = [](int x) { return static_cast<int>(std::floor(std::log2(x))); };
  int longest = 0;
  for (int q = 2; q <= 70; ++q) {
    const unsigned last = static_cast<unsigned>(q) - 1;
    longest = std::max(longest, std::popcount(last) + std::popcount(last - 1) + 1);
    EXPECT_EQ(IterationRounds(q, 1), longest);
    const int t1_depth = 1 + log2(q - 1);
    for (int a = 1; a <= std::min(q, 8); ++a) {
      EXPECT_LE(IterationRounds(q, a), log2(q) + (a + 1) * t1_depth + log2(a)) << q << " " << a;
    }
  }
}

TEST(IterationTraffic, ToTheLetterTheAnglesOfAllFeaturesTravel) {
  IterationShape shape;
  shape.batch = shape.block = 1;
  shape.iteration = 7;
  const results::TrafficRow row = MeasureIteration(shape);
  // The sample's number, seven angles of four bytes, one partial f.
  EXPECT_EQ(row.sent_bytes, 7 * (4 + 7 * 4) + 8);
}

TEST(IterationTraffic, RingHalvesWhatPaperSends) {
  const std::vector<results::TrafficRow> rows = MeasureMaskings();
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_LT(rows[1].sent_bytes, 0.51 * static_cast<double>(rows[0].sent_bytes));
  EXPECT_LT(rows[2].sent_bytes, 0.51 * static_cast<double>(rows[1].sent_bytes));  // 16 bits
  EXPECT_LT(rows[3].sent_bytes, 0.76 * static_cast<double>(rows[2].sent_bytes));  // 12
  EXPECT_LT(rows[4].sent_bytes, 0.51 * static_cast<double>(rows[2].sent_bytes));  // 8
  EXPECT_EQ(rows[5].sent_bytes, rows[1].sent_bytes);
}

// The transcript adds up to the closed form of an iteration, and every kind of message goes where the trees say.
TEST(Transcript, SaysWhoSentWhatToWhom) {
  std::map<std::string, std::int64_t> bytes;
  for (const results::TrafficRow& row : RecordTranscript()) {
    EXPECT_EQ(row.part, "transcript");
    EXPECT_NE(row.sender, row.receiver);
    EXPECT_EQ(row.iteration, *row.kind == "keys" ? 0 : 3);
    bytes[*row.kind] += row.sent_bytes;
    if (*row.kind == "partial-f") {
      EXPECT_EQ(row.sender, 1);
      EXPECT_EQ(row.receiver, 0);
    }
    if (*row.kind == "sample-numbers") {
      EXPECT_NE(row.receiver, 0);  // the leader has the batch already
    }
  }
  constexpr std::int64_t kB = 32, kM = 16, kT = 3, kQ = 4;
  EXPECT_EQ(bytes.at("sample-numbers"), (kQ - 1) * kB * 4);
  EXPECT_EQ(bytes.at("masked-angles"), (kQ - 1) * kB * kM * kT);
  EXPECT_EQ(bytes.at("partial-f"), kB * 8);
  EXPECT_GT(bytes.at("keys"), 0);
}

}  // namespace
}  // namespace fdskl::traffic
