// Measures how close training is to the limits of the machine. Run by `make bench` under mpirun with eight ranks.
//
// Shapes: B = 4,096 samples, m = 512 features, 16 iterations, two groups of B labels each, plain update, dense data of
// d = 22, 123 and 2,000 columns. Every time is the best of several interleaved repetitions. Limits are on ratios of two
// times of the same run.
//
//   bound  Eigen's float32 product and a bare cosine pass over the same shapes, one thread
//   dsg    the trainer with a single worker, on one thread or on both cores
//   growth how the cost without saved partial sums (--cache-partials off) grows with the number of features T: slopes
//          in log T, those of log time and of log bytes, 2 in theory
//   parts  the least work of FDSKL: the eight workers' products and the cosines on both cores, copying the bytes of its
//          messages, and in `ring` computing the mask bytes
//
// With a number of columns as second argument, measures only that shape, without growth.
// Appends lines "name ratio limit kind" to the file named by its argument, for scripts/bench.sh.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <numeric>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/index.h"
#include "base/parallel.h"
#include "base/statistics.h"
#include "base/stopwatch.h"
#include "datasets/holding.h"
#include "fdskl/masking/turns.h"
#include "fdskl/net/mpi_channel.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/projection.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

constexpr std::int64_t kBatch = 4096;
constexpr std::int64_t kBlock = 512;
constexpr std::int64_t kIterations = 16;
constexpr int kLabelGroups = 2;
constexpr int kRepetitions = 5;
// Tiles of a batch by a block: one in the first iteration, then the newest block and the one that the group of labels
// has not seen.
constexpr std::int64_t kTiles = 1 + 2 * (kIterations - 1);
constexpr int kCores = 2;

std::map<std::string, double> best;  // this rank's seconds, by name

void Keep(const std::string& name, double seconds) {
  const auto [entry, fresh] = best.try_emplace(name, seconds);
  if (!fresh) entry->second = std::min(entry->second, seconds);
}

Settings BenchSettings(Masking masking) {
  Settings settings;
  settings.update = Update::kPlain;
  settings.masking = masking;
  settings.sigma = 5;
  settings.batch = kBatch;
  settings.block = kBlock;
  settings.features = kBlock * kIterations;
  return settings;
}

// A worker's columns of random data, and the labels it holds.
datasets::Holding RandomHolding(std::int64_t total_columns, int worker, int workers, int active) {
  std::vector<std::int32_t> columns = datasets::ColumnsInTurn(total_columns, workers, worker);
  const base::DenseMatrix own = base::DenseMatrix::Random(kLabelGroups * kBatch, std::ssize(columns));
  std::vector<float> labels;
  for (Eigen::Index i = 0; i < own.rows(); ++i) labels.push_back(own(i, 0) > 0 ? 1.0F : -1.0F);
  datasets::Holding holding =
      datasets::DealHolding(own, labels, datasets::ColumnsInTurn(own.cols(), 1, 0), {worker, active});
  holding.columns = std::move(columns);  // nobody has made the other workers' columns
  holding.total_columns = total_columns;
  return holding;
}

void Bound(std::int64_t d) {
  const base::DenseMatrix x = base::DenseMatrix::Random(kBatch, d);
  const base::DenseMatrix w = base::DenseMatrix::Random(d, kBlock);
  base::DenseMatrix product(kBatch, kBlock);
  const base::Stopwatch watch;
  for (std::int64_t tile = 0; tile < kTiles; ++tile) {
    product.noalias() = x * w;
    float* const angles = product.data();
    for (Eigen::Index i = 0; i < product.size(); ++i) angles[i] = masking::CosTurns(angles[i]);
  }
  Keep(fmt::format("bound d={}", d), watch.Seconds());
}

void Dsg(std::int64_t d, const datasets::Holding& data, int threads) {
  net::RunWorkers(1, [&](net::Channel& channel) {
    Settings settings = BenchSettings(Masking::kNone);
    settings.label_groups = kLabelGroups;
    settings.threads = threads;
    Trainer trainer(channel, settings, data.View());
    const base::Stopwatch watch;
    trainer.Fit([](const Progress&) { return true; });
    Keep(fmt::format("dsg d={} threads={}", d, threads), watch.Seconds());
  });
}

// The products of `workers` workers and one cosine pass for every tile, on both cores.
void PartsComputation(std::int64_t d, int workers) {
  constexpr std::int64_t kStrip = 128;
  const std::int64_t own = (d + workers - 1) / workers;
  const base::Matrix x(base::DenseMatrix(base::DenseMatrix::Random(kBatch, own)));
  const base::DenseMatrix w = base::DenseMatrix::Random(own, kBlock);
  const std::vector<std::int32_t> rows = base::FirstNumbers(kBatch);
  std::vector<base::DenseMatrix> gathered(kCores);
  std::vector<base::DenseMatrix> tiles(kCores, base::DenseMatrix(kStrip, kBlock));
  const base::Stopwatch watch;
  base::ParallelFor(kTiles * kBatch / kStrip, kCores, [&](std::int64_t job, int thread) {
    const auto core = static_cast<std::size_t>(thread);
    const auto first = static_cast<std::size_t>(job * kStrip % kBatch);
    for (int worker = 0; worker < workers; ++worker)
      Project(x, std::span(rows).subspan(first, kStrip), w, gathered[core], tiles[core]);
    float* const angles = tiles[core].data();
    for (Eigen::Index i = 0; i < tiles[core].size(); ++i) angles[i] = masking::CosTurns(angles[i]);
  });
  Keep(fmt::format("computation d={}", d), watch.Seconds());
}

// Copies `bytes` in pieces of a message's size between buffers beyond the caches, on both cores.
void PartsCopies(const std::string& name, std::int64_t bytes) {
  constexpr std::size_t kPiece = std::size_t{256} << 10U;
  constexpr std::size_t kBuffer = std::size_t{64} << 20U;
  static std::vector<std::vector<char>> buffers(std::size_t{2} * kCores, std::vector<char>(kBuffer, 1));
  const base::Stopwatch watch;
  base::ParallelFor(bytes / static_cast<std::int64_t>(kPiece), kCores, [&](std::int64_t job, int thread) {
    const std::size_t at = static_cast<std::size_t>(job) * kPiece % kBuffer;
    std::memcpy(&buffers[2 * static_cast<std::size_t>(thread)][at],
                &buffers[2 * static_cast<std::size_t>(thread) + 1][at], kPiece);
  });
  Keep(name, watch.Seconds());
}

void PartsMasks(const std::string& name, std::int64_t bytes) {
  constexpr std::size_t kPiece = std::size_t{1} << 13U;
  const base::Stopwatch watch;
  base::ParallelFor(kCores, kCores, [&](std::int64_t core, int) {
    masking::KeyStream stream(masking::AesKey{static_cast<std::uint8_t>(core)});
    std::vector<std::byte> piece(kPiece);
    for (std::int64_t made = 0; made < bytes / kCores; made += static_cast<std::int64_t>(kPiece)) stream.Fill(piece);
  });
  Keep(name, watch.Seconds());
}

// Returns when all ranks have called it. A waiting rank sleeps, because one that spins would slow the others.
void Meet(const net::MpiWorld& world) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibarrier(world.harness(), &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Returns the bytes that all workers sent.
std::int64_t Federated(const net::MpiWorld& world, const datasets::Holding& data, const Settings& settings,
                       const std::string& name) {
  net::MpiChannel channel(world);
  Trainer trainer(channel, settings, data.View());
  Meet(world);
  const base::Stopwatch watch;
  trainer.Fit([](const Progress&) { return true; });
  double seconds = watch.Seconds();
  Meet(world);
  std::int64_t bytes = channel.total_traffic().sent_bytes;
  const ExpansionSeconds own = trainer.model().seconds();
  std::array<double, 6> where = {own.product, own.mask, own.cosine, trainer.update_seconds(), channel.waited_seconds()};
  where.back() = seconds - std::accumulate(where.begin(), where.end(), 0.0);
  MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, world.harness());
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_INT64_T, MPI_SUM, world.harness());
  MPI_Allreduce(MPI_IN_PLACE, where.data(), 6, MPI_DOUBLE, MPI_SUM, world.harness());
  if (!best.contains(name) || seconds < best[name]) {
    const char* const parts[] = {"product", "mask", "cosine", "update", "waiting", "messages"};
    for (std::size_t i = 0; i < where.size(); ++i) best[name + " of " + parts[i]] = where[i] / world.size();
  }
  Keep(name, seconds);
  return bytes;
}

void Measure(const net::MpiWorld& world, std::int64_t d) {
  const bool first = world.rank() == 0;
  const datasets::Holding mine = RandomHolding(d, world.rank(), world.size(), kLabelGroups);
  const datasets::Holding whole = RandomHolding(first ? d : 1, 0, 1, 1);
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    if (first) {
      Bound(d);
      Dsg(d, whole, 1);
      Dsg(d, whole, kCores);
      PartsComputation(d, world.size());
    }
    for (const auto& [masking, bits] :
         {std::pair{Masking::kNone, 32}, {Masking::kRing, 32}, {Masking::kRing, 16}, {Masking::kRing, 8}}) {
      Settings settings = BenchSettings(masking);
      settings.ring_bits = bits;
      const std::string kind = masking == Masking::kNone ? "none" : fmt::format("ring{}", bits);
      const std::int64_t bytes = Federated(world, mine, settings, fmt::format("fdskl d={} {}", d, kind));
      if (!first) continue;
      PartsCopies(fmt::format("copies d={} {}", d, kind), bytes);
      const std::int64_t angles = kTiles * kBatch * kBlock;
      if (masking == Masking::kRing)
        PartsMasks(fmt::format("masks d={} {}", d, kind), angles * 2 * world.size() * bits / 8);
    }
    Meet(world);
  }
}

constexpr std::int64_t kGrowthBlock = 64;
constexpr std::int64_t kGrowthBatch = 256;
const std::vector<std::int64_t> kGrowthFeatures = {2048, 4096, 8192, 16384};
std::map<std::int64_t, double> growth_bytes;  // bytes sent, by number of features

void MeasureGrowth(const net::MpiWorld& world) {
  constexpr std::int64_t kColumns = 22;
  const datasets::Holding mine = RandomHolding(kColumns, world.rank(), world.size(), kLabelGroups);
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    for (const std::int64_t features : kGrowthFeatures) {
      Settings settings = BenchSettings(Masking::kRing);
      settings.cache_partials = false;
      settings.batch = kGrowthBatch;
      settings.block = kGrowthBlock;
      settings.features = features;
      const std::string name = fmt::format("growth T={}", features);
      growth_bytes[features] = static_cast<double>(Federated(world, mine, settings, name));
    }
  }
}

// The exponent p of the law cost ~ T^p.
template <class Cost>
double Exponent(const Cost& cost) {
  std::vector<double> x;
  std::vector<double> y;
  for (const std::int64_t features : kGrowthFeatures) {
    x.push_back(static_cast<double>(features));
    y.push_back(cost(features));
  }
  return base::LogSlope(x, y);
}

void Report(std::ostream& out, const std::vector<std::int64_t>& shapes, int workers) {
  const auto bar = [&](const std::string& name, double ratio, double limit, const char* kind) {
    out << fmt::format("{} {:.3f} {} {}\n", name, ratio, limit, kind);
  };
  for (const std::int64_t d : shapes) {
    const auto of = [&](const std::string& format) { return best.at(fmt::format(fmt::runtime(format), d)); };
    bar(fmt::format("dsg_speed_of_bound_d{}", d), of("bound d={}") / of("dsg d={} threads=1"), 0.60, "at-least");
    bar(fmt::format("dsg_two_threads_speed_d{}", d), of("dsg d={} threads=1") / of("dsg d={} threads=2"), 1.6,
        "at-least");
    for (const std::string kind : {"none", "ring32", "ring16", "ring8"}) {
      double parts = of("computation d={}") + of("copies d={} " + kind);
      if (kind != "none") parts += of("masks d={} " + kind);
      bar(fmt::format("fdskl_{}_over_parts_d{}", kind, d), of("fdskl d={} " + kind) / parts, 2.0, "at-most");
      const double limit = kind == "none" ? 2.0 : 2.5;
      bar(fmt::format("fdskl_{}_over_dsg_d{}", kind, d), of("fdskl d={} " + kind) / of("dsg d={} threads=2"), limit,
          d == 2000 ? "at-most" : "reported");
    }
  }
  fmt::print("best of {} repetitions, seconds, {} workers; \"of\" lines: mean over workers, messages being all else\n",
             kRepetitions, workers);
  for (const auto& [name, seconds] : best) fmt::print("  {:32} {:8.3f}\n", name, seconds);
  if (growth_bytes.empty()) return;
  const double time = Exponent([](std::int64_t features) { return best.at(fmt::format("growth T={}", features)); });
  const double bytes = Exponent([](std::int64_t features) { return growth_bytes.at(features); });
  bar("growth_of_time_exponent_low", time, 1.8, "at-least");
  bar("growth_of_time_exponent_high", time, 2.2, "at-most");
  bar("growth_of_bytes_exponent_low", bytes, 1.8, "at-least");
  bar("growth_of_bytes_exponent_high", bytes, 2.2, "at-most");
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) {
  fdskl::net::MpiWorld world;
  return world.Run([&] {
    if (argc < 2) fdskl::base::Fail("usage: engine_bench FILE [COLUMNS]");
    std::vector<std::int64_t> shapes = {22, 123, 2000};
    if (argc > 2) shapes = {std::stoll(argv[2])};
    for (const std::int64_t d : shapes) fdskl::Measure(world, d);
    if (argc == 2) fdskl::MeasureGrowth(world);
    if (world.rank() != 0) return;
    std::ofstream out(argv[1], std::ios::app);
    fdskl::Report(out, shapes, world.size());
  });
}
