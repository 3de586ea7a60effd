#include "runners/studies/comm/comm_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/seed.h"
#include "base/text.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "results/rows.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/launch.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/worker.h"
#include "runners/studies/comm/comm_table.h"
#include "runners/studies/comm/comm_worker.h"
#include "runners/studies/comm/sum_case.h"

namespace fdskl::comm {
namespace {

constexpr std::array<int, 6> kPredictedWorkers = {32, 64, 128, 256, 512, 1024};

std::vector<SumCase> CasesOf(const CommRequest& request) {
  std::vector<SumCase> cases;
  for (const std::string& link : request.links) {
    for (const auto& [structure, name] : base::kNames<SumStructure>.table) {
      const SumCase sum{structure, net::ParseLink(link)};
      if (sum.IsPossible()) cases.push_back(sum);
    }
  }
  return cases;
}

// Cells that say which data the ranks are to hold, one for each dataset and number of workers. Errors: Error for the
// first that cannot be.
std::vector<cell::Cell> CellsOf(const CommRequest& request) {
  std::vector<cell::Cell> cells;
  for (const std::string& dataset : request.datasets) {
    cell::Cell cell;
    cell.dataset = datasets::FindDataset(dataset).name;
    if (!request.edition.empty()) cell.edition = base::ParseName<datasets::Edition>(request.edition);
    cell.rows = request.rows;
    cell.active = 1;
    const datasets::Prepared data = datasets::Prepare(cell.dataset, cell.edition, cell.rows);
    cell.rows = std::min(data.rows, cell.rows.value_or(data.rows));
    cell.edition = data.edition;
    cell.data_file = std::filesystem::absolute(data.file).string();
    for (const int workers : request.workers) {
      cell.workers = workers;
      cell::Validate(cell, data.columns);
      cells.push_back(cell);
    }
  }
  return cells;
}

// What the closed form says of a case on the data of `cell`.
results::CommRow PredictFor(const cell::Cell& cell, const SumCase& sum, int workers) {
  results::CommRow row = PredictedRow(sum, workers, datasets::TrainRows(*cell.rows));
  row.dataset = cell.dataset;
  row.edition = base::NameOf(*cell.edition);
  return row;
}

class Experiment {
 public:
  explicit Experiment(const CommRequest& request)
      : request_(request),
        launcher_(request.launcher.empty() ? cell::DefaultLauncher() : base::SplitWords(request.launcher)),
        cases_(CasesOf(request)),
        table_(std::filesystem::path(request.results) / kCommFile) {
    if (launcher_.empty()) base::Fail("--launcher is blank");
  }

  // Returns whether all rows are there.
  bool Run(const cell::Cell& cell) {
    const std::vector<results::CommRow> stored = results::ReadRows<results::CommRow>(table_);
    std::vector<std::string> words;
    for (const SumCase& sum : cases_) {
      const bool there = HasRow(stored, PredictFor(cell, sum, cell.workers));
      if (request_.redo || !there) words.push_back(CaseText(sum));
    }
    const std::string title = fmt::format("{}, {} workers", cell.dataset, cell.workers);
    if (words.empty()) {
      Say(title, "already there");
      return true;
    }
    const base::ScratchFolder folder(std::filesystem::absolute(request_.results) / "cells" /
                                     fmt::format("comm-{:016x}", base::Seed(getpid(), cell::CellText(cell))));
    base::WriteText(folder.path() / cell::kCellFile, cell::CellText(cell));
    Say(title, fmt::format("summing, {} cases", words.size()));
    words.insert(words.begin(), {"comm-worker", folder.path().string(), fmt::format("{}", request_.seconds)});
    cell::LaunchRequest launch = cell::RequestRanks(launcher_, cell.workers, words);
    launch.time_limit_seconds = request_.time_limit_seconds;
    const cell::LaunchResult result = cell::Launch(launch);
    if (result.ending != cell::Ending::kFinished) {
      Say(title, "failed: " + result.reason);
      return false;
    }
    StoreCommRows(table_, results::ReadRows<results::CommRow>(folder.path() / kCommFile));
    return true;
  }

  // For the data of `cell`, where nothing was measured.
  void AddPredictions(const cell::Cell& cell) const {
    const std::vector<results::CommRow> stored = results::ReadRows<results::CommRow>(table_);
    std::vector<results::CommRow> rows;
    for (const SumCase& sum : cases_) {
      for (const int workers : kPredictedWorkers) {
        results::CommRow row = PredictFor(cell, sum, workers);
        const bool measured = HasRow(stored, row);
        row.is_prediction = true;
        if (row.predicted_seconds && !measured) rows.push_back(row);
      }
    }
    StoreCommRows(table_, rows);
  }

  const std::filesystem::path& table() const { return table_; }

 private:
  static void Say(const std::string& title, const std::string& text) { fmt::print(stderr, "{}: {}\n", title, text); }

  const CommRequest& request_;
  std::vector<std::string> launcher_;
  std::vector<SumCase> cases_;
  std::filesystem::path table_;
};

}  // namespace

int CommCommand(const CommRequest& request) {
  if (!(request.seconds >= 0)) base::Fail("--seconds must be a number from 0 up, not {}", request.seconds);
  Experiment experiment(request);
  const std::vector<cell::Cell> cells = CellsOf(request);
  const base::InterruptGuard guard;
  bool complete = true;
  for (const cell::Cell& cell : cells) {
    if (base::Interrupted()) break;
    complete = experiment.Run(cell) && complete;
    experiment.AddPredictions(cell);
  }
  std::vector<results::CommRow> rows = results::ReadRows<results::CommRow>(experiment.table());
  std::erase_if(rows, [&](const results::CommRow& row) {
    return std::ranges::find(request.datasets, row.dataset) == request.datasets.end();
  });
  fmt::print("{}", CommMarkdown(rows));
  std::fflush(stdout);
  fmt::print(stderr, "{}: {}\n", base::Interrupted() ? "interrupted; rows so far are in" : "rows are in",
             experiment.table().string());
  if (base::Interrupted()) return base::kInterruptedStatus;
  return complete ? 0 : 1;
}

}  // namespace fdskl::comm
