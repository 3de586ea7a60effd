// Compares a worker's products with Eigen's product of the same matrices, on one thread. Run by `make bench`.
// Each time is the best of several interleaved repetitions.
//
// Usage: projection_bench FILE. Appends lines "name ratio limit kind" to FILE, for scripts/bench.sh.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <limits>

#include "base/error.h"
#include "base/stopwatch.h"
#include "fdskl/projection.h"

namespace fdskl {
namespace {

constexpr std::int64_t kRows = 128;  // a tile of samples and features
constexpr std::int64_t kFeatures = 512;
constexpr int kTiles = 40;
constexpr int kRepetitions = 25;

// The ratio of the two times, when `few` of a row's columns are not zero.
double OverEigen(std::int64_t columns, std::int64_t few) {
  base::DenseMatrix dense = base::DenseMatrix::Random(kRows, columns);
  for (std::int64_t row = 0; row < kRows; ++row) {
    for (std::int64_t k = few; k < columns; ++k) dense(row, (row + k) % columns) = 0;
  }
  const base::Matrix x(dense);
  const base::DenseMatrix w = base::DenseMatrix::Random(columns, kFeatures);
  const std::vector<std::int32_t> rows = base::AllRows(x);
  base::DenseMatrix gathered;
  base::DenseMatrix out(kRows, kFeatures);
  double ours = std::numeric_limits<double>::infinity();
  double eigens = ours;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    base::Stopwatch watch;
    for (int tile = 0; tile < kTiles; ++tile) Project(x, rows, w, gathered, out);
    ours = std::min(ours, watch.Lap());
    for (int tile = 0; tile < kTiles; ++tile) out.noalias() = dense * w;
    eigens = std::min(eigens, watch.Lap());
  }
  return ours / eigens;
}

void Bench(const std::string& file) {
  std::ofstream out(file, std::ios::app);
  for (const auto& [columns, few] : {std::pair<std::int64_t, std::int64_t>{3, 3}, {9, 9}, {15, 2}, {38, 2}, {38, 17}}) {
    const double ratio = OverEigen(columns, few);
    fmt::print("{} columns of which {} are not zero: {:.2f} of the time of Eigen's product\n", columns, few, ratio);
    out << fmt::format("projection_over_eigen_{}_of_{} {:.3f} 1 at-most\n", few, columns, ratio);
  }
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try {
  if (argc != 2) fdskl::base::Fail("usage: projection_bench FILE");
  fdskl::Bench(argv[1]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "projection_bench: {}\n", error.what());
  return 1;
}
