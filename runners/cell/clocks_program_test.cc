// The logical clocks of whole runs: every method has them, they do not depend on the machine's load, and they agree
// with messages that are really delayed.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <thread>

#include "base/testing.h"
#include "results/store.h"

namespace fdskl::cell {
namespace {

using results::ClockNetwork;
using results::ClockTimes;
using Words = std::vector<std::string>;

class ClocksTest : public ::testing::Test {
 protected:
  // The row of `fdskl run phishing METHOD` on a stand-in, with `more` options.
  results::RunRow Run(const char* method, const Words& more) {
    Words command = {FDSKL_PROGRAM, "run",      "phishing",  method,
                     "--edition",   "stand-in", "--results", folder_.path().string()};
    command.insert(command.end(), more.begin(), more.end());
    finished_ = base::testing::RunToEnd(command);
    if (finished_.exit_status != 0) base::Fail("{}: {}", method, finished_.error);
    return results::ResultStore(folder_.path()).ReadRuns().back();
  }

  base::testing::TempFolder folder_;
  base::testing::Finished finished_;
};

TEST_F(ClocksTest, EveryMethodHasThem) {
  const auto file = base::testing::WriteFile(
      folder_.path() / "small.toml",
      "[fdskl]\nblock = 32\nfeatures = 128\n[dsg]\nblock = 32\nfeatures = 128\n[pp-svmv]\nkernel_cache = \"1M\"\n"
      "[fd-svrg]\nepochs = 2\n[secureboost]\nactive = 1\ntrees = 1\ndepth = 2\nbins = 8\nkey_bits = 1024\n");
  for (const char* method : {"fdskl", "dsg", "libsvm", "pp-svmv", "fd-svrg", "secureboost"}) {
    const bool central = std::string_view(method) == "dsg" || std::string_view(method) == "libsvm";
    Words options = {"--rows", "600", "--settings", file.string(), "--price-core-hour", "2", "--price-gigabyte", "3"};
    if (!central) options.insert(options.end(), {"--workers", "3", "--link", "latency=1ms"});
    const results::RunRow row = Run(method, options);
    double before = 0;
    for (const ClockNetwork network :
         {ClockNetwork::kBare, ClockNetwork::kLan, ClockNetwork::kWan, ClockNetwork::kIntercontinental}) {
      const ClockTimes& clock = row.clocks[network];
      ASSERT_TRUE(clock.seconds.has_value()) << method;
      EXPECT_GE(*clock.seconds, before) << method;
      before = *clock.seconds;
      EXPECT_NEAR(
          *clock.cost,
          static_cast<double>(row.workers) * *clock.seconds / 3600 * 2 + static_cast<double>(*row.sent_bytes) / 1e9 * 3,
          1e-9);
      if (network == ClockNetwork::kBare) continue;
      EXPECT_NEAR(*clock.seconds,
                  *clock.computing_seconds + *clock.latency_seconds + *clock.bandwidth_seconds + *clock.waiting_seconds,
                  1e-9 * *clock.seconds);
      EXPECT_EQ(*clock.latency_seconds > 0, !central) << method;
    }
    EXPECT_GT(*row.clocks[ClockNetwork::kBare].seconds, 0) << method;
    EXPECT_EQ(row.clocks[ClockNetwork::kLink].seconds.has_value(), !central);
    const results::CurveRow point = results::ResultStore(folder_.path()).ReadCurves().back();
    EXPECT_EQ(point.clock_seconds[ClockNetwork::kWan], row.clocks[ClockNetwork::kWan].seconds) << method;
    EXPECT_NE(finished_.output.find("With a machine of 1 core for every party"), std::string::npos) << finished_.output;
  }
}

// Each point of LIBSVM's curve is a separate training, and its time is that training's, not the sum of all.
TEST_F(ClocksTest, APointThatIsATrainingOfItsOwnStartsFromZero) {
  for (const auto& [method, workers] : {std::pair("libsvm", "1"), std::pair("pp-svmv", "2")}) {
    Run(method, {"--rows", "1600", "--workers", workers});
    double sum = 0;
    const auto curve = results::ResultStore(folder_.path()).ReadCurves();
    for (const results::CurveRow& point : curve) {
      if (point.run == curve.back().run) sum += *point.clock_seconds[ClockNetwork::kBare];
    }
    const double last = *curve.back().clock_seconds[ClockNetwork::kBare];
    EXPECT_GT(last, 0) << method;
    // Half the samples take a quarter of the time or more. If times were added up, the last would be the sum of all.
    EXPECT_GT(sum, 1.05 * last) << method;
  }
}

// Other processes disturb both measurements, so a ratio that is off is measured again at twice the scale.
void ExpectWithin15Percent(const std::function<double(int scale)>& ratio) {
  constexpr int kAttempts = 6;
  int scale = 1;
  for (int attempt = 1;; ++attempt, scale *= 2) {
    const double measured = ratio(scale);
    if (std::abs(std::log(measured)) < std::log(1.15)) return;
    ASSERT_LT(attempt, kAttempts) << "ratio " << measured;
  }
}

Words Sized(int features, const char* workers) {
  return {"--rows", "4000", "--block", "128", "--features", std::to_string(features), "--workers", workers};
}

TEST_F(ClocksTest, DoNotDependOnCrowding) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "needs two cores";
  ExpectWithin15Percent([&](int scale) {
    Words options = Sized(1024 * scale, "4");
    const results::RunRow free = Run("fdskl", options);
    options.insert(options.end(),
                   {"--launcher", "taskset -c 0 mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1"});
    const results::RunRow crowded = Run("fdskl", options);
    EXPECT_EQ(free.sent_bytes, crowded.sent_bytes);
    return *crowded.clocks[ClockNetwork::kLan].seconds / *free.clocks[ClockNetwork::kLan].seconds;
  });
}

TEST_F(ClocksTest, AgreeWithMessagesThatAreReallyHeldBack) {
  if (std::thread::hardware_concurrency() < 2) GTEST_SKIP() << "needs a core for each of two workers";
  ExpectWithin15Percent([&](int scale) {
    Words options = Sized(1024, "2");
    // An evaluation synchronises all ranks in real time only. What a rank has sent ahead then no longer overlaps.
    options.insert(options.end(), {"--evaluations", "1", "--link",
                                   fmt::format("latency={}ms,bandwidth={}Mbit", 10 * scale, 200.0 / scale)});
    const results::RunRow run = Run("fdskl", options);
    return *run.train_seconds / *run.clocks[ClockNetwork::kLink].seconds;
  });
}

}  // namespace
}  // namespace fdskl::cell
