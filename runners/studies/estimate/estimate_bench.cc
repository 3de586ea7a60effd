// Measures how far an estimate is from what full-scale runs take. Unit costs are fitted to the small runs of `fdskl
// estimate --fit`. Then FDSKL trains on all training rows of the seven whole datasets and on a part of epsilon's shape,
// with eight workers and the project's settings, over threads. Both numbers are processor time, so other programs on
// the machine matter little. `make bench` runs it.
//
// Usage: estimate_bench FILE [DATASET ...]. Appends lines "name ratio limit at-most" to FILE, for scripts/bench.sh: the
// ratio is the larger of the two over the smaller.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "runners/cell/defaults.h"
#include "runners/studies/estimate/unit_fit.h"

namespace fdskl::estimate {
namespace {

struct Subject {
  std::string dataset;
  std::optional<datasets::Edition> edition = {};
  std::optional<std::int64_t> rows = {};
};

Measured MeasureDataset(const Subject& subject) {
  const cell::Cell cell =
      cell::DefaultCell(base::SourceFolder() / "runners/experiments/defaults.toml", subject.dataset, &kFdskl);
  const datasets::Prepared data = datasets::Prepare(subject.dataset, subject.edition, subject.rows);
  const datasets::ColumnStore store = datasets::ColumnStore::Open(data.file);
  const datasets::Split split = datasets::MakeSplit(store.Labels(), subject.dataset, 0, subject.rows);
  return MeasureTraining(cell.As<Settings>(), cell.workers, cell.active, [&](int worker) {
    return datasets::LoadHolding(
        store, split.train, {},
        datasets::WorkerColumns(store.columns(), cell.workers, worker, datasets::Partition::kContiguous, 0),
        {worker, cell.active}, datasets::Missing::kFill);
  });
}

void Bench(const std::string& file, const std::vector<std::string>& chosen) {
  std::ofstream out(file, std::ios::app);
  const std::vector<Measured> small = SmallRuns();
  const UnitCosts units = FitUnitCosts(small);
  for (const Measured& run : small) {
    fmt::print("small run, {:.0f} x {:.0f}, {:.0f} workers: {:.3f} s, fitted {:.2f} of it\n", run.shape.train_rows,
               run.shape.columns, run.shape.workers, run.cpu_seconds, CpuSeconds(run.work, units) / run.cpu_seconds);
  }
  VisitUnits(units, CostWork(),
             [](const char* name, double cost, double) { fmt::print("{}: {:.4g} ns\n", name, 1e9 * cost); });
  std::vector<Subject> subjects;
  for (const char* dataset : {"phishing", "a9a", "ijcnn1", "cod-rna", "w8a", "defaultcredit", "givemecredit"})
    subjects.push_back({dataset});
  subjects.push_back({"epsilon", datasets::Edition::kStandIn, 40000});
  for (const Subject& subject : subjects) {
    if (!chosen.empty() && std::ranges::find(chosen, subject.dataset) == chosen.end()) continue;
    const Measured measured = MeasureDataset(subject);
    const double estimated = CpuSeconds(measured.work, units);
    const double ratio = estimated / measured.cpu_seconds;
    fmt::print("{}, {:.0f} x {:.0f}: estimated {:.2f} s, measured {:.2f} s of processor time: {:.2f}; bytes {:.3f}\n",
               subject.dataset, measured.shape.train_rows, measured.shape.columns, estimated, measured.cpu_seconds,
               ratio, measured.work.wire_bytes / measured.sent_bytes);
    std::fflush(stdout);
    out << fmt::format("estimate_off_{} {:.3f} 1.3 at-most\n", subject.dataset, std::max(ratio, 1 / ratio));
  }
}

}  // namespace
}  // namespace fdskl::estimate

int main(int argc, char** argv) try {
  if (argc < 2) fdskl::base::Fail("usage: estimate_bench FILE [DATASET ...]");
  fdskl::estimate::Bench(argv[1], {argv + 2, argv + argc});
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "estimate_bench: {}\n", error.what());
  return 1;
}
