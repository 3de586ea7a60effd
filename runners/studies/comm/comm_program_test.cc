// The experiment `comm` end to end: the program, mpirun, ranks, the table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/files.h"
#include "base/testing.h"
#include "results/rows.h"
#include "runners/cell/host_namespaces.h"
#include "runners/studies/comm/sum_case.h"

namespace fdskl::comm {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

TEST(SumCase, TextReadsBack) {
  for (const char* text : {"tree/lan", "mpi-reduce/bare", "star/latency=2ms,bandwidth=3Mbit"})
    EXPECT_EQ(CaseText(ParseCase(text)), text);
  EXPECT_NE(base::testing::ErrorOf([] { ParseCase("tre/lan"); }).find("did you mean tree"), std::string::npos);
}

TEST(SumCase, PredictionIsOfTheWholeMatrix) {
  const results::CommRow row = PredictedRow(ParseCase("ring/latency=1s,bandwidth=1Gbit"), 5, 512);
  EXPECT_EQ(row.sent_messages, 4 * 4);
  EXPECT_EQ(row.sent_bytes, 4 * 512 * 512 * 8);
  EXPECT_EQ(row.longest_chain, 4);
  EXPECT_NEAR(*row.predicted_seconds, 4 * 4 * (1 + 256 * 256 * 64 / 1e9), 1e-9);
  EXPECT_FALSE(PredictedRow(ParseCase("ring/bare"), 5, 512).predicted_seconds.has_value());
}

TEST(SumCase, APipelineWaitsForTheFirstTileAlone) {
  const double bytes_seconds = 256 * 256 * 64 / 1e9;
  EXPECT_NEAR(*PredictedRow(ParseCase("pipelined-ring/latency=1s,bandwidth=1Gbit"), 5, 512).predicted_seconds,
              4 * (1 + bytes_seconds) + 3 * bytes_seconds, 1e-9);
  EXPECT_NEAR(*PredictedRow(ParseCase("pipelined-tree/latency=1s,bandwidth=1Gbit"), 8, 512).predicted_seconds,
              3 * (1 + bytes_seconds) + 3 * 3 * bytes_seconds, 1e-9);
}

TEST(SumCase, ASumThatIsNotTheCentralMatrixIsAnError) {
  const SumCase sum = ParseCase("ring/lan");
  const std::vector<double> central = {0, -3, 1000};
  EXPECT_EQ(CheckSum(sum, central, central), 0);
  EXPECT_NEAR(CheckSum(sum, std::vector<double>{1e-14, -3, 1000 + 2e-10}, central), 2e-10 / 1001, 1e-15);
  for (const double wrong : {1000 + 1e-8, std::nan("")}) {
    const std::vector<double> tile = {0, -3, wrong};
    EXPECT_NE(base::testing::ErrorOf([&] { CheckSum(sum, tile, central); }).find("ring/lan: entry 2 of a tile is "),
              std::string::npos);
  }
}

class CommTest : public ::testing::Test {
 protected:
  base::testing::Finished Run(const Words& more) const {
    Words command = {FDSKL_PROGRAM,     "comm",  "--dataset", "ijcnn1", "--edition", "stand-in",
                     "--rows",          "400",   "--seconds", "0.05",   "--results", folder_.path().string(),
                     "--clock-workers", "2,4,64"};
    command.insert(command.end(), more.begin(), more.end());
    return base::testing::RunToEnd(command);
  }
  std::vector<results::CommRow> Rows() const {
    return results::ReadRows<results::CommRow>(folder_.path() / "comm.arrow");
  }

  base::testing::TempFolder folder_;
};

TEST_F(CommTest, MeasuresPredictsAndResumes) {
  const std::string slow = "latency=5ms,bandwidth=1Gbit";
  base::testing::Finished finished = Run({"--workers", "2", "--link", "bare", "--link", slow});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  const std::vector<results::CommRow> rows = Rows();
  // Six structures are measured with two workers; five are timed by clocks with two and four parties, of the 22
  // columns; the rest are of the closed form.
  ASSERT_EQ(rows.size(), 6U + 5 * 2 + 5 * 6);
  for (const results::CommRow& row : rows) {
    EXPECT_EQ(row.rows, 300);
    EXPECT_EQ(row.seconds.has_value(), row.link == "bare");
    EXPECT_EQ(row.clock_seconds.has_value(), row.link == slow && row.workers <= 4);
    EXPECT_EQ(row.largest_difference.has_value(), row.workers <= 4);
    EXPECT_LE(row.largest_difference.value_or(0), kRounding);
    EXPECT_EQ(row.is_prediction, row.workers > 4);
    EXPECT_EQ(row.predicted_seconds.has_value(), row.link == slow);
    EXPECT_EQ(row.sent_bytes, row.structure == "mpi-reduce" ? 0 : (row.workers - 1) * 300 * 300 * 8);
    if (row.clock_seconds) {
      // The closed form plus the time to add numbers.
      EXPECT_GT(*row.clock_seconds, 0.99 * *row.predicted_seconds) << row.structure;
      EXPECT_LT(*row.clock_seconds, 1.5 * *row.predicted_seconds) << row.structure;
    }
  }
  EXPECT_NE(finished.output.find("| " + slow + " | 1024 | ("), std::string::npos) << finished.output;

  // Stored rows stay, to the last digit. One more number of workers is measured. The link has its old name here.
  finished = Run({"--workers", "2,3", "--link", "shared-memory"});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  EXPECT_NE(finished.error.find("ijcnn1, 2 workers: already there"), std::string::npos) << finished.error;
  const std::vector<results::CommRow> more = Rows();
  ASSERT_EQ(more.size(), rows.size() + 6);
  for (const results::CommRow& row : rows) {
    const auto same = std::ranges::find_if(more, [&](const results::CommRow& other) { return SameCase(row, other); });
    EXPECT_EQ(same->seconds, row.seconds);
    EXPECT_EQ(same->clock_seconds, row.clock_seconds);
  }
}

TEST_F(CommTest, MistakesAreSaidAtOnce) {
  const auto has = [&](const Words& options, std::string_view message) {
    const base::testing::Finished finished = Run(options);
    EXPECT_EQ(finished.exit_status, 1);
    EXPECT_NE(finished.error.find(message), std::string::npos) << finished.error;
  };
  has({"--link", "lam"}, "did you mean lan");
  has({"--workers", "23"}, "ijcnn1 has 22 columns");
  has({"--workers", "0"}, "workers must be at least 1");
  has({"--dataset", "ijcn"}, "did you mean ijcnn1");
  has({"--rows", "6"}, "rows must be at least 8");
  EXPECT_TRUE(Rows().empty());
}

TEST_F(CommTest, ALaunchThatFailsIsSaidAndTheNextOneRuns) {
  const std::string launcher =
      "sh -c 'test \"$2\" = 3 || { echo fdskl-error: rank 1: no luck >&2; exit 3; }; "
      "exec mpirun --oversubscribe \"$@\"' sh";
  const base::testing::Finished finished = Run({"--workers", "2,3", "--link", "bare", "--launcher", launcher});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("ijcnn1, 2 workers: failed: rank 1: no luck"), std::string::npos) << finished.error;
  EXPECT_EQ(Rows().size(), 6U) << finished.error;
}

// Over a real network the bare sums are measured. Those over links are timed by clocks, wherever the ranks are.
TEST_F(CommTest, MeasuresOverTwoHosts) {
  const cell::testing::HostNamespaces hosts;
  if (!hosts.why_not().empty()) GTEST_SKIP() << "network namespaces cannot be made here: " << hosts.why_not();
  const base::testing::Finished finished = Run({"--workers", "8", "--launcher", hosts.Launcher()});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  std::size_t measured = 0;
  std::size_t clocked = 0;
  for (const results::CommRow& row : Rows()) {
    measured += row.seconds && row.workers == 8 ? 1 : 0;
    clocked += row.clock_seconds ? 1 : 0;
  }
  EXPECT_EQ(measured, 6U) << "each structure";
  EXPECT_EQ(clocked, 3U * 5U * 2U) << "three links, each structure but MPI's own, two and four parties";
}

}  // namespace
}  // namespace fdskl::comm
