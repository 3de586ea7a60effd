// Measures what logical clocks add to a run. Run by `make bench` under mpirun with eight ranks.
//
// FDSKL trains on random data of 123 columns, B = 4,096 and m = 512, masked by `ring`, over the bare channel and over
// one with the clocks of four networks. The two alternate, each time in the other order. The ratio is that of the
// median CPU times of all ranks, with clocks over without. Other processes disturb CPU time less than elapsed time.
//
// Appends a line "name ratio limit at-most" to the file named by its argument, for scripts/bench.sh.
#include <fmt/format.h>

#include <fstream>
#include <optional>
#include <vector>

#include "base/cpu_time.h"
#include "base/error.h"
#include "base/statistics.h"
#include "datasets/holding.h"
#include "fdskl/net/clock_channel.h"
#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/sums.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

constexpr std::int64_t kColumns = 123;
constexpr int kTurns = 25;
constexpr double kLimit = 1.02;

Settings BenchSettings() {
  constexpr std::int64_t kIterations = 12;
  Settings settings;
  settings.update = Update::kPlain;
  settings.masking = Masking::kRing;
  settings.sigma = 5;
  settings.batch = 4096;
  settings.block = 512;
  settings.features = settings.block * kIterations;
  return settings;
}

// Makes the same random table at every rank; each rank keeps its own columns.
datasets::Holding MakeHolding(const net::MpiWorld& world) {
  std::srand(1);
  const base::DenseMatrix table = base::DenseMatrix::Random(2 * BenchSettings().batch, kColumns);
  std::vector<float> labels;
  for (Eigen::Index i = 0; i < table.rows(); ++i) labels.push_back(table(i, 0) > 0 ? 1.0F : -1.0F);
  return datasets::DealHolding(table, labels, datasets::ColumnsInTurn(kColumns, world.size(), world.rank()),
                               {world.rank(), std::min(2, world.size())});
}

// CPU seconds of all ranks together.
double Train(const net::MpiWorld& world, const datasets::Holding& data, bool with_clocks) {
  net::MpiChannel mpi(world);
  std::optional<net::ClockChannel> clocks;
  std::vector<net::LinkModel> networks;
  for (const auto& [preset, name] : base::kNames<net::LinkPreset>.table) networks.push_back(net::LinkOf(preset));
  if (with_clocks) clocks.emplace(mpi, networks);
  net::Channel& channel = with_clocks ? static_cast<net::Channel&>(*clocks) : mpi;
  Trainer trainer(channel, BenchSettings(), data.View());
  net::Meet(mpi);
  const base::CpuTime begin = base::CpuTimeNow();
  trainer.Fit([](const Progress&) { return true; });
  double seconds = (base::CpuTimeNow() - begin).On(1);
  net::Meet(mpi);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_SUM, world.harness());
  return seconds;
}

void Measure(const net::MpiWorld& world, const char* file) {
  const datasets::Holding data = MakeHolding(world);
  std::vector<double> with;
  std::vector<double> without;
  for (int turn = 0; turn < kTurns; ++turn) {
    for (const bool clocks : {turn % 2 == 0, turn % 2 != 0}) {
      (clocks ? with : without).push_back(Train(world, data, clocks));
    }
  }
  if (world.rank() != 0) return;
  const double ratio = base::Median(with) / base::Median(without);
  fmt::print("CPU seconds of {} ranks, least and median: with clocks {:.3f} {:.3f}, without {:.3f} {:.3f}\n",
             world.size(), *std::ranges::min_element(with), base::Median(with), *std::ranges::min_element(without),
             base::Median(without));
  std::ofstream(file, std::ios::app) << fmt::format("run_with_clocks_over_without_q{} {:.3f} {} at-most\n",
                                                    world.size(), ratio, kLimit);
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) {
  fdskl::net::MpiWorld world;
  return world.Run([&] {
    if (argc != 2) fdskl::base::Fail("usage: clock_bench FILE");
    fdskl::Measure(world, argv[1]);
  });
}
