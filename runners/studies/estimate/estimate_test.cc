#include "runners/studies/estimate/estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "base/files.h"
#include "base/seed.h"
#include "datasets/partition.h"
#include "runners/studies/estimate/unit_fit.h"
#include "runners/studies/traffic/epoch_traffic.h"

namespace fdskl::estimate {
namespace {

struct Table {
  base::DenseMatrix x;
  std::vector<float> y;

  Table(std::int64_t rows, std::int64_t columns) : x(rows, columns) {
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t k = 0; k < columns; ++k) x(i, k) = static_cast<float>(base::Seed("x", i, k) >> 40U) * 0x1p-24F;
      y.push_back(i / 2 % 2 == 0 ? 1.0F : -1.0F);
    }
  }
};

Measured Train(const Settings& settings, int workers, const Table& table) {
  const int active = std::min(2, workers);
  return MeasureTraining(settings, workers, active, [&](int worker) {
    return datasets::DealHolding(
        table.x, table.y, datasets::WorkerColumns(table.x.cols(), workers, worker, datasets::Partition::kContiguous, 0),
        {worker, active});
  });
}

// The bytes sent show how many angles there were.
TEST(TrainingWork, CountsTheBytesThatRunsSend) {
  const Table table(1200, 8);
  Settings settings;
  settings.block = 16;
  settings.gram_rows = 64;
  for (const Masking masking : {Masking::kRing, Masking::kNone, Masking::kPaper}) {
    for (const std::int64_t batch : {50, 200, 100000}) {
      for (const std::int64_t sweeps : {0, 2}) {
        for (const int workers : {2, 5}) {
          settings.masking = masking;
          settings.batch = batch;
          settings.sweeps = sweeps;
          settings.features = 640;
          const Measured run = Train(settings, workers, table);
          EXPECT_NEAR(run.work.wire_bytes / run.sent_bytes, 1, masking == Masking::kPaper ? 0.15 : 0.03)
              << base::NameOf(masking) << ' ' << batch << ' ' << sweeps << ' ' << workers;
        }
      }
    }
  }
  settings.masking = Masking::kRing;
  settings.cache_partials = false;
  settings.sweeps = 0;
  settings.batch = 30;
  const Measured run = Train(settings, 3, table);
  EXPECT_NEAR(run.work.wire_bytes / run.sent_bytes, 1, 0.05);
}

TEST(TrainingWork, CountsTheBytesOfPrivateRuns) {
  const Table table(600, 8);
  Settings settings;
  settings.masking = Masking::kPrivate;
  settings.update = Update::kConjugate;
  settings.loss = LossKind::kSquare;
  settings.block = 16;
  settings.features = 320;
  for (const std::int64_t iterations : {1, 10}) {
    for (const int workers : {4, 6}) {
      settings.sweeps = iterations;
      const Measured run = Train(settings, workers, table);
      EXPECT_NEAR(run.work.wire_bytes / run.sent_bytes, 1, 0.03) << iterations << ' ' << workers;
    }
  }
}

TEST(TrainingWork, AgreesWithTheClosedFormOfTraffic) {
  cell::Cell cell;
  auto& settings = cell.As<Settings>();
  settings.sweeps = 3;
  settings.ring_bits = 8;
  settings.features = 4096;
  settings.block = 512;
  settings.batch = 1000;
  const double exact = static_cast<double>(traffic::TrainingBytes(cell, 30000));
  const CostShape shape = ShapeOf(settings, cell.workers, cell.active, 30000, 10000, 100, 100, false);
  EXPECT_NEAR(TrainingWork(shape).wire_bytes / exact, 1, 0.001);
}

TEST(TrainingWork, HasNoClosedFormOfShared) {
  Settings settings;
  settings.masking = Masking::kShared;
  EXPECT_THROW(TrainingWork(ShapeOf(settings, 4, 2, 1000, 0, 8, 8, false)), base::Error);
}

// A fit to runs whose times follow exactly from known unit costs returns these costs.
TEST(FitUnitCosts, FindsTheCostsThatMadeTheTimes) {
  const UnitCosts truth = {.product_entry = 2e-11,
                           .sparse_entry = 3e-10,
                           .feature_entry = 5e-9,
                           .worker_angle = 1e-9,
                           .mask_byte = 4e-10,
                           .wire_byte = 3e-10,
                           .cosine = 8e-10,
                           .block_cosine = 6e-10,
                           .gram_entry = 4e-11};
  std::vector<Measured> runs;
  for (int i = 0; i < 60; ++i) {
    const auto draw = [&](const char* what, std::uint64_t few) { return base::Seed("fit", what, i) % few; };
    Settings settings;
    settings.masking = draw("masking", 2) == 0 ? Masking::kNone : Masking::kRing;
    settings.ring_bits = draw("bits", 2) == 0 ? 8 : 32;
    settings.block = std::int64_t{16} << draw("block", 7);
    settings.features = settings.block * static_cast<std::int64_t>(2 + draw("blocks", 20));
    settings.batch = std::int64_t{256} << draw("batch", 4);
    settings.sweeps = static_cast<std::int64_t>(draw("sweeps", 4));
    const double columns = static_cast<double>(8U << draw("columns", 9));
    const double density = draw("sparse", 3) == 0 ? 0.05 : 1;
    const auto workers = static_cast<double>(1 + draw("workers", 8));
    Measured run{.shape = ShapeOf(settings, workers, 1, 8000, 0, columns, columns * density, density < 1)};
    run.work = TrainingWork(run.shape);
    run.cpu_seconds = CpuSeconds(run.work, truth);
    runs.push_back(run);
  }
  const UnitCosts found = FitUnitCosts(runs);
  for (const Measured& run : runs) EXPECT_NEAR(CpuSeconds(run.work, found) / run.cpu_seconds, 1, 0.02);
  EXPECT_NEAR(found.product_entry / truth.product_entry, 1, 0.1);
  EXPECT_NEAR(found.gram_entry / truth.gram_entry, 1, 0.1);
}

TEST(MakeEstimate, GrowsAsItShould) {
  cell::Cell cell;
  cell.As<Settings>().sweeps = 1;
  cell.active = 2;
  const net::LinkModel wan = net::LinkOf(net::LinkPreset::kWan);
  const auto make = [&](double rows, double columns, int workers) {
    cell.workers = workers;
    return MakeEstimate({cell, cell::DenseSize(rows, 0, columns, 1)}, kReferenceCosts, {net::LinkModel(), wan}, 1);
  };
  const Estimate one = make(1e6, 1000, 8);
  EXPECT_NEAR(make(2e6, 1000, 8).work.angles / one.work.angles, 2, 1e-9);
  EXPECT_NEAR(make(1e6, 1000, 15).work.wire_bytes / one.work.wire_bytes, 2, 0.01);
  EXPECT_GT(one.cpu_seconds, one.party_seconds);
  EXPECT_EQ(one.networks[0].seconds, one.party_seconds);
  EXPECT_GT(one.networks[1].latency_seconds, 0);
  EXPECT_GE(one.networks[1].seconds, one.networks[1].transfer_seconds);
  EXPECT_LT(cell::Most(one.store_memory), cell::Most(one.memory));
  EXPECT_NEAR(cell::Least(one.memory) - cell::Least(one.store_memory), 1e6 * 125 * 4, 1) << "its columns";
  // Eight machines of one core for an hour, plus the bytes.
  EXPECT_NEAR(one.Money(3600, {.core_hour = 2, .gigabyte = 0.5}), 16 + one.work.wire_bytes / 1e9 / 2, 1e-6);
}

// The document has the table that `fdskl estimate --scale` prints.
TEST(ScaleTable, IsTheOneOfTheDocument) {
  EXPECT_NE(base::ReadText(base::SourceFolder() / "docs/scale.md").find(ScaleTable()), std::string::npos);
}

}  // namespace
}  // namespace fdskl::estimate
