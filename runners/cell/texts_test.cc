// The driver's short texts: commands, progress, reasons, the summary.

#include <gtest/gtest.h>

#include <csignal>

#include "base/testing.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/evaluator.h"
#include "runners/cell/launch.h"
#include "runners/cell/party_clocks.h"
#include "runners/cell/progress.h"

namespace fdskl::cell {
namespace {

using Words = std::vector<std::string>;

constexpr int kExitStatusOne = 1 << 8;  // as waitpid() encodes it

TEST(ProgressText, SurvivesTheRoundTrip) {
  const auto event = ParseProgress(ProgressText({3, 16, 768, 0.25, 15.5, 2, 5}));
  ASSERT_TRUE(event.has_value());
  EXPECT_EQ(event->iteration, 3);
  EXPECT_EQ(event->iterations, 16);
  EXPECT_EQ(event->features, 768);
  EXPECT_EQ(event->seconds, 0.25);
  EXPECT_EQ(event->test_error, 15.5);
  EXPECT_EQ(event->level, 2);
  EXPECT_EQ(event->levels, 5);
  EXPECT_FALSE(ParseProgress(ProgressText({3, 16, 768, 0.25, std::nullopt}))->test_error.has_value());
}

TEST(ProgressText, OtherLinesAreNoProgress) {
  for (const char* line :
       {"", "hello", "fdskl-progress", "fdskl-progress 1 2", "noise 1 2 3 4 5", "fdskl-progress a b c d e"}) {
    EXPECT_FALSE(ParseProgress(line).has_value()) << line;
  }
}

TEST(FailureReason, IsTheFirstRanksOwnWords) {
  EXPECT_EQ(
      FailureReason({"-----", "MPI_ABORT was invoked", "fdskl-error: rank 3: no such file", "fdskl-error: rank 1: x"},
                    kExitStatusOne),
      "rank 3: no such file");
}

TEST(FailureReason, NamesTheRankThatDied) {
  EXPECT_EQ(
      FailureReason({"----", "mpirun noticed that process rank 2 with PID 0 on node n exited on signal 9 (Killed)."},
                    kExitStatusOne),
      "rank 2 died of signal 9 (Killed)");
}

TEST(FailureReason, ElseSaysHowTheLauncherEnded) {
  EXPECT_EQ(FailureReason({}, kExitStatusOne), "the launcher ended with exit status 1");
  EXPECT_EQ(FailureReason({"-----", "", "no hosts\x01"}, kExitStatusOne),
            "the launcher ended with exit status 1; it said: no hosts?");
  EXPECT_EQ(FailureReason({}, SIGKILL), "the launcher ended with signal 9 (Killed)");
}

TEST(FailureReason, IsValidUtf8) {
  EXPECT_EQ(FailureReason({"fdskl-error: rank 0: Zürich"}, 1), "rank 0: Zürich");
  EXPECT_EQ(FailureReason({"fdskl-error: rank 0: \xff\xfe"}, 1), "rank 0: ??");
}

TEST(IsEvaluationPoint, GrowsByEqualRatiosAndEndsAtTheEnd) {
  Words points;
  for (int i = 1; i <= 64; ++i) {
    if (IsEvaluationPoint(i, 64, 6)) points.push_back(std::to_string(i));
  }
  EXPECT_EQ(points, (Words{"2", "4", "8", "16", "32", "64"}));
  EXPECT_TRUE(IsEvaluationPoint(1, 1, 12));
  EXPECT_TRUE(IsEvaluationPoint(1000000, 1000000, 1));
  EXPECT_TRUE(IsEvaluationPoint(8, 0, 12));
  EXPECT_FALSE(IsEvaluationPoint(9, 0, 12));
}

TEST(Summary, GivesMeanAndDeviationOfWhatIsOk) {
  results::RunRow run;
  run.status = "ok";
  run.test_error = 10;
  run.train_seconds = 1;
  std::vector<results::RunRow> runs(3, run);
  runs[1].test_error = 14;
  runs[2] = results::RunRow();
  runs[2].split = 2;
  runs[2].status = "failed";
  runs[2].reason = "rank 3 died";
  const std::string text = Summary(runs);
  EXPECT_NE(text.find("12.00 ± 2.83"), std::string::npos) << text;
  EXPECT_NE(text.find("split 2: failed: rank 3 died"), std::string::npos) << text;
}

results::RunRow ClockedRun() {
  results::RunRow run;
  run.status = "ok";
  run.workers = 4;
  run.party_cores = 2;
  run.sent_bytes = 3'000'000'000;
  run.clocks[results::ClockNetwork::kBare].seconds = 900;
  run.clocks[results::ClockNetwork::kWan] = {.seconds = 1800,
                                             .computing_seconds = 900,
                                             .latency_seconds = 600,
                                             .bandwidth_seconds = 250,
                                             .waiting_seconds = 50};
  return run;
}

TEST(Summary, HasTheTimesByClock) {
  const std::string text = Summary(std::vector(2, ClockedRun()));
  EXPECT_NE(text.find("With a machine of 2 cores for every party"), std::string::npos) << text;
  EXPECT_NE(text.find("no network           900.00          -"), std::string::npos) << text;
  EXPECT_NE(text.find("wan                 1800.00     900.00     600.00     250.00      50.00\n"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("cost"), std::string::npos) << text;
  EXPECT_EQ(Summary(std::vector(1, results::RunRow())).find("machine"), std::string::npos);
}

TEST(AddCosts, PaysAllCoresForTheTimeAndEachByteOnce) {
  results::RunRow run = ClockedRun();
  AddCosts({.core_hour = 0.5, .gigabyte = 0.1}, run);
  EXPECT_DOUBLE_EQ(*run.clocks[results::ClockNetwork::kBare].cost, 4 * 2 * 0.25 * 0.5 + 0.3);
  EXPECT_DOUBLE_EQ(*run.clocks[results::ClockNetwork::kWan].cost, 4 * 2 * 0.5 * 0.5 + 0.3);
  EXPECT_FALSE(run.clocks[results::ClockNetwork::kLan].cost.has_value());
  EXPECT_NE(Summary(std::vector(1, run)).find("50.00       2.30\n"), std::string::npos) << Summary(std::vector(1, run));
}

TEST(ReadPrices, NamesWhatIsWrong) {
  const base::testing::TempFolder folder;
  const auto read = [&](const char* text) {
    return ReadPrices(base::testing::WriteFile(folder.path() / "prices.toml", text));
  };
  EXPECT_EQ(read("core_hour = 0.05\ngigabyte = 0.09\n").gigabyte, 0.09);
  EXPECT_NE(base::testing::ErrorOf([&] { read("core_hours = 1.0\n"); }).find("core_hour"), std::string::npos);
  EXPECT_NE(base::testing::ErrorOf([] { Validate(Prices{.core_hour = -1}); }).find("core-hour"), std::string::npos);
}

std::string Displayed(ProgressStyle style) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  ProgressDisplay display(stream, style);
  display.Begin("cell 1 of 2");
  display.Update({4, 16, 1024, 1, 20.0});
  display.Update({8, 16, 2048, 2, std::nullopt});
  results::RunRow run;
  run.status = "ok";
  display.End(run);
  std::fclose(stream);
  std::string displayed(text, size);
  std::free(text);
  return displayed;
}

TEST(ProgressDisplay, ElsewhereIsOnePlainLinePerEvaluation) {
  EXPECT_EQ(Displayed(ProgressStyle::kEvaluations),
            "cell 1 of 2\n"
            "cell 1 of 2: test error 20.00, iteration 4/16, 1024 features, 1.0 s, 3.0 s left\n"
            "cell 1 of 2: ok\n");
}

TEST(ProgressDisplay, OrOnePlainLinePerCell) { EXPECT_EQ(Displayed(ProgressStyle::kCells), "cell 1 of 2: ok\n"); }

TEST(ProgressDisplay, TreesAreShownWithTheirLevel) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&text, &size);
  ProgressDisplay display(stream, ProgressStyle::kTerminal);
  display.Begin("cell");
  display.Update(
      {.iteration = 1, .iterations = 4, .features = 1, .seconds = 3, .test_error = {}, .level = 2, .levels = 4});
  std::fclose(stream);
  EXPECT_NE(std::string(text, size).find("cell: tree 1/4, level 2/4, 3.0 s, 5.0 s left"), std::string::npos);
  std::free(text);
}

TEST(ProgressDisplay, OnATerminalRewritesOneLine) {
  const std::string text = Displayed(ProgressStyle::kTerminal);
  EXPECT_NE(text.find("\r\x1b[Ktest error 20.00, cell 1 of 2: iteration 8/16, 2048 features, 2.0 s, 2.0 s left"),
            std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

}  // namespace
}  // namespace fdskl::cell
