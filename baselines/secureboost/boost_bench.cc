// Measures the cost of encryption in SecureBoost. Run by `make bench` under mpirun with two ranks of one thread each,
// the guest and the host.
//
// Shape:    the published training part of a9a (32,561 rows; the first rows of the stand-in if the data are not
//           available), half of the columns each, depth 6, 32 bins; keys of 0, 1,024 and 2,048 bits.
// Times:    a tree's time is the faster of two. Its processor time is that of guest and host together, which is the
//           better measure on a busy machine. The parts of a tree's time are means over both trees; the rest is
//           messages, waiting and the guest's own columns.
// Switches: the saving by each switch, on 2,000 rows with keys of 1,024 bits: the processor time without it over the
//           time with all switches.
//
// Writes lines "name value limit at-least|at-most|reported" to the file named by its argument, for scripts/bench.sh.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.h"
#include "baselines/secureboost/secureboost.h"
#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"
#include "fdskl/net/mpi_channel.h"

namespace fdskl::secureboost {
namespace {

constexpr std::int64_t kRows = 32561;
constexpr std::int64_t kFewRows = 2000;
constexpr std::array<std::pair<int, double>, 3> kKeys = {{{0, 0}, {1024, 17}, {2048, 60}}};  // bits, bar in seconds

// A worker's columns of the first rows; the guest also has all labels.
datasets::Holding LoadRows(const datasets::ColumnStore& store, std::int64_t count, const net::MpiWorld& world) {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(std::min(count, store.rows())));
  std::iota(rows.begin(), rows.end(), 0);
  return datasets::LoadHolding(
      store, rows, {},
      datasets::WorkerColumns(store.columns(), world.size(), world.rank(), datasets::Partition::kContiguous, 0),
      {.worker = world.rank(), .active = 1}, datasets::Missing::kKeep);
}

struct Cost {
  double tree_seconds = std::numeric_limits<double>::infinity();  // the fastest tree's
  // Means over trees.
  double mean_seconds = 0;
  double cpu_seconds = 0;  // guest and host together
  ExchangeSeconds parts;
  double sent_bytes = 0;
};

Cost Measure(const net::MpiWorld& world, const datasets::Holding& data, const BoostSettings& settings) {
  net::MpiChannel channel(world);
  SecureBoost method(channel, settings, data.View());
  MPI_Barrier(world.harness());
  Cost cost;
  const std::clock_t begin = std::clock();
  double before = 0;
  std::int64_t trees = 0;
  method.Fit([&](const Progress& progress) {
    if (progress.iteration == trees) return true;
    trees = progress.iteration;
    cost.tree_seconds = std::min(cost.tree_seconds, progress.seconds - before);
    before = progress.seconds;
    return true;
  });
  const ExchangeSeconds& own = method.grower().exchange_seconds();
  const double cpu_seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::array<double, 6> sums = {cpu_seconds,    own.encryption,
                                own.sums,       own.compression,
                                own.decryption, static_cast<double>(channel.total_traffic().sent_bytes)};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), static_cast<int>(sums.size()), MPI_DOUBLE, MPI_SUM, world.harness());
  for (double& sum : sums) sum /= static_cast<double>(trees);
  cost.mean_seconds = before / static_cast<double>(trees);
  cost.cpu_seconds = sums[0];
  cost.parts = {.encryption = sums[1], .decryption = sums[4], .sums = sums[2], .compression = sums[3]};
  cost.sent_bytes = sums[5];
  return cost;
}

void PrintParts(int key_bits, const Cost& cost) {
  const ExchangeSeconds& parts = cost.parts;
  const double known = parts.encryption + parts.sums + parts.compression + parts.decryption;
  const auto share = [&](double seconds) {
    return fmt::format("{:7.3f} s {:3.0f}%", seconds, 100 * seconds / cost.mean_seconds);
  };
  fmt::print("keys of {} bits: {:.3f} s a tree ({:.3f} s of processors), {:.1f} MB\n", key_bits, cost.mean_seconds,
             cost.cpu_seconds, cost.sent_bytes / 1e6);
  fmt::print("  encryption {}   histogram sums {}   compression {}   decryption {}   messages and rest {}\n",
             share(parts.encryption), share(parts.sums), share(parts.compression), share(parts.decryption),
             share(cost.mean_seconds - known));
}

BoostSettings BenchSettings(int key_bits) {
  BoostSettings settings;
  settings.trees = 2;
  settings.depth = 6;
  settings.bins = 32;
  settings.key_bits = key_bits;
  return settings;
}

void Bench(const net::MpiWorld& world, std::ostream& out) {
  if (world.size() != 2) base::Fail("boost_bench is for two ranks, not {}", world.size());
  datasets::Prepared prepared;
  // One rank makes the cache file, the other then finds it.
  for (int rank = 0; rank < world.size(); ++rank) {
    if (rank == world.rank()) prepared = datasets::Prepare("a9a");
    MPI_Barrier(world.harness());
  }
  const datasets::ColumnStore store = datasets::ColumnStore::Open(prepared.file);
  const datasets::Holding data = LoadRows(store, kRows, world);
  const bool tell = world.rank() == 0;
  if (tell) fmt::print("secureboost on a9a, edition {}, {} rows\n", base::NameOf(prepared.edition), data.train.rows());
  for (const auto& [key_bits, bar] : kKeys) {
    const Cost cost = Measure(world, data, BenchSettings(key_bits));
    if (!tell) continue;
    PrintParts(key_bits, cost);
    out << fmt::format("secureboost_seconds_a_tree_{}_bits {:.3f} {} {}\n", key_bits, cost.tree_seconds, bar,
                       bar > 0 ? "at-most" : "reported");
    out << fmt::format("secureboost_cpu_seconds_a_tree_{}_bits {:.3f} 0 reported\n", key_bits, cost.cpu_seconds);
  }

  const datasets::Holding few = LoadRows(store, kFewRows, world);
  const double with_all = Measure(world, few, BenchSettings(1024)).cpu_seconds;
  if (tell)
    fmt::print("{} rows, keys of 1024 bits, all switches on: {:.3f} s of processors a tree\n", few.train.rows(),
               with_all);
  const std::array<std::pair<const char*, bool BoostSettings::*>, 5> switches = {
      {{"pack", &BoostSettings::pack},
       {"subtraction", &BoostSettings::subtraction},
       {"compress", &BoostSettings::compress},
       {"precompute", &BoostSettings::precompute},
       {"sparse", &BoostSettings::sparse}}};
  for (const auto& [name, option] : switches) {
    BoostSettings settings = BenchSettings(1024);
    settings.*option = false;
    const double without = Measure(world, few, settings).cpu_seconds;
    if (!tell) continue;
    fmt::print("  without {:12} {:7.3f} s of processors a tree\n", name, without);
    out << fmt::format("secureboost_without_{}_over_with {:.3f} 0 reported\n", name, without / with_all);
  }
}

}  // namespace
}  // namespace fdskl::secureboost

int main(int argc, char** argv) {
  fdskl::net::MpiWorld world;
  return world.Run([&] {
    if (argc != 2) fdskl::base::Fail("usage: boost_bench FILE");
    std::ofstream out;
    if (world.rank() == 0) out.open(argv[1], std::ios::app);
    fdskl::secureboost::Bench(world, out);
  });
}
