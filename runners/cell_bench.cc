// What whole cells take: FDSKL's time beside LIBSVM's, and FDSKL's memory beside the data's. Run by `make bench`; the
// longest of its parts, mostly LIBSVM.
//
//   time    `fdskl run DATASET fdskl` and `fdskl run DATASET libsvm`, one split, all rows, the project's settings: the
//           ratio of their training times. LIBSVM trains once, and no longer than three times what FDSKL took: where it
//           needs more, the true ratio is less than the one that is reported.
//   memory  `fdskl run epsilon fdskl` on the stand-in, which has epsilon's shape: the peak of all ranks together over
//           the data as float32 and the coefficients.
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
#include "results/rows.h"
#include "results/schema.h"
#include "results/testing.h"

namespace fdskl {
namespace {

// The row of one cell.
RunRow Cell(const std::string& program, const std::filesystem::path& folder, const std::string& cell) {
  // Status 1 is also that of a cell which met its time limit.
  if (std::system(
          fmt::format("'{}' run {} --evaluations 1 --results '{}' >/dev/null 2>&1", program, cell, folder.string())
              .c_str()) < 0) {
    Fail("{} cannot be run", program);
  }
  const auto rows = ReadRows<RunRow>(folder / "runs.arrow");
  if (rows.empty() || !rows.back().train_seconds) {
    Fail("`fdskl run {}` left no training time: {}", cell, rows.empty() ? "no row" : rows.back().reason);
  }
  return rows.back();
}

double FdsklOverLibsvm(const std::string& program, const std::filesystem::path& folder, const std::string& dataset) {
  constexpr double kPatience = 3;
  constexpr double kLeastLimit = 30;
  const double fdskl = *Cell(program, folder, dataset + " fdskl").train_seconds;
  const double limit = std::max(kLeastLimit, kPatience * fdskl);
  const RunRow libsvm = Cell(program, folder, fmt::format("{} libsvm --time-limit {:.1f}", dataset, limit));
  fmt::print("{}, edition {}, {} samples: FDSKL {:.2f} s, LIBSVM {}{:.2f} s\n", dataset, libsvm.edition,
             libsvm.train_rows, fdskl, libsvm.status == "ok" ? "" : "more than ", *libsvm.train_seconds);
  return fdskl / *libsvm.train_seconds;
}

double MemoryOverData(const std::string& program, const std::filesystem::path& folder) {
  const RunRow row = Cell(program, folder, "epsilon fdskl --edition stand-in");
  const std::int64_t model = row.features.value() * std::int64_t{sizeof(double)};
  const std::int64_t data = row.rows * row.columns * std::int64_t{sizeof(float)};
  fmt::print(
      "epsilon's shape, {} x {} samples and {} features: all ranks {:.2f} GB at most, data and model {:.2f} GB\n",
      row.rows, row.columns, row.features.value(), 1e-9 * static_cast<double>(row.peak_memory_bytes.value()),
      1e-9 * static_cast<double>(data + model));
  return static_cast<double>(row.peak_memory_bytes.value()) / static_cast<double>(data + model);
}

void Bench(const std::string& file, const std::string& program) {
  const testing::TempFolder folder;
  std::ofstream out(file, std::ios::app);
  const auto bar = [&](const std::string& name, double ratio, double limit) {
    out << fmt::format("{} {:.3f} {} at-most\n", name, ratio, limit);
    std::fflush(stdout);
  };
  bar("fdskl_memory_over_data_and_model_epsilon", MemoryOverData(program, folder.path()), 1.6);
  for (const std::string dataset : {"a9a", "cod-rna", "defaultcredit", "givemecredit"})
    bar("fdskl_over_libsvm_" + dataset, FdsklOverLibsvm(program, folder.path(), dataset), 1.0);
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try {
  if (argc != 3) fdskl::Fail("usage: cell_bench FILE PROGRAM");
  fdskl::Bench(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "cell_bench: {}\n", error.what());
  return 1;
}
