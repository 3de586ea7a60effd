// One launch over two hosts that the test makes itself: the model is the same as on one host, and a cell that fails on
// one of them ends as it should.
#include <gtest/gtest.h>

#include <csignal>

#include "base/process.h"
#include "base/testing.h"
#include "results/store.h"
#include "runners/cell/host_namespaces.h"

namespace fdskl::cell {
namespace {

using base::testing::Finished;
using Words = std::vector<std::string>;

class HostsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!hosts_.why_not().empty()) GTEST_SKIP() << "network namespaces cannot be made here: " << hosts_.why_not();
  }

  // Runs FDSKL with eight workers; afterwards none of its processes may be left.
  base::testing::Finished Run(const Words& more, const std::function<void()>& at_first_evaluation = {}) const {
    Words command = {FDSKL_PROGRAM, "run", "phishing",   "fdskl", "--rows",    "2000",
                     "--block",     "32",  "--features", "128",   "--results", folder_.path().string()};
    command.insert(command.end(), more.begin(), more.end());
    bool done = !at_first_evaluation;
    base::testing::Finished finished = base::testing::RunToEnd(command, {mark_}, [&](std::string_view line) {
      if (done || line.find("test error") == std::string_view::npos) return;
      done = true;
      at_first_evaluation();
    });
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty()) << "a process is left";
    return finished;
  }

  base::testing::Finished RunLong(const std::string& launcher, const std::function<void()>& act,
                                  const Words& more = {}) const {
    Words options = {"--launcher", launcher, "--features", "3200000", "--update", "plain"};
    options.insert(options.end(), more.begin(), more.end());
    return Run(options, act);
  }

  std::filesystem::path Model(const std::string& name) const { return folder_.path() / name; }
  std::vector<results::RunRow> Rows() const { return results::ResultStore(folder_.path()).ReadRuns(); }

  base::testing::TempFolder folder_;
  testing::HostNamespaces hosts_;
  std::string mark_ = fmt::format("FDSKL_HOSTS_TEST={}", folder_.path().string());
};

// Compares every worker's part of the model bit for bit, on all of phishing, or its stand-in if the data are missing.
TEST_F(HostsTest, TheSameModelAsOnOneHost) {
  const auto train = [&](const std::string& model, const Words& more) {
    Words options = {"--rows", "11055", "--block", "128", "--features", "1024", "--save-model", Model(model).string()};
    options.insert(options.end(), more.begin(), more.end());
    return Run(options);
  };
  ASSERT_EQ(train("one-host", {}).exit_status, 0);
  const base::testing::Finished finished = train("two-hosts", {"--launcher", hosts_.Launcher()});
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  for (int worker = 0; worker < 8; ++worker) {
    const std::string part = fmt::format("worker-{}.arrow", worker);
    EXPECT_TRUE(base::ReadText(Model("one-host") / part) == base::ReadText(Model("two-hosts") / part)) << part;
  }
  const auto rows = Rows();
  EXPECT_EQ(rows[1].rows, 11055);
  EXPECT_EQ(rows[1].workers, 8);
  EXPECT_EQ(rows[1].host, hosts_.Names());
  EXPECT_EQ(rows[1].test_error, rows[0].test_error);
  EXPECT_EQ(rows[1].auc, rows[0].auc);
  EXPECT_EQ(rows[1].sent_bytes, rows[0].sent_bytes);
  const auto curve = results::ResultStore(folder_.path()).ReadCurves();
  ASSERT_EQ(curve.size() % 2, 0U);
  const std::size_t points = curve.size() / 2;
  ASSERT_GT(points, 1U);
  for (std::size_t i = 0; i < points; ++i) EXPECT_EQ(curve[i].train_loss, curve[points + i].train_loss);
}

TEST_F(HostsTest, ALinkIsModelledOnOneHostAlone) {
  EXPECT_EQ(Run({"--launcher", hosts_.Launcher(), "--link", "wan"}).exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U);
  EXPECT_NE(Rows()[0].reason.find("--link needs all 8 ranks on one machine; 4 are on this one"), std::string::npos)
      << Rows()[0].reason;
}

TEST_F(HostsTest, ARankThatDiesOnTheOtherHostIsARow) {
  const base::testing::Finished finished = RunLong(hosts_.Launcher(), [&] {
    for (const pid_t pid : base::MarkedProcesses(mark_)) {
      const std::string environment = base::ReadText(fmt::format("/proc/{}/environ", pid));
      if (environment.find(std::string("OMPI_COMM_WORLD_RANK=6") + '\0') != std::string::npos) kill(pid, SIGKILL);
    }
  });
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "failed");
  EXPECT_NE(Rows()[0].reason.find("rank 6 died of signal 9"), std::string::npos) << Rows()[0].reason;
}

// The other host falls silent, and the cell ends at its time limit.
TEST_F(HostsTest, AHostThatVanishesEndsTheCellAtItsLimit) {
  const base::testing::Finished finished =
      RunLong(hosts_.Launcher(), [&] { hosts_.PullCable(); }, {"--time-limit", "1"});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "timeout");
  EXPECT_NE(Rows()[0].reason.find("stopped after"), std::string::npos) << Rows()[0].reason;
}

// The launcher checks every second whether the other host is alive, as docs/cluster.md advises.
TEST_F(HostsTest, AHostThatVanishesIsNoticedByALauncherThatAsks) {
  const base::testing::Finished finished =
      RunLong(hosts_.Launcher(hosts_.agent(),
                              "--mca oob_tcp_keepalive_time 1 --mca oob_tcp_keepalive_intvl 1 "
                              "--mca oob_tcp_keepalive_probes 2"),
              [&] { hosts_.PullCable(); }, {"--time-limit", "60"});
  EXPECT_EQ(finished.exit_status, 1);
  ASSERT_EQ(Rows().size(), 1U) << finished.error;
  EXPECT_EQ(Rows()[0].status, "failed");
  EXPECT_NE(Rows()[0].reason.find("lost communication"), std::string::npos) << Rows()[0].reason;
}

// The agent cannot reach the other host: the cell was not tried, so it has no row, and no other cell is begun.
TEST_F(HostsTest, ALauncherThatCannotReachAHostStopsTheDriverWithoutARow) {
  const std::string agent = hosts_.Script("agent-lost", "echo no route to $1 >&2; exit 255\n");
  const base::testing::Finished finished = Run({"--launcher", hosts_.Launcher(agent), "--splits", "2"});
  EXPECT_EQ(finished.exit_status, 1);
  EXPECT_NE(finished.error.find("the launcher started no rank"), std::string::npos) << finished.error;
  EXPECT_NE(finished.error.find("no route to 10.255.77.2"), std::string::npos) << finished.error;
  EXPECT_TRUE(Rows().empty());
}

}  // namespace
}  // namespace fdskl::cell
