// Tests users' own programs: what they get, what they may answer, and what happens to those that answer badly.
#include "baselines/external/external.h"

#include <arrow/api.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/files.h"
#include "base/testing.h"
#include "datasets/holding.h"
#include "fdskl/net/thread_channel.h"
#include "results/arrow_io.h"

namespace fdskl::external {
namespace {

using base::testing::ErrorOf;

// Three training samples and two test samples of four columns, of which this worker holds two, numbers 1 and 3.
class Data {
 public:
  explicit Data(datasets::Seat seat = {}) {
    base::DenseMatrix x(3, 4);
    x << 0, 1, 0, 0.5F, 0, 0, 0, 2, 0, 3, 0, 0;
    train_ = datasets::DealHolding(x, std::vector<float>{1, -1, 1}, {1, 3}, seat);
    base::DenseMatrix y(2, 2);
    y << 4, 0, 0.25F, 5;
    test_ = base::Matrix(y);
  }

  WorkerView View() const {
    WorkerView view = train_.View();
    view.watched = &test_;
    return view;
  }
  const base::Matrix& test() const { return test_; }

 private:
  datasets::Holding train_;
  base::Matrix test_;
};

class ExternalTest : public ::testing::Test {
 protected:
  std::string Text(const char* file) const { return base::testing::ReadFile(folder_.path() / file); }

  // Trains by a script; returns the decision values and keeps the progress.
  std::vector<double> Train(const std::string& script, const Observer& observer = {}) {
    program_.command = {"sh", "-c", script, "sh"};
    const Data data;
    std::vector<double> values;
    net::RunWorkers(1, [&](net::Channel& channel) {
      External method(program_, program_.settings, channel, data.View(), {.dataset = "a9a", .folder = folder_.path()});
      method.Fit([&](const Progress& progress) {
        progress_.push_back(progress);
        if (progress.evaluation == Evaluation::kNow) at_points_.push_back(method.Predict(data.test()));
        return !observer || observer(progress);
      });
      if (!at_points_.empty()) values = method.Predict(data.test());
    });
    return values;
  }
  std::string FailureOf(const std::string& script) {
    return ErrorOf([&] { Train(script); });
  }

  base::testing::TempFolder folder_;
  Program program_{.name = "mine", .title = "Mine", .command = {}, .data = DataFormat::kCsv, .settings = {}};
  std::vector<Progress> progress_;
  std::vector<std::vector<double>> at_points_;
};

TEST_F(ExternalTest, TablesHaveThePartysColumnsAndNoTestLabel) {
  const Data data;
  WriteData(DataFormat::kCsv, data.View(), folder_.path());
  EXPECT_EQ(Text("train.csv"), "c1,c3\n1,0.5\n0,2\n3,0\n");
  EXPECT_EQ(Text("labels.csv"), "label\n1\n-1\n1\n");
  EXPECT_EQ(Text("test.csv"), "c1,c3\n4,0\n0.25,5\n");
  WriteData(DataFormat::kLibsvm, data.View(), folder_.path());
  EXPECT_EQ(Text("train.libsvm"), "1 2:1 4:0.5\n-1 4:2\n1 2:3\n");
  EXPECT_EQ(Text("test.libsvm"), "0 2:4\n0 2:0.25 4:5\n");
  WriteData(DataFormat::kArrow, data.View(), folder_.path());
  const auto table = results::ReadTable(folder_.path() / "train.arrow");
  EXPECT_EQ(table->ColumnNames(), (std::vector<std::string>{"c1", "c3"}));
  EXPECT_EQ(results::ValueOrThrow(table->column(1)->GetScalar(1))->ToString(), "2");
  EXPECT_EQ(results::ReadTable(folder_.path() / "test.arrow")->num_rows(), 2);
  EXPECT_EQ(results::ReadTable(folder_.path() / "labels.arrow")->num_columns(), 1);
}

// Compares with numpy's documentation of the format.
TEST_F(ExternalTest, ArraysAreNumpys) {
  WriteData(DataFormat::kNpy, Data().View(), folder_.path());
  const std::string train = Text("train.npy");
  EXPECT_TRUE(train.starts_with("\x93NUMPY\x01")) << train;
  EXPECT_EQ(static_cast<unsigned char>(train[8]) + 10, 128) << "the values begin at a multiple of 64 bytes";
  EXPECT_NE(train.find("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }"), std::string::npos);
  ASSERT_EQ(train.size(), 128 + 6 * sizeof(float));
  float value = 0;
  std::memcpy(&value, train.data() + 128 + 3 * sizeof(float), sizeof value);
  EXPECT_EQ(value, 2);
  EXPECT_EQ(ReadDecisionValues(folder_.path() / "labels.npy", 3), (std::vector<double>{1, -1, 1}));
}

TEST_F(ExternalTest, APassivePartyHasNoLabels) {
  WriteData(DataFormat::kCsv, Data({.worker = 2, .active = 2}).View(), folder_.path());
  EXPECT_EQ(Text("labels.csv"), "label\nnan\nnan\nnan\n");
  WriteData(DataFormat::kLibsvm, Data({.worker = 1, .active = 2}).View(), folder_.path());
  EXPECT_EQ(Text("train.libsvm"), "nan 2:1 4:0.5\n-1 4:2\nnan 2:3\n");
}

TEST_F(ExternalTest, TheProgramIsToldItsSettingsAndItsFolder) {
  program_.settings = {{"depth", std::int64_t{3}}, {"kind", std::string("a b")}};
  EXPECT_EQ(Train("cd $1; env | grep ^FDSKL_ | sort > env; ls > files; printf '0.5\\n-2e3\\n' > decision.txt"),
            (std::vector<double>{0.5, -2000}));
  const std::string env = Text("party-0/env");
  for (const char* line : {"FDSKL_DATASET=a9a\n", "FDSKL_TASK=classification\n", "FDSKL_PARTY=0\n", "FDSKL_PARTIES=1\n",
                           "FDSKL_SETTING_depth=3\n", "FDSKL_SETTING_kind=a b\n"}) {
    EXPECT_NE(env.find(line), std::string::npos) << env;
  }
  EXPECT_EQ(Text("party-0/files"), "env\nfiles\nlabels.csv\ntest.csv\ntrain.csv\n");
  const auto others = std::filesystem::status(folder_.path() / "party-0").permissions() & std::filesystem::perms(077);
  EXPECT_EQ(others, std::filesystem::perms::none) << "the data are for this user alone";
}

TEST_F(ExternalTest, PointsAndProgressAreSeenInOrder) {
  Train(
      "cd $1; echo hello; echo fdskl progress 1 4; printf '1\\n2\\n' > p; echo fdskl point 2 p;"
      "printf '3\\n4\\n' > q; echo fdskl point 3 q; printf '5\\n6\\n' > decision.txt");
  EXPECT_EQ(at_points_, (std::vector<std::vector<double>>{{1, 2}, {3, 4}, {5, 6}}));
  std::vector<std::int64_t> iterations;
  for (const Progress& progress : progress_) iterations.push_back(progress.iteration);
  EXPECT_EQ(iterations, (std::vector<std::int64_t>{1, 2, 3, 3}));
  EXPECT_EQ(progress_.back().iterations, 4);
  EXPECT_GT(progress_.back().seconds, 0);
}

TEST_F(ExternalTest, BadAnswersAreReasons) {
  EXPECT_NE(FailureOf("cd $1; printf '1\\n' > decision.txt").find("decision.txt has 1 values, not 2"),
            std::string::npos);
  EXPECT_NE(FailureOf("cd $1; printf '1\\nnan\\n' > decision.txt").find("value 2 is nan"), std::string::npos);
  EXPECT_NE(FailureOf("cd $1; printf '1\\ninf\\n' > decision.txt").find("value 2 is inf"), std::string::npos);
  EXPECT_NE(FailureOf("cd $1; printf '1\\nyes\\n' > decision.txt").find("decision.txt:2: 'yes' is no number"),
            std::string::npos);
  EXPECT_NE(FailureOf("cd $1; echo garbage > decision.npy").find("is no array of numpy's"), std::string::npos);
  EXPECT_EQ(FailureOf("cd $1; rm -f decision*"), "mine left no decision.npy or decision.txt in its folder");
  EXPECT_EQ(FailureOf("echo first >&2; echo no such module >&2; exit 3"),
            "mine ended with exit status 3; it said: no such module");
  EXPECT_EQ(FailureOf("kill -SEGV $$"), "mine ended with signal 11 (Segmentation fault)");
  EXPECT_NE(FailureOf("echo fdskl pont 3 x").find("mine wrote 'fdskl pont 3 x', which is neither"), std::string::npos);
  EXPECT_NE(FailureOf("echo fdskl point 3 nowhere").find("cannot read"), std::string::npos);
}

TEST_F(ExternalTest, WhatItStartedEndsWithIt) {
  const std::string mark = fmt::format("FDSKL_EXTERNAL_TEST={}", folder_.path().string());
  Train(fmt::format("export {}; setsid sleep 100 & echo fdskl progress 1; sleep 100", mark),
        [](const Progress&) { return false; });
  EXPECT_TRUE(base::MarkedProcesses(mark).empty());
}

// Each party's program sees its own columns, and all of them one folder to meet in.
TEST_F(ExternalTest, PartiesMeet) {
  program_.command = {
      "sh", "-c",
      "cd $1; head -1 train.csv > $FDSKL_MEET/$FDSKL_PARTY.part; mv $FDSKL_MEET/$FDSKL_PARTY.part "
      "$FDSKL_MEET/$FDSKL_PARTY; test $FDSKL_PARTY = 0 || exit 0;"
      "for i in 0 1 2; do until test -e $FDSKL_MEET/$i; do sleep 0.02; done; done;"
      "echo fdskl progress 7 9; cat $FDSKL_MEET/? | tr '\\n' ' ' > seen; printf '1\\n2\\n' > decision.txt",
      "sh"};
  std::vector<Data> data;
  data.reserve(3);
  for (int worker = 0; worker < 3; ++worker) data.emplace_back(datasets::Seat{.worker = worker, .active = 1});
  std::array<std::vector<std::int64_t>, 3> iterations;
  net::RunWorkers(3, [&](net::Channel& channel) {
    const auto rank = static_cast<std::size_t>(channel.rank());
    External method(program_, {}, channel, data[rank].View(), {.dataset = "a9a", .folder = folder_.path()});
    method.Fit([&](const Progress& progress) {
      iterations[rank].push_back(progress.iteration);
      return true;
    });
    EXPECT_EQ(method.Predict(data[rank].test()).size(), rank == 0 ? 2U : 0U);
  });
  EXPECT_EQ(Text("party-0/seen"), "c1,c3 c1,c3 c1,c3 ");
  EXPECT_EQ(iterations[0].back(), 7);
  EXPECT_EQ(iterations[1], iterations[0]);
  EXPECT_EQ(iterations[2], iterations[0]);
}

}  // namespace
}  // namespace fdskl::external
