// Measures the time of Libsvm::Fit() over that of LIBSVM's own command. Run by `make bench`; takes about a minute.
//
// Libsvm::Fit() and `svm-train` train on the same samples of a9a (or of its stand-in if the data are not available),
// with the same parameters and cache; interleaved, best of five. The command also reads and writes text.
//
// Usage: libsvm_bench FILE. Appends a line "name ratio limit at-most" to FILE, for scripts/bench.sh.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "base/error.h"
#include "base/matrix.h"
#include "base/process.h"
#include "base/stopwatch.h"
#include "base/testing.h"
#include "base/text.h"
#include "baselines/svm/libsvm.h"
#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/prepare.h"
#include "datasets/split.h"

namespace fdskl::svm {
namespace {

constexpr int kRepetitions = 5;
constexpr std::int64_t kRows = 8000;

// All columns and labels of the training part of a split.
datasets::Holding LoadSamples(const datasets::ColumnStore& store) {
  const datasets::Split split = datasets::MakeSplit(store.Labels(), store.dataset(), 0, kRows);
  return datasets::LoadHolding(store, split.train, {}, datasets::ColumnsInTurn(store.columns(), 1, 0), {},
                               datasets::Missing::kFill);
}

// Writes the samples in LIBSVM's text format.
void Write(const datasets::Holding& samples, const std::filesystem::path& path) {
  std::ofstream file(path);
  file.precision(std::numeric_limits<double>::max_digits10);
  for (std::size_t i = 0; i < samples.labels.size(); ++i) {
    file << samples.labels[i];
    base::ForEntries(samples.train, samples.labelled[i], [&](Eigen::Index k, double value) {
      if (value != 0) file << ' ' << k + 1 << ':' << value;
    });
    file << '\n';
  }
}

// The seconds of Libsvm::Fit() over those of the command.
double OverCommand(const std::filesystem::path& folder) {
  const datasets::Holding samples = LoadSamples(datasets::ColumnStore::Open(datasets::Prepare("a9a").file));
  Write(samples, folder / "samples");
  SvmSettings settings;
  settings.sigma = 5;
  settings.C = 4;
  settings.points = 1;
  const std::vector<std::string> command = base::SplitWords(
      fmt::format("svm-train -q -g {} -c {} -e {} -m {} '{}' '{}'", 1 / (2 * settings.sigma * settings.sigma),
                  settings.C, settings.tolerance, settings.kernel_cache.bytes >> 20U, (folder / "samples").string(),
                  (folder / "model").string()));
  double ours = std::numeric_limits<double>::infinity();
  double theirs = ours;
  for (int repetition = 0; repetition < kRepetitions; ++repetition) {
    const base::Stopwatch watch;
    Libsvm method(settings, samples.View());
    method.Fit([](const Progress&) { return true; });
    ours = std::min(ours, watch.Seconds());
    const base::Stopwatch command_watch;
    if (base::RunToEnd(command).exit_status != 0) base::Fail("svm-train failed");
    theirs = std::min(theirs, command_watch.Seconds());
  }
  fmt::print("a9a, {} samples, best of {}: Libsvm {:.2f} s, svm-train {:.2f} s\n", samples.labels.size(), kRepetitions,
             ours, theirs);
  return ours / theirs;
}

}  // namespace
}  // namespace fdskl::svm

int main(int argc, char** argv) try {
  if (argc != 2) fdskl::base::Fail("usage: libsvm_bench FILE");
  const fdskl::base::testing::TempFolder folder;
  const double ratio = fdskl::svm::OverCommand(folder.path());
  std::ofstream(argv[1], std::ios::app) << fmt::format("libsvm_over_command {:.3f} 1.1 at-most\n", ratio);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "libsvm_bench: {}\n", error.what());
  return 1;
}
