// Compares private training with a machine that sees everything: the time of FDSKL in masking `private` (the arm
// fdskl-private, with its settings) over that of LIBSVM in the clear, on the same split. If LIBSVM is stopped at a time
// limit, the printed line says so, and the true ratio is below the one shown. `make bench` runs it.
//
// Also measures how near a helper's products come to the speed of memory: the time of a product of a matrix of words
// with a vector, and of its transpose, over that of reading the same matrix (fdskl/sharing/word_products.h).
//
// Usage: private_bench FILE PROGRAM [DATASET]. Appends lines "name ratio limit kind" to FILE, for scripts/bench.sh;
// PROGRAM is the built fdskl. With DATASET, only this one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "base/stopwatch.h"
#include "base/testing.h"
#include "fdskl/sharing/word_products.h"
#include "runners/bench_cell.h"
#include "runners/cell/defaults.h"

namespace fdskl::runners {
namespace {

constexpr double kLimitSeconds = 600;
constexpr std::array<const char*, 3> kDatasets = {"a9a", "defaultcredit", "givemecredit"};

// The arm's settings as options of `fdskl run`.
std::string PrivateOptions(const std::string& dataset) {
  std::string missing;
  const auto cell = cell::ArmCell(base::SourceFolder() / "runners/experiments/defaults.toml", dataset,
                                  cell::FindArm("fdskl-private"), missing);
  if (!cell) base::Fail("{}", missing);
  const auto& settings = cell->As<Settings>();
  return fmt::format(
      "--masking private --update conjugate --loss square --kernel {} --sigma {} --lambda {} --block {} --features {} "
      "--sweeps {} --ring-bits {}",
      base::NameOf(settings.kernel), settings.sigma, settings.lambda, settings.block, settings.features,
      settings.sweeps, settings.ring_bits);
}

struct Outcome {
  double seconds = 0;
  std::string text;
};

// LIBSVM's training. If it was stopped, it has no error, and took at least the limit.
Outcome Libsvm(const std::string& program, const std::filesystem::path& folder, const std::string& dataset) {
  try {
    const results::RunRow row =
        BenchCell(program, folder, fmt::format("{} libsvm --time-limit {}", dataset, kLimitSeconds));
    if (row.status == "ok")
      return {*row.train_seconds, fmt::format("{:.1f} s, error {:.2f} %", *row.train_seconds, *row.test_error)};
  } catch (const base::Error&) {
    const auto rows = results::ReadRows<results::RunRow>(folder / "runs.arrow");
    if (rows.empty() || rows.back().status != "timeout") throw;
  }
  return {kLimitSeconds, fmt::format("stopped after {} s", kLimitSeconds)};
}

void BenchTraining(std::ostream& out, const std::string& program, const std::string& dataset) {
  const base::testing::TempFolder folder;
  const results::RunRow ours =
      BenchCell(program, folder.path(), fmt::format("{} fdskl {}", dataset, PrivateOptions(dataset)));
  const Outcome libsvm = Libsvm(program, folder.path(), dataset);
  fmt::print("{}, split 0: private {:.1f} s, error {:.2f} %; LIBSVM in the clear {}\n", dataset, *ours.train_seconds,
             *ours.test_error, libsvm.text);
  out << fmt::format("private_over_libsvm_{} {:.3f} 1 at-most\n", dataset, *ours.train_seconds / libsvm.seconds);
  std::fflush(stdout);
}

void BenchProducts(std::ostream& out) {
  constexpr std::int64_t kRows = 16384;
  constexpr std::int64_t kColumns = 2048;  // a quarter of a gigabyte, more than any cache
  constexpr int kRepetitions = 5;
  sharing::WordMatrix matrix(kRows, kColumns);
  for (std::int64_t i = 0; i < kRows; ++i) std::iota(matrix.Row(i).begin(), matrix.Row(i).end(), sharing::Word(i));
  const sharing::Words by_column(kColumns, 3);
  const sharing::Words by_row(kRows, 5);
  sharing::Words row_sums(kRows);
  sharing::Words column_sums(kColumns);
  std::array<double, 3> best{};
  sharing::Word kept = 0;  // keeps the compiler from removing the products
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    base::Stopwatch watch;
    sharing::AddProduct(matrix.Rows(0, kRows), by_column, row_sums);
    const double product = watch.Lap();
    sharing::AddTransposed(matrix.Rows(0, kRows), by_row, column_sums);
    const double transposed = watch.Lap();
    kept += std::accumulate(matrix.words().begin(), matrix.words().end(), sharing::Word{0});
    const double reading = watch.Lap();
    const std::array<double, 3> seconds = {product, transposed, reading};
    for (std::size_t i = 0; i < best.size(); ++i)
      best[i] = repetition == 0 ? seconds[i] : std::min(best[i], seconds[i]);
  }
  kept += row_sums[0] + column_sums[0];
  const double gigabytes = 1e-9 * static_cast<double>(matrix.bytes());
  fmt::print("helper's products: {:.1f} GB/s, transposed {:.1f} GB/s, bare reading {:.1f} GB/s ({})\n",
             gigabytes / best[0], gigabytes / best[1], gigabytes / best[2], kept == 0 ? "nothing" : "one thread");
  out << fmt::format("private_product_speed_of_memory {:.3f} 0.7 at-least\n", best[2] / best[0]);
  out << fmt::format("private_transposed_speed_of_memory {:.3f} 0.7 at-least\n", best[2] / best[1]);
}

}  // namespace
}  // namespace fdskl::runners

int main(int argc, char** argv) try {
  if (argc != 3 && argc != 4) fdskl::base::Fail("usage: private_bench FILE PROGRAM [DATASET]");
  std::ofstream out(argv[1], std::ios::app);
  fdskl::runners::BenchProducts(out);
  for (const std::string dataset : fdskl::runners::kDatasets)
    if (argc == 3 || dataset == argv[3]) fdskl::runners::BenchTraining(out, argv[2], dataset);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "private_bench: {}\n", error.what());
  return 1;
}
