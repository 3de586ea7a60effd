// Compares the predicted memory of cells with what small runs took. Every run takes at least the predicted least and at
// most the predicted most, and the latter is at most kFactor times what it took.

#include <gtest/gtest.h>

#include <algorithm>

#include "base/files.h"
#include "base/testing.h"
#include "results/store.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/needs.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

using Words = std::vector<std::string>;

constexpr double kFactor = 3;

struct Subject {
  const char* name;
  const char* method;
  const char* dataset;
  std::vector<std::pair<const char*, const char*>> options;
};

class NeedsTest : public ::testing::TestWithParam<Subject> {};

TEST_P(NeedsTest, HoldAgainstWhatARunTook) {
  const Subject& subject = GetParam();
  const base::testing::TempFolder folder;
  base::WriteText(folder.path() / "none.toml", "");
  Words command = {FDSKL_PROGRAM,   "run",
                   subject.dataset, subject.method,
                   "--edition",     "stand-in",
                   "--settings",    (folder.path() / "none.toml").string(),
                   "--results",     folder.path().string(),
                   "--evaluations", "1"};
  Cell cell(baselines::FindMethod(subject.method));
  cell.dataset = subject.dataset;
  toml::table options;
  for (const auto& [name, value] : subject.options) {
    std::string dashed = fmt::format("--{}", name);
    std::ranges::replace(dashed, '_', '-');
    command.insert(command.end(), {dashed, value});
    InsertTyped(options, name, value);
  }
  if (cell.method()->is_central()) cell.workers = cell.active = 1;
  ApplyOptions(options, "command line", cell);
  const base::testing::Finished finished = base::testing::RunToEnd(command);
  ASSERT_EQ(finished.exit_status, 0) << finished.error;
  const results::RunRow row = results::ResultStore(folder.path()).ReadRuns().front();

  const datasets::Prepared data = datasets::Prepare(cell.dataset, datasets::Edition::kStandIn, cell.rows);
  cell.hold = datasets::Hold::kMemory;
  const std::vector<MemoryPart> need = CellNeed(cell, SizeOf(cell, data));
  const auto took = static_cast<double>(row.peak_memory_bytes.value());
  EXPECT_LE(Least(need), took);
  EXPECT_GE(Most(need), took);
  EXPECT_LE(Most(need), kFactor * took);
  RecordProperty("least_bytes", std::to_string(Least(need)));
  RecordProperty("took_bytes", std::to_string(took));
  RecordProperty("most_bytes", std::to_string(Most(need)));
}

INSTANTIATE_TEST_SUITE_P(
    EveryMethod, NeedsTest,
    ::testing::Values(
        Subject{"fdskl_ring", "fdskl", "epsilon", {{"rows", "4000"}, {"workers", "2"}, {"features", "4096"}}},
        Subject{"fdskl_sweeps",
                "fdskl",
                "phishing",
                {{"rows", "8000"}, {"workers", "2"}, {"features", "4096"}, {"sweeps", "1"}, {"ring_bits", "32"}}},
        Subject{"fdskl_resummed",
                "fdskl",
                "phishing",
                {{"rows", "8000"},
                 {"workers", "2"},
                 {"features", "4096"},
                 {"sweeps", "1"},
                 {"ring_bits", "32"},
                 {"angle_memory", "20M"}}},
        Subject{"fdskl_paper",
                "fdskl",
                "phishing",
                {{"rows", "8000"}, {"workers", "3"}, {"features", "1024"}, {"masking", "paper"}}},
        Subject{"fdskl_shared",
                "fdskl",
                "phishing",
                {{"rows", "1000"}, {"workers", "4"}, {"features", "512"}, {"masking", "shared"}, {"update", "plain"}}},
        Subject{"fdskl_private",
                "fdskl",
                "phishing",
                {{"rows", "2000"},
                 {"workers", "4"},
                 {"features", "2048"},
                 {"masking", "private"},
                 {"update", "conjugate"},
                 {"loss", "square"},
                 {"sweeps", "2"}}},
        Subject{"dsg", "dsg", "epsilon", {{"rows", "4000"}, {"features", "4096"}}},
        Subject{"libsvm", "libsvm", "epsilon", {{"rows", "2000"}, {"kernel_cache", "8M"}}},
        Subject{"pp_svmv", "pp-svmv", "phishing", {{"rows", "4000"}, {"workers", "2"}, {"kernel_cache", "8M"}}},
        Subject{"fd_svrg", "fd-svrg", "epsilon", {{"rows", "4000"}, {"workers", "2"}, {"epochs", "2"}}},
        Subject{"secureboost",
                "secureboost",
                "epsilon",
                {{"rows", "2000"},
                 {"workers", "2"},
                 {"active", "1"},
                 {"trees", "1"},
                 {"depth", "2"},
                 {"bins", "8"},
                 {"key_bits", "0"}}}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace fdskl::cell
