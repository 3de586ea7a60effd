#include "runners/studies/comm/comm_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <tuple>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/seed.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "results/rows.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/launch.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/worker.h"
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

// The cells that tell the ranks which data to hold, one for each dataset and number of workers. Errors: Error for the
// first that is not possible.
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
    cell::UseData(data, cell);
    for (const int workers : request.workers) {
      cell.workers = workers;
      cell::Validate(cell, data.columns);
      cells.push_back(cell);
    }
  }
  return cells;
}

// The closed form of a case on the data of `cell`.
results::CommRow PredictFor(const cell::Cell& cell, const SumCase& sum, int workers) {
  results::CommRow row = PredictedRow(sum, workers, datasets::TrainRows(*cell.rows));
  row.dataset = cell.dataset;
  row.edition = base::NameOf(*cell.edition);
  return row;
}

// Whether `rows` has the case of `wanted` on the same edition and number of samples.
bool HasRow(std::span<const results::CommRow> rows, const results::CommRow& wanted) {
  return std::ranges::any_of(rows, [&](const results::CommRow& row) {
    return SameCase(row, wanted) && row.edition == wanted.edition && row.rows == wanted.rows &&
           row.is_prediction == wanted.is_prediction;
  });
}

// Adds `rows` to `file` in place of those of the same cases, under a lock beside it. A kill leaves the old table or the
// new. Errors: Error names the file.
void StoreCommRows(const std::filesystem::path& file, std::span<const results::CommRow> rows) {
  const base::FileLock lock(file.parent_path() / ".lock");
  std::vector<results::CommRow> all = results::ReadRows<results::CommRow>(file);
  std::erase_if(all, [&](const results::CommRow& old) {
    return std::ranges::any_of(rows, [&](const results::CommRow& row) { return SameCase(row, old); });
  });
  all.insert(all.end(), rows.begin(), rows.end());
  results::WriteRows<results::CommRow>(file, all);
}

// "measured (predicted)", each as far as it is known.
std::string Seconds(const results::CommRow& row) {
  std::string predicted = row.predicted_seconds ? fmt::format("({:.3g})", *row.predicted_seconds) : "";
  if (!row.seconds) return predicted;
  return fmt::format("{:.3g}{}{}", *row.seconds, predicted.empty() ? "" : " ", predicted);
}

// A line for each dataset, link and number of workers: the structures' measured seconds and, in brackets, those of the
// closed form. Numbers of workers that were not measured have the closed form alone.
std::string CommMarkdown(std::span<const results::CommRow> rows) {
  using Line = std::tuple<std::string, std::int64_t, std::string, std::string, std::int64_t>;
  std::map<Line, std::map<std::string, std::string>> lines;  // seconds by structure
  for (const results::CommRow& row : rows) {
    lines[{row.dataset, row.rows, row.edition, net::PresentLinkName(row.link), row.workers}][row.structure] =
        Seconds(row);
  }
  double difference = 0;
  for (const results::CommRow& row : rows) difference = std::max(difference, row.largest_difference.value_or(0));
  std::string text = fmt::format(
      "Seconds to sum the kernel matrix; in brackets those of the closed form. A modelled link sends and receives one\n"
      "message at a time. Sums differ from the central matrix's entries c by at most {:.1e} (1 + |c|).\n\n",
      difference);
  text += "| dataset | rows | edition | link | workers |";
  std::string rule = "|---|---|---|---|---|";
  for (const auto& [structure, name] : base::kNames<SumStructure>.table) {
    text += fmt::format(" {} |", name);
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (const auto& [line, seconds] : lines) {
    std::apply([&](const auto&... parts) { ((text += fmt::format("| {} ", parts)), ...); }, line);
    for (const auto& [structure, name] : base::kNames<SumStructure>.table) {
      const auto found = seconds.find(std::string(name));
      text += fmt::format("| {} ", found == seconds.end() ? "" : found->second);
    }
    text += "|\n";
  }
  return text;
}

class Experiment {
 public:
  explicit Experiment(const CommRequest& request)
      : request_(request),
        launcher_(cell::LauncherWords(request.launcher)),
        cases_(CasesOf(request)),
        table_(std::filesystem::path(request.results) / kCommFile) {}

  // Measures the cases that the table does not have yet. Returns whether it then has all.
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

  // Adds the closed form for the data of `cell` at numbers of workers that were not measured.
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

void DeclareCommCommand(base::Command& command, CommRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  command.List("--dataset", request.datasets, "datasets, separated by commas [gisette,phishing,a9a,ijcnn1]", "NAMES")
      .List("--workers", request.workers, "numbers of workers, separated by commas [2,4,8,16]", "N,N")
      .Repeated("--link", request.links,
                "network to simulate: a preset, or latency=20ms,bandwidth=100Mbit; may be repeated [every preset]",
                "LINK")
      .Option("--rows", request.rows, "use at most this many samples; three quarters of them train", "N")
      .Option("--edition", request.edition, "edition of the datasets [the best one available]",
              "full|rebuilt|part|stand-in")
      .Option("--seconds", request.seconds,
              fmt::format("measure each case for at least this many seconds, and at least {} tiles [0.5]", kLeastTiles),
              "X")
      .Option("--time-limit", request.time_limit_seconds, "stop a launch after this many seconds", "X")
      .Option("--results", request.results, "folder of comm.arrow", "DIR")
      .Option("--launcher", request.launcher, "command that starts the ranks; \"-n RANKS PROGRAM ...\" is added to it",
              "COMMAND")
      .Flag("--redo", request.redo, "measure rows again that the table has already");
}

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
