// Tests what PP-SVMV and FD-SVRG send while they train and predict.

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <mutex>
#include <set>

#include "baselines/fd_svrg/fd_svrg.h"
#include "baselines/svm/kernel_matrix.h"
#include "baselines/svm/pp_svmv.h"
#include "baselines/svm/testing.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/testing.h"

namespace fdskl::baselines {
namespace {

constexpr int kWorkers = 4;
constexpr int kActive = 2;
constexpr std::int64_t kSamples = 96;
constexpr std::int64_t kColumns = 10;

// All messages of a training and a prediction, by sender.
template <class Make>
std::vector<std::vector<net::Message>> Record(const Make& make) {
  const testing::Problem problem(kSamples, kColumns);
  std::vector<std::vector<net::Message>> sent(kWorkers);
  net::RunWorkers(kWorkers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding part = testing::Deal(problem, channel.rank(), kWorkers, kActive);
    auto method = make(channel, part.View());
    method->Fit(testing::GoOn);
    method->Predict(part.train);
    sent[static_cast<std::size_t>(channel.rank())] = channel.sent();
  });
  return sent;
}

auto MakePpSvmv() {
  return [](net::Channel& channel, const WorkerView& view) {
    return std::make_unique<svm::PpSvmv>(channel, svm::testing::SmallSvm(), view);
  };
}

bool IsTile(const net::Message& message) {
  return message.to == (message.from + 1) % kWorkers && message.bytes.size() >= 64 * sizeof(std::uint64_t);
}

// The share of words that could be bare fixed-point inner products: small numbers, positive or negative.
double SmallShare(const std::vector<std::uint64_t>& words) {
  const auto small = std::ranges::count_if(words, [](std::uint64_t word) {
    return std::abs(static_cast<double>(static_cast<std::int64_t>(word))) < 0x1p50;
  });
  return static_cast<double>(small) / static_cast<double>(words.size());
}

TEST(PpSvmvWire, NoLocalGramMatrixCrossesBare) {
  const testing::Problem problem(kSamples, kColumns);
  std::int64_t tiles = 0;
  for (const auto& messages : Record(MakePpSvmv())) {
    for (const net::Message& message : messages) {
      if (!IsTile(message)) continue;
      ++tiles;
      const std::vector<std::uint64_t> words = message.As<std::uint64_t>();
      EXPECT_LT(SmallShare(words), 0.01);
      // Uniform words have half their bits set, to within six standard deviations.
      double bits = 0;
      for (const std::uint64_t word : words) bits += std::popcount(word);
      const auto all = 64 * static_cast<double>(words.size());
      EXPECT_NEAR(bits / all, 0.5, 3 / std::sqrt(all));
    }
  }
  EXPECT_GE(tiles, 3 * kWorkers);
  // The control: the test would notice a bare tile, such as worker 1's own matrix.
  const datasets::Holding part = testing::Deal(problem, 1, kWorkers, kActive);
  std::vector<std::int32_t> rows(kSamples);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int32_t>(i);
  std::vector<std::uint64_t> bare;
  for (const double value : svm::GramTile(part.train, rows, part.train, rows)) {
    bare.push_back(static_cast<std::uint64_t>(std::llround(value * 0x1p40)));
  }
  EXPECT_EQ(SmallShare(bare), 1);
}

// Equal data under different masks: no word of a tile occurs twice, except by chance.
TEST(PpSvmvWire, MasksAreFresh) {
  const auto words = [] {
    std::set<std::uint64_t> all;
    for (const auto& messages : Record(MakePpSvmv())) {
      for (const net::Message& message : messages) {
        if (!IsTile(message)) continue;
        for (const std::uint64_t word : message.As<std::uint64_t>()) all.insert(word);
      }
    }
    return all;
  };
  const std::set<std::uint64_t> first = words();
  for (const std::uint64_t word : words()) EXPECT_FALSE(first.contains(word));
}

TEST(PpSvmvWire, LabelsGoToWorkerZeroAlone) {
  const auto is_labels = [](const net::Message& message) {
    if (message.bytes.empty() || message.bytes.size() % sizeof(float) != 0) return false;
    return std::ranges::all_of(message.As<float>(), [](float value) { return std::abs(value) == 1; });
  };
  std::int64_t found = 0;
  for (const auto& messages : Record(MakePpSvmv())) {
    for (const net::Message& message : messages) {
      if (!is_labels(message)) continue;
      ++found;
      EXPECT_EQ(message.to, 0);
    }
  }
  EXPECT_EQ(found, kActive - 1);
}

TEST(FdSvrgWire, NoColumnWeightOrLabelLeaves) {
  const testing::Problem problem(kSamples, kColumns);
  std::set<double> columns;
  for (Eigen::Index i = 0; i < problem.x.size(); ++i) {
    if (problem.x.data()[i] != 0) columns.insert(problem.x.data()[i]);
  }
  std::set<double> weights;
  std::mutex mutex;
  for (const fd_svrg::Structure structure : {fd_svrg::Structure::kTree, fd_svrg::Structure::kStar}) {
    const auto sent = Record([&](net::Channel& channel, const WorkerView& view) {
      struct Watched : fd_svrg::FdSvrg {  // reports its weights during training
        using fd_svrg::FdSvrg::FdSvrg;
        std::function<void(const Eigen::VectorXd&)> tell;
        void Fit(const Observer& observer) override {
          fd_svrg::FdSvrg::Fit([&](const Progress& progress) {
            tell(weights());
            return observer(progress);
          });
        }
      };
      auto method = std::make_unique<Watched>(
          channel, fd_svrg::SvrgSettings{.batch = 16, .epochs = 4, .structure = structure}, view);
      method->tell = [&](const Eigen::VectorXd& w) {
        const std::lock_guard lock(mutex);
        weights.insert(w.begin(), w.end());
      };
      return method;
    });
    std::int64_t numbers = 0;
    for (const auto& messages : sent) {
      for (const net::Message& message : messages) {
        if (message.bytes.size() % sizeof(double) != 0) continue;
        const std::vector<double> values = message.As<double>();
        numbers += std::ssize(values);
        for (const double value : values) {
          EXPECT_FALSE(columns.contains(value));
          EXPECT_FALSE(weights.contains(value));
          EXPECT_NE(std::abs(value), 1);
        }
      }
    }
    EXPECT_GT(numbers, 4 * kSamples);
    EXPECT_GE(std::ssize(weights), kColumns);
  }
}

}  // namespace
}  // namespace fdskl::baselines
