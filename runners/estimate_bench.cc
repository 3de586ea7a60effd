// Measures how far an estimate is from what full-scale runs take. Unit costs are fitted to the small runs of `fdskl
// estimate --fit`. Then FDSKL trains on all training rows of the seven whole datasets and on a part of epsilon's shape,
// with eight workers and the project's settings:
//
//   estimate_off_X           over threads, by processor time: other programs on the machine matter little
//   estimate_off_elapsed_X   as `fdskl run X fdskl`, by the time that passes on this machine
//   estimate_off_NETWORK_X   the same run by its logical clocks, over each network
//   estimate_off_bytes_X     the same run by the bytes that it sends
//
// `make bench` runs it. Usage: estimate_bench FILE PROGRAM [DATASET ...]. Appends lines "name ratio limit at-most" to
// FILE, for scripts/bench.sh: the ratio is the larger of the two over the smaller. PROGRAM is the built fdskl.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/parallel.h"
#include "base/statistics.h"
#include "base/testing.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "runners/bench_cell.h"
#include "runners/cell/defaults.h"
#include "runners/studies/estimate/estimate_command.h"
#include "runners/studies/estimate/unit_fit.h"

namespace fdskl::runners {
namespace {

struct Subject {
  std::string dataset;
  std::optional<datasets::Edition> edition = {};
  std::optional<std::int64_t> rows = {};
};

estimate::Measured MeasureDataset(const Subject& subject) {
  const cell::Cell cell =
      cell::DefaultCell(base::SourceFolder() / "runners/experiments/defaults.toml", subject.dataset, &kFdskl);
  const datasets::Prepared data = datasets::Prepare(subject.dataset, subject.edition, subject.rows);
  const datasets::ColumnStore store = datasets::ColumnStore::Open(data.file);
  const datasets::Split split = datasets::MakeSplit(store.Labels(), subject.dataset, 0, subject.rows);
  return estimate::MeasureTraining(cell.As<Settings>(), cell.workers, cell.active, [&](int worker) {
    return datasets::LoadHolding(
        store, split.train, {},
        datasets::WorkerColumns(store.columns(), cell.workers, worker, datasets::Partition::kContiguous, 0),
        {worker, cell.active}, datasets::Missing::kFill);
  });
}

// Prints and stores how far off an estimate is.
void Tell(std::ostream& out, const std::string& what, double estimated, double measured) {
  const double ratio = estimated / measured;
  fmt::print("{}: estimated {:.4g}, measured {:.4g}: {:.2f}\n", what, estimated, measured, ratio);
  std::fflush(stdout);
  out << fmt::format("estimate_off_{} {:.3f} 1.3 at-most\n", what, std::max(ratio, 1 / ratio));
}

// Runs the cell three times. Of each time the median counts.
void CompareRuns(std::ostream& out, const std::string& program, const std::string& dataset, const UnitCosts& units) {
  constexpr int kRepeats = 3;
  const auto& presets = base::kNames<net::LinkPreset>.table;
  const base::testing::TempFolder folder;
  std::vector<double> elapsed;
  std::vector<std::vector<double>> clocks(presets.size());
  double sent_bytes = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const results::RunRow row = BenchCell(program, folder.path(), dataset + " fdskl");
    elapsed.push_back(*row.train_seconds);
    sent_bytes = static_cast<double>(*row.sent_bytes);
    for (std::size_t i = 0; i < presets.size(); ++i) clocks[i].push_back(*row.clocks[i].seconds);
  }
  estimate::EstimateRequest request;
  request.dataset = dataset;
  request.settings = (base::SourceFolder() / "runners/experiments/defaults.toml").string();
  std::vector<net::LinkModel> links;
  links.reserve(presets.size());
  for (const auto& [preset, name] : presets) links.push_back(net::LinkOf(preset));
  const estimate::Estimate planned = estimate::MakeEstimate(estimate::RunOf(request), units, links, 1);
  Tell(out, "elapsed_" + dataset, planned.SharedSeconds(base::Cores()), base::Median(elapsed));
  for (std::size_t i = 0; i < presets.size(); ++i) {
    Tell(out, fmt::format("{}_{}", presets[i].second, dataset), planned.networks[i].seconds, base::Median(clocks[i]));
  }
  Tell(out, "bytes_" + dataset, planned.work.wire_bytes, sent_bytes);
}

void Bench(const std::string& file, const std::string& program, const std::vector<std::string>& chosen) {
  std::ofstream out(file, std::ios::app);
  const std::vector<estimate::Measured> small = estimate::SmallRuns();
  const UnitCosts units = estimate::FitUnitCosts(small);
  for (const estimate::Measured& run : small) {
    fmt::print("small run, {:.0f} x {:.0f}, {:.0f} workers: {:.3f} s, fitted {:.2f} of it\n", run.shape.train_rows,
               run.shape.columns, run.shape.workers, run.cpu_seconds, CpuSeconds(run.work, units) / run.cpu_seconds);
  }
  VisitUnits(units, CostWork(),
             [](const char* name, double cost, double) { fmt::print("{}: {:.4g} ns\n", name, 1e9 * cost); });
  std::vector<Subject> subjects;
  subjects.reserve(kSevenDatasets.size() + 1);
  for (const char* dataset : kSevenDatasets) subjects.push_back({dataset});
  subjects.push_back({"epsilon", datasets::Edition::kStandIn, 40000});
  for (const Subject& subject : subjects) {
    if (!chosen.empty() && std::ranges::find(chosen, subject.dataset) == chosen.end()) continue;
    const estimate::Measured measured = MeasureDataset(subject);
    Tell(out, subject.dataset, CpuSeconds(measured.work, units), measured.cpu_seconds);
    if (!subject.edition) CompareRuns(out, program, subject.dataset, units);
  }
}

}  // namespace
}  // namespace fdskl::runners

int main(int argc, char** argv) try {
  if (argc < 3) fdskl::base::Fail("usage: estimate_bench FILE PROGRAM [DATASET ...]");
  fdskl::runners::Bench(argv[1], argv[2], {argv + 3, argv + argc});
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "estimate_bench: {}\n", error.what());
  return 1;
}
