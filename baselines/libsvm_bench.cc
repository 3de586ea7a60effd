// What our LIBSVM costs beside LIBSVM's own command, and FDSKL beside LIBSVM. Run by `make bench`; two to ten minutes.
//
//   command   Libsvm::Fit() and `svm-train` on the same samples of a9a (its stand-in where it is not here), with the
//   same
//             parameters and cache; interleaved, best of five. The command also reads and writes text.
//   training  `fdskl run DATASET fdskl` and `fdskl run DATASET libsvm`, one split, all rows, the project's settings:
//   the
//             ratio of their training times. LIBSVM trains once, and no longer than three times what FDSKL took: where
//             it needs more, the true ratio is less than the one that is reported.
//
// Usage: libsvm_bench FILE PROGRAM. Writes lines "name ratio limit at-least|at-most" to FILE, for scripts/bench.sh;
// PROGRAM is the built fdskl.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <numeric>
#include <string>

#include "base/error.h"
#include "base/index.h"
#include "baselines/libsvm.h"
#include "baselines/matrix_rows.h"
#include "datasets/column_store.h"
#include "datasets/prepare.h"
#include "datasets/scaling.h"
#include "datasets/split.h"
#include "fdskl/stopwatch.h"
#include "results/rows.h"
#include "results/schema.h"
#include "results/testing.h"

namespace fdskl {
namespace {

constexpr int kRepetitions = 5;
constexpr std::int64_t kRows = 8000;

void Run(const std::string& command) {
  if (std::system(command.c_str()) != 0) Fail("this failed: {}", command);
}

// All columns and labels of a split's training part.
struct Samples {
  Matrix x;
  std::vector<std::int32_t> columns, labelled;
  std::vector<float> labels;

  explicit Samples(const ColumnStore& store) : columns(Index(store.columns())) {
    const std::vector<float> all = store.Labels();
    const Split split = MakeSplit(all, store.dataset(), 0, kRows);
    std::iota(columns.begin(), columns.end(), 0);
    x = store.Load(columns, split.train);
    ColumnScaler::Fit(x).Apply(x);
    labelled = AllRows(x);
    for (const std::int32_t sample : split.train) labels.push_back(all[Index(sample)]);
  }

  WorkerView View() const { return {&x, columns, std::ssize(columns), labelled, labels, 1, nullptr}; }

  void Write(const std::filesystem::path& path) const {
    std::ofstream file(path);
    file.precision(std::numeric_limits<double>::max_digits10);
    for (const std::int32_t row : labelled) {
      file << labels[Index(row)];
      ForEntries(x, row, [&](Eigen::Index k, double value) {
        if (value != 0) file << ' ' << k + 1 << ':' << value;
      });
      file << '\n';
    }
  }
};

// Seconds of ours over seconds of the command.
double OverCommand(const std::filesystem::path& folder) {
  const Samples samples(ColumnStore::Open(Prepare("a9a").file));
  samples.Write(folder / "samples");
  SvmSettings settings;
  settings.sigma = 5;
  settings.C = 4;
  settings.points = 1;
  const std::string command = fmt::format(
      "svm-train -q -g {} -c {} -e {} -m {} '{}' '{}'", 1 / (2 * settings.sigma * settings.sigma), settings.C,
      settings.tolerance, settings.cache_bytes >> 20U, (folder / "samples").string(), (folder / "model").string());
  double ours = std::numeric_limits<double>::infinity();
  double theirs = ours;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const Stopwatch watch;
    Libsvm method(settings, samples.View());
    method.Fit([](const Progress&) { return true; });
    ours = std::min(ours, watch.Seconds());
    const Stopwatch command_watch;
    Run(command);
    theirs = std::min(theirs, command_watch.Seconds());
  }
  fmt::print("a9a, {} samples, best of {}: Libsvm {:.2f} s, svm-train {:.2f} s\n", samples.labels.size(), kRepetitions,
             ours, theirs);
  return ours / theirs;
}

// The row of one cell.
RunRow Cell(const std::string& program, const std::filesystem::path& folder, const std::string& cell) {
  // Status 1 is also that of a cell which met its time limit.
  if (std::system(fmt::format("'{}' run {} --results '{}' >/dev/null 2>&1", program, cell, folder.string()).c_str()) <
      0) {
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
  const double fdskl = *Cell(program, folder, dataset + " fdskl --evaluations 1").train_seconds;
  const double limit = std::max(kLeastLimit, kPatience * fdskl);
  const RunRow libsvm =
      Cell(program, folder, fmt::format("{} libsvm --evaluations 1 --time-limit {:.1f}", dataset, limit));
  fmt::print("{}, edition {}, {} samples: FDSKL {:.2f} s, LIBSVM {}{:.2f} s\n", dataset, libsvm.edition,
             libsvm.train_rows, fdskl, libsvm.status == "ok" ? "" : "more than ", *libsvm.train_seconds);
  std::fflush(stdout);
  return fdskl / *libsvm.train_seconds;
}

void Bench(const std::string& file, const std::string& program) {
  const testing::TempFolder folder;
  std::ofstream out(file, std::ios::app);
  out << fmt::format("libsvm_over_command {:.3f} 1.1 at-most\n", OverCommand(folder.path()));
  for (const std::string dataset : {"a9a", "cod-rna", "defaultcredit", "givemecredit"}) {
    out << fmt::format("fdskl_over_libsvm_{} {:.3f} 1.0 at-most\n", dataset,
                       FdsklOverLibsvm(program, folder.path(), dataset));
  }
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try {
  if (argc != 3) fdskl::Fail("usage: libsvm_bench FILE PROGRAM");
  fdskl::Bench(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "libsvm_bench: {}\n", error.what());
  return 1;
}
