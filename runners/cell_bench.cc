// Measures whole cells: FDSKL's time against LIBSVM's, and FDSKL's memory against the data's size. `make bench` runs
// it; it is the longest part, because of LIBSVM.
//
//   time    `fdskl run DATASET fdskl` and `fdskl run DATASET libsvm`, one split, all rows, the project's settings: the
//           ratio of their training times. LIBSVM trains once, for at most three times as long as FDSKL or 30 s. If it
//           needs more, the true ratio is below the reported one.
//   memory  `fdskl run DATASET fdskl` on epsilon's shape, which is dense, and on real-sim's, which is sparse and must
//           stay so.
//
// Usage: cell_bench FILE PROGRAM. Appends lines "name ratio limit at-most" to FILE, for scripts/bench.sh; PROGRAM is
// the built fdskl.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "base/error.h"
#include "base/testing.h"
#include "runners/bench_cell.h"

namespace fdskl::runners {
namespace {

double FdsklOverLibsvm(const std::string& program, const std::filesystem::path& folder, const std::string& dataset) {
  constexpr double kPatience = 3;
  constexpr double kLeastLimit = 30;
  const double fdskl = *BenchCell(program, folder, dataset + " fdskl").train_seconds;
  const double limit = std::max(kLeastLimit, kPatience * fdskl);
  const results::RunRow libsvm =
      BenchCell(program, folder, fmt::format("{} libsvm --time-limit {:.1f}", dataset, limit));
  fmt::print("{}, edition {}, {} samples: FDSKL {:.2f} s, LIBSVM {}{:.2f} s\n", dataset, libsvm.edition,
             libsvm.train_rows, fdskl, libsvm.status == "ok" ? "" : "more than ", *libsvm.train_seconds);
  return fdskl / *libsvm.train_seconds;
}

// The peak memory of all ranks, divided by the size of the data as dense float32 plus the coefficients. Uses the
// stand-in, which has the data's shape.
double MemoryOverData(const std::string& program, const std::filesystem::path& folder, const std::string& dataset) {
  const results::RunRow row = BenchCell(program, folder, dataset + " fdskl --edition stand-in");
  const std::int64_t model = row.features.value() * std::int64_t{sizeof(double)};
  const std::int64_t data = row.rows * row.columns * std::int64_t{sizeof(float)};
  const std::int64_t peak = row.peak_memory_bytes.value();
  constexpr double kGigabyte = 1e9;
  fmt::print("{}'s shape, {} x {}, {} features: all ranks {:.2f} GB at most, dense data and coefficients {:.2f} GB\n",
             dataset, row.rows, row.columns, row.features.value(), static_cast<double>(peak) / kGigabyte,
             static_cast<double>(data + model) / kGigabyte);
  return static_cast<double>(peak) / static_cast<double>(data + model);
}

void Bench(const std::string& file, const std::string& program) {
  const base::testing::TempFolder folder;
  std::ofstream out(file, std::ios::app);
  const auto bar = [&](const std::string& name, double ratio, double limit) {
    out << fmt::format("{} {:.3f} {} at-most\n", name, ratio, limit);
    std::fflush(stdout);
  };
  bar("fdskl_memory_over_dense_epsilon", MemoryOverData(program, folder.path(), "epsilon"), 1.6);
  bar("fdskl_memory_over_dense_real-sim", MemoryOverData(program, folder.path(), "real-sim"), 0.25);
  for (const std::string dataset : {"a9a", "cod-rna", "defaultcredit", "givemecredit"})
    bar("fdskl_over_libsvm_" + dataset, FdsklOverLibsvm(program, folder.path(), dataset), 1.0);
}

}  // namespace
}  // namespace fdskl::runners

int main(int argc, char** argv) try {
  if (argc != 3) fdskl::base::Fail("usage: cell_bench FILE PROGRAM");
  fdskl::runners::Bench(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "cell_bench: {}\n", error.what());
  return 1;
}
