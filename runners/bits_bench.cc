// Measures how few bits an angle may have: compares the error on held-out TRAINING samples with 8 to 16 bits with that
// with 32, on the seven datasets that are whole, with the project's settings and eight workers, each of which rounds
// its own part. The default of `ring_bits` is the fewest bits whose error is within a standard error of that with 32 on
// all of them. `make bench` runs it.
//
// Usage: bits_bench FILE. Appends lines "name ratio limit at-most" to FILE, for scripts/bench.sh: how much the error
// with the default bits is above that with 32, in standard errors.
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "base/seed.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/trainer.h"
#include "runners/bench_cell.h"
#include "runners/cell/defaults.h"
#include "runners/studies/tune/folds.h"

namespace fdskl::runners {
namespace {

// The number of errors on one fold after training on the other folds.
std::int64_t Wrong(const cell::Cell& cell, const datasets::ColumnStore& store,
                   const std::vector<std::vector<std::int32_t>>& folds, std::size_t fold) {
  const std::vector<std::int32_t> train = tune::OtherFolds(folds, fold);
  std::int64_t wrong = 0;
  net::RunWorkers(cell.workers, [&](net::Channel& channel) {
    const datasets::Holding mine = datasets::LoadHolding(
        store, train, folds[fold],
        cell.partition.ColumnsOf(store.columns(), cell.workers, channel.rank(), base::Seed("partition", cell.seed)),
        {.worker = channel.rank(), .active = cell.active}, datasets::Missing::kFill);
    cell::Cell own = cell;
    Trainer trainer(channel, own.As<Settings>(), mine.View());
    trainer.Fit([](const Progress&) { return true; });
    const std::vector<double> f = trainer.Predict(mine.test);
    for (std::size_t i = 0; i < f.size(); ++i) wrong += (f[i] > 0) != (mine.test_labels[i] > 0) ? 1 : 0;
  });
  return wrong;
}

void Bench(const std::string& file) {
  std::ofstream out(file, std::ios::app);
  const std::filesystem::path settings = base::SourceFolder() / "runners/experiments/defaults.toml";
  constexpr std::int64_t kRows = 8000;
  constexpr int kFolds = 3;
  for (const std::string dataset : kSevenDatasets) {
    const datasets::Prepared data = datasets::Prepare(dataset);
    const datasets::ColumnStore store = datasets::ColumnStore::Open(data.file);
    const auto folds = tune::FoldSamples(store.Labels(), dataset, kRows, kFolds);
    std::int64_t samples = 0;
    for (const auto& fold : folds) samples += std::ssize(fold);
    cell::Cell cell = cell::DefaultCell(settings, dataset, &kFdskl);
    const int usual = cell.As<Settings>().ring_bits;
    std::map<int, double> share;  // share of wrong held-out samples, by bits
    fmt::print("{}, {} held-out training samples, error in %:", dataset, samples);
    for (const int bits : {8, 10, 12, 16, 32}) {
      cell.As<Settings>().ring_bits = bits;
      std::int64_t wrong = 0;
      for (std::size_t fold = 0; fold < folds.size(); ++fold) wrong += Wrong(cell, store, folds, fold);
      share[bits] = static_cast<double>(wrong) / static_cast<double>(samples);
      fmt::print(" {:.2f} with {} bits,", 100 * share[bits], bits);
      std::fflush(stdout);
    }
    const double deviation = std::sqrt(share[32] * (1 - share[32]) / static_cast<double>(samples));
    fmt::print(" standard error {:.2f}\n", 100 * deviation);
    out << fmt::format("error_of_{}_bits_over_32_{} {:.3f} 1 at-most\n", usual, dataset,
                       (share[usual] - share[32]) / deviation);
  }
}

}  // namespace
}  // namespace fdskl::runners

int main(int argc, char** argv) try {
  if (argc != 2) fdskl::base::Fail("usage: bits_bench FILE");
  fdskl::runners::Bench(argv[1]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "bits_bench: {}\n", error.what());
  return 1;
}
