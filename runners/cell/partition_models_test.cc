// The partition of the columns does not change any method's model. It changes traffic and what each party can see.
#include <gtest/gtest.h>

#include <cmath>

#include "base/seed.h"
#include "datasets/holding.h"
#include "fdskl/net/thread_channel.h"
#include "runners/cell/cell.h"
#include "runners/cell/cell_text.h"

namespace fdskl::cell {
namespace {

constexpr int kRows = 160, kColumns = 9, kWorkers = 3;

struct Problem {
  base::DenseMatrix x{kRows, kColumns};
  std::vector<float> y;

  Problem() {
    for (int i = 0; i < kRows; ++i) {
      for (int k = 0; k < kColumns; ++k)
        x(i, k) = static_cast<float>(base::Seed("partition models", i, k) % 1000) / 1000;
      y.push_back((x(i, 0) - 0.5) * (x(i, 4) - 0.5) + 0.2 * (x(i, 8) - 0.5) > 0 ? 1.0F : -1.0F);
    }
  }
};

struct Outcome {
  std::vector<double> f;
  std::int64_t sent_bytes = 0;
};

Cell SmallCell(MethodRef method) {
  Cell cell(method);
  cell.workers = method->is_central() ? 1 : kWorkers;
  cell.active = 1;
  toml::table options;
  for (const base::Option& option : cell.Options()) {
    if (option.name == "features") options.insert("features", 96);
    if (option.name == "block") options.insert("block", 32);
    if (option.name == "batch") options.insert("batch", 80);
    if (option.name == "trees") options.insert("trees", 3);
    if (option.name == "depth") options.insert("depth", 2);  // larger nodes: a tie goes to the worker that comes first
    if (option.name == "key_bits") options.insert("key_bits", 0);
    if (option.name == "ring_bits") options.insert("ring_bits", 32);
  }
  ApplyOptions(options, "test", cell);
  return cell;
}

Outcome Train(const Cell& cell, const Problem& problem) {
  Outcome outcome;
  std::vector<std::int64_t> sent(static_cast<std::size_t>(cell.workers));
  net::RunWorkers(cell.workers, [&](net::Channel& channel) {
    const datasets::Holding data =
        datasets::DealHolding(problem.x, problem.y, cell.partition.ColumnsOf(kColumns, cell.workers, channel.rank(), 1),
                              {.worker = channel.rank(), .active = cell.active});
    const auto method = MakeMethod(cell, channel, data);
    method->Fit([](const Progress&) { return true; });
    sent[static_cast<std::size_t>(channel.rank())] = channel.total_traffic().sent_bytes;
    std::vector<double> f = method->Predict(data.train);
    if (channel.rank() == 0) outcome.f = std::move(f);
  });
  for (const std::int64_t bytes : sent) outcome.sent_bytes += bytes;
  return outcome;
}

class PartitionModels : public ::testing::TestWithParam<MethodRef> {};

TEST_P(PartitionModels, DoNotDependOnWhoHoldsWhat) {
  const Problem problem;
  Cell cell = SmallCell(GetParam());
  const Outcome equal = Train(cell, problem);
  ASSERT_EQ(equal.f.size(), static_cast<std::size_t>(kRows));
  double largest = 0;
  for (const double f : equal.f) largest = std::max(largest, std::abs(f));
  ASSERT_GT(largest, 0.01);
  for (const char* partition : {"6,1,1", "1,1,6", "shuffled", "2,9;1,5-8;3-4"}) {
    cell.partition = datasets::PartitionRule::Parse(partition);
    const Outcome other = Train(cell, problem);
    for (std::size_t i = 0; i < equal.f.size(); ++i) {
      ASSERT_NEAR(other.f[i], equal.f[i], 2e-3 * largest) << partition << " sample " << i;
    }
    EXPECT_EQ(other.sent_bytes > 0, !GetParam()->is_central());
  }
}

INSTANTIATE_TEST_SUITE_P(All, PartitionModels,
                         ::testing::ValuesIn(std::vector<MethodRef>(baselines::Methods().begin(),
                                                                    baselines::Methods().end())),
                         [](const auto& method) {
                           std::string name(method.param->name);
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace fdskl::cell
