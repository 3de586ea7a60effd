#include "runners/studies/estimate/unit_fit.h"

#include <Eigen/Core>
#include <algorithm>
#include <atomic>
#include <cmath>

#include "base/cpu_time.h"
#include "base/error.h"
#include "base/seed.h"
#include "datasets/partition.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/trainer.h"

namespace fdskl::estimate {
namespace {

// The stored entries of a sample, on average.
double EntriesPerRow(const base::Matrix& x) {
  return static_cast<double>(x.entries()) / static_cast<double>(std::max<std::int64_t>(1, x.rows()));
}

// The shape of one small run.
struct Small {
  std::int64_t rows, columns;
  int workers;
  std::int64_t features, block, batch;
  Masking masking = Masking::kRing;
  int ring_bits = 8;
  std::int64_t sweeps = 0;
  double density = 1;
};

// Values between 0 and 1; labels do not matter.
struct SmallTable {
  base::DenseMatrix x;
  std::vector<float> y;

  explicit SmallTable(const Small& small) : x(small.rows, small.columns) {
    for (std::int64_t i = 0; i < small.rows; ++i) {
      for (std::int64_t k = 0; k < small.columns; ++k) {
        const std::uint64_t draw = base::Seed("small", i, k);
        const bool stored = static_cast<double>(draw & 0xFFFFU) < small.density * 0x1p16;
        x(i, k) = stored ? static_cast<float>(draw >> 40U) * 0x1p-24F + 0.01F : 0;
      }
      y.push_back(base::Seed("label", i) % 2 == 0 ? 1.0F : -1.0F);
    }
  }
};

Measured MeasureSmall(const Small& small) {
  Settings settings;
  settings.masking = small.masking;
  settings.ring_bits = small.ring_bits;
  settings.features = small.features;
  settings.block = small.block;
  settings.batch = small.batch;
  settings.sweeps = small.sweeps;
  settings.gram_rows = 1024;
  settings.rho = 1;
  if (small.masking == Masking::kPrivate) {
    settings.update = Update::kConjugate;
    settings.loss = LossKind::kSquare;
  }
  const SmallTable table(small);
  const int active = std::min(2, small.workers);
  return MeasureTraining(settings, small.workers, active, [&](int worker) {
    datasets::Holding holding = datasets::DealHolding(
        table.x, table.y,
        datasets::WorkerColumns(small.columns, small.workers, worker, datasets::Partition::kContiguous, 0),
        {worker, active});
    if (small.density < 1) holding.train = base::Matrix(base::ToSparse(holding.train.dense()));
    return holding;
  });
}

}  // namespace

Measured MeasureTraining(const Settings& settings, int workers, int active,
                         const std::function<datasets::Holding(int worker)>& deal) {
  std::vector<datasets::Holding> holdings;
  double entries = 0;
  for (int worker = 0; worker < workers; ++worker) {
    holdings.push_back(deal(worker));
    entries += EntriesPerRow(holdings.back().train);
  }
  const datasets::Holding& first = holdings.front();
  Measured measured;
  measured.shape = ShapeOf(settings, workers, active, static_cast<double>(first.train.rows()), 0,
                           static_cast<double>(first.total_columns), entries, first.train.is_sparse());
  measured.work = TrainingWork(measured.shape);
  std::atomic<std::int64_t> sent = 0;
  const double begin = base::ProcessCpuSeconds();
  net::RunWorkers(workers, [&](net::Channel& channel) {
    const auto trainer = MakeTrainer(channel, settings, holdings[static_cast<std::size_t>(channel.rank())].View());
    trainer->Fit([](const Progress&) { return true; });
    sent += channel.total_traffic().sent_bytes;
  });
  measured.cpu_seconds = base::ProcessCpuSeconds() - begin;
  measured.sent_bytes = static_cast<double>(sent);
  return measured;
}

std::vector<Measured> SmallRuns() {
  constexpr int kRepeats = 3;
  std::vector<Small> shapes;
  const auto add = [&](Small small) { shapes.push_back(small); };
  for (const std::int64_t columns : {8, 64, 512})
    add({.rows = 16384, .columns = columns, .workers = 1, .features = 1024, .block = 128, .batch = 16384});
  for (const int workers : {2, 4, 8}) {
    for (const auto& [masking, bits] : {std::pair(Masking::kRing, 8), {Masking::kRing, 32}, {Masking::kNone, 32}})
      add({.rows = 16384,
           .columns = 32,
           .workers = workers,
           .features = 2048,
           .block = 512,
           .batch = 8192,
           .masking = masking,
           .ring_bits = bits});
  }
  for (const std::int64_t block : {256, 512, 1024})
    add({.rows = 8192, .columns = 16, .workers = 1, .features = 2048, .block = block, .batch = 2048});
  for (const int workers : {1, 8}) {
    for (const std::int64_t block : {256, 512})
      add({.rows = 16384,
           .columns = 16,
           .workers = workers,
           .features = 1024,
           .block = block,
           .batch = 8192,
           .sweeps = 12});
    add({.rows = 16384, .columns = 16, .workers = workers, .features = 4096, .block = 256, .batch = 1024});
  }
  add({.rows = 512, .columns = 4096, .workers = 2, .features = 2048, .block = 256, .batch = 256});
  for (const double density : {0.01, 0.1})
    add({.rows = 8192,
         .columns = 512,
         .workers = 8,
         .features = 2048,
         .block = 512,
         .batch = 4096,
         .density = density});
  for (const std::int64_t iterations : {1, 20})
    add({.rows = 8192,
         .columns = 16,
         .workers = 4,
         .features = 1024,
         .block = 256,
         .batch = 4096,
         .masking = Masking::kPrivate,
         .ring_bits = 16,
         .sweeps = iterations});
  std::vector<Measured> runs;
  for (const Small& small : shapes) {
    Measured least = MeasureSmall(small);
    for (int repeat = 1; repeat < kRepeats; ++repeat) {
      const Measured again = MeasureSmall(small);
      if (again.cpu_seconds < least.cpu_seconds) least = again;  // disturbances only make a run slower
    }
    runs.push_back(least);
  }
  return runs;
}

UnitCosts FitUnitCosts(std::span<const Measured> runs) {
  FDSKL_REQUIRE(!runs.empty());
  std::vector<std::vector<double>> quantities;
  UnitCosts units;
  for (const Measured& run : runs) {
    quantities.emplace_back();
    VisitUnits(units, run.work, [&](const char*, double, double quantity) { quantities.back().push_back(quantity); });
  }
  const auto rows = static_cast<Eigen::Index>(runs.size());
  Eigen::MatrixXd a(rows, static_cast<Eigen::Index>(quantities.front().size()));
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < a.cols(); ++j)
      a(i, j) = quantities[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] /
                runs[static_cast<std::size_t>(i)].cpu_seconds;
  }
  // Coordinate descent, since the problem is convex: sets each cost to its best value given the others, not below zero.
  const Eigen::VectorXd scale = a.colwise().norm().cwiseMax(1e-300);
  const Eigen::MatrixXd unit = a * scale.cwiseInverse().asDiagonal();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
  Eigen::VectorXd residual = Eigen::VectorXd::Ones(rows);
  constexpr int kRounds = 100000;
  for (int round = 0; round < kRounds; ++round) {
    double moved = 0;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      const double next = std::max(0.0, x[j] + unit.col(j).dot(residual));
      residual -= (next - x[j]) * unit.col(j);
      moved = std::max(moved, std::abs(next - x[j]));
      x[j] = next;
    }
    if (moved < 1e-12) break;
  }
  Eigen::Index j = 0;
  VisitUnits(units, runs.front().work, [&](const char*, double& cost, double) {
    cost = x[j] / scale[j];
    ++j;
  });
  return units;
}

}  // namespace fdskl::estimate
