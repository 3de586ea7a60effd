// How our sum of a tile along the tree compares with MPI's own reduction on the same data. Run by `make bench` under
// mpirun with eight ranks.
//
// A tile is what `fdskl comm` sums: 256 by 256 doubles. The two sums take turns. The median times are compared, each
// from when all ranks are ready until the root has the sum.
//
// Writes a line "name ratio limit at-most" to the file named by its argument, for scripts/bench.sh.
#include <fmt/format.h>

#include <fstream>
#include <functional>

#include "base/error.h"
#include "base/statistics.h"
#include "base/stopwatch.h"
#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/sums.h"

namespace fdskl::net {
namespace {

constexpr std::size_t kEntries = std::size_t{256} * 256;
constexpr int kRepetitions = 400;
constexpr double kLimit = 1.3;

double Time(Channel& channel, const std::function<void()>& sum) {
  Meet(channel);
  const base::Stopwatch watch;
  sum();
  return watch.Seconds();
}

void Measure(const MpiWorld& world, const char* file) {
  MpiChannel channel(world);
  const Tree tree = BroadcastTree(channel.size(), 0);
  const std::vector<double> own(kEntries, channel.rank() + 1);
  std::vector<double> sum(kEntries);
  std::vector<double> reduced(kEntries);
  std::vector<double> ours;
  std::vector<double> mpis;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    sum = own;
    ours.push_back(Time(channel, [&] { TreeSum(channel, tree, std::span(sum)); }));
    mpis.push_back(Time(channel, [&] {
      MPI_Reduce(own.data(), reduced.data(), static_cast<int>(kEntries), MPI_DOUBLE, MPI_SUM, 0, world.harness());
    }));
  }
  if (channel.rank() != 0) return;
  if (sum != reduced) base::Fail("the two sums differ");
  fmt::print("sum of a tile over {} ranks, median milliseconds: ours {:.3f}, MPI_Reduce {:.3f}\n", channel.size(),
             1e3 * base::Median(ours), 1e3 * base::Median(mpis));
  std::ofstream(file, std::ios::app) << fmt::format("tree_sum_over_mpi_reduce_q{} {:.3f} {} at-most\n", channel.size(),
                                                    base::Median(ours) / base::Median(mpis), kLimit);
}

}  // namespace
}  // namespace fdskl::net

int main(int argc, char** argv) {
  fdskl::net::MpiWorld world;
  return world.Run([&] {
    if (argc != 2) fdskl::base::Fail("usage: sum_bench FILE");
    fdskl::net::Measure(world, argv[1]);
  });
}
