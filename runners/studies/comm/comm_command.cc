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
#include "base/owned_folder.h"
#include "base/seed.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "results/rows.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/launch.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/worker.h"
#include "runners/studies/comm/comm_clocks.h"
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

// A dataset's cells, one for each number of workers. They say which data each worker holds.
struct Cells {
  std::vector<cell::Cell> measured;  // on this machine
  std::vector<cell::Cell> clocked;   // by logical clocks
};

// The cells of all datasets. Errors: Error for the first that is not possible.
std::vector<Cells> CellsOf(const CommRequest& request) {
  std::vector<Cells> all;
  for (const std::string& dataset : request.datasets) {
    cell::Cell cell;
    cell.dataset = datasets::FindDataset(dataset).name;
    if (!request.edition.empty()) cell.edition = base::ParseName<datasets::Edition>(request.edition);
    cell.rows = request.rows;
    cell.active = 1;
    const datasets::Prepared data = datasets::Prepare(cell.dataset, cell.edition, cell.rows);
    cell.rows = std::min(data.rows, cell.rows.value_or(data.rows));
    cell::UseData(data, cell);
    Cells& cells = all.emplace_back();
    for (const int workers : request.workers) {
      cell.workers = workers;
      cell::Validate(cell, data.columns);
      cells.measured.push_back(cell);
    }
    for (const int workers : request.clock_workers) {
      base::RequireAtLeast("clock_workers", workers, 1);
      cell.workers = workers;
      if (workers <= data.columns) cells.clocked.push_back(cell);
    }
  }
  return all;
}

// The closed form of a case on the data of `cell`.
results::CommRow PredictFor(const cell::Cell& cell, const SumCase& sum, int workers) {
  results::CommRow row = PredictedRow(sum, workers, datasets::TrainRows(*cell.rows));
  row.dataset = cell.dataset;
  row.edition = base::NameOf(*cell.edition);
  return row;
}

// Whether `rows` has the case of `wanted` for the same edition and number of samples: measured, or timed by clocks.
bool HasRow(std::span<const results::CommRow> rows, const results::CommRow& wanted, const SumCase& sum) {
  return std::ranges::any_of(rows, [&](const results::CommRow& row) {
    return SameCase(row, wanted) && row.edition == wanted.edition && row.rows == wanted.rows &&
           (sum.link.IsBare() ? row.seconds : row.clock_seconds).has_value();
  });
}

// Adds `rows` to `file`, under a lock beside it; they replace rows of the same cases. If the program is killed, the
// table is the old one or the new one. Errors: Error names the file.
void StoreCommRows(const std::filesystem::path& file, std::span<const results::CommRow> rows) {
  const auto lock = base::FileLock::IfThereAreLocks(file.parent_path() / ".lock");
  std::vector<results::CommRow> all = results::ReadRows<results::CommRow>(file);
  std::erase_if(all, [&](const results::CommRow& old) {
    return std::ranges::any_of(rows, [&](const results::CommRow& row) { return SameCase(row, old); });
  });
  all.insert(all.end(), rows.begin(), rows.end());
  results::WriteRows<results::CommRow>(file, all);
}

// "measured (predicted)", each as far as it is known. With a link, the first is by clock.
std::string Seconds(const results::CommRow& row) {
  std::string predicted = row.predicted_seconds ? fmt::format("({:.3g})", *row.predicted_seconds) : "";
  const std::optional<double>& seconds = row.clock_seconds ? row.clock_seconds : row.seconds;
  if (!seconds) return predicted;
  return fmt::format("{:.3g}{}{}", *seconds, predicted.empty() ? "" : " ", predicted);
}

// A line for each dataset, link and number of workers: the structures' seconds and, in brackets, those of the closed
// form. Numbers of workers that were not run have the closed form only.
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
      "Seconds to sum the kernel matrix: measured on this machine (bare), or by logical clocks with a machine for "
      "every\n"
      "party (links); in brackets those of the closed form. A link sends and receives one message at a time. Sums\n"
      "differ from the central matrix's entries c by at most {:.1e} (1 + |c|).\n\n",
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
        launcher_(request.launcher.Make()),
        cases_(CasesOf(request)),
        table_(std::filesystem::path(request.results) / kCommFile) {}

  // Measures the cases without a link that the table does not have yet. Returns whether the table then has them all.
  bool Measure(const cell::Cell& cell) {
    const std::vector<results::CommRow> stored = results::ReadRows<results::CommRow>(table_);
    std::vector<std::string> words;
    bool any = false;
    for (const SumCase& sum : cases_) {
      if (!sum.link.IsBare()) continue;
      any = true;
      if (IsDue(stored, cell, sum)) words.push_back(CaseText(sum));
    }
    if (!any) return true;
    const std::string title = fmt::format("{}, {} workers", cell.dataset, cell.workers);
    if (words.empty()) {
      Say(title, "already there");
      return true;
    }
    const base::OwnedFolder folder(std::filesystem::absolute(request_.results) / "cells" /
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

  // Times by clocks the cases with a link that the table does not have yet.
  void SumByClocks(const cell::Cell& cell) const {
    const std::vector<results::CommRow> stored = results::ReadRows<results::CommRow>(table_);
    std::map<SumStructure, std::vector<net::LinkModel>> due;
    for (const SumCase& sum : cases_) {
      if (!sum.link.IsBare() && IsDue(stored, cell, sum)) due[sum.structure].push_back(sum.link);
    }
    if (due.empty()) return;
    Say(fmt::format("{}, {} parties", cell.dataset, cell.workers), "summing by clocks");
    const ClockedSums sums(cell);
    std::vector<results::CommRow> rows;
    for (const auto& [structure, links] : due) {
      const std::vector<results::CommRow> more = sums.Run(structure, links);
      rows.insert(rows.end(), more.begin(), more.end());
    }
    StoreCommRows(table_, rows);
  }

  // Adds the closed form for the data of `cell` and the numbers of workers that were not run.
  void AddPredictions(const cell::Cell& cell) const {
    const std::vector<results::CommRow> stored = results::ReadRows<results::CommRow>(table_);
    std::vector<results::CommRow> rows;
    for (const SumCase& sum : cases_) {
      for (const int workers : kPredictedWorkers) {
        results::CommRow row = PredictFor(cell, sum, workers);
        const bool summed = HasRow(stored, row, sum);
        row.is_prediction = true;
        if (row.predicted_seconds && !summed) rows.push_back(row);
      }
    }
    StoreCommRows(table_, rows);
  }

  const std::filesystem::path& table() const { return table_; }

 private:
  bool IsDue(std::span<const results::CommRow> stored, const cell::Cell& cell, const SumCase& sum) const {
    return request_.redo || !HasRow(stored, PredictFor(cell, sum, cell.workers), sum);
  }

  static void Say(const std::string& title, const std::string& text) { fmt::print(stderr, "{}: {}\n", title, text); }

  const CommRequest& request_;
  cell::Launcher launcher_;
  std::vector<SumCase> cases_;
  std::filesystem::path table_;
};

}  // namespace

void DeclareCommCommand(base::Command& command, CommRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  command.List("--dataset", request.datasets, "datasets, separated by commas [gisette,phishing,a9a,ijcnn1]", "NAMES")
      .List("--workers", request.workers,
            "numbers of workers to measure on this machine, separated by commas [2,4,8,16]", "N,N")
      .List("--clock-workers", request.clock_workers,
            "numbers of parties to sum with by logical clocks, as far as there are columns [2,4,8,16,32,64,128]", "N,N")
      .Repeated("--link", request.links,
                "network: bare is measured, another is by logical clocks; a preset, or latency=20ms,bandwidth=100Mbit; "
                "may be "
                "repeated [every preset]",
                "LINK")
      .Option("--rows", request.rows, "use at most this many samples; three quarters of them train", "N")
      .Option("--edition", request.edition, "edition of the datasets [the best one available]",
              "full|rebuilt|part|stand-in")
      .Option("--seconds", request.seconds,
              fmt::format("measure each case for at least this many seconds, and at least {} tiles [0.5]", kLeastTiles),
              "X")
      .Option("--time-limit", request.time_limit_seconds, "stop a launch after this many seconds", "X")
      .Option("--results", request.results, "folder of comm.arrow", "DIR")
      .Flag("--redo", request.redo, "measure rows again that the table has already");
  cell::DeclareLauncher(command, request.launcher);
}

int CommCommand(const CommRequest& request) {
  if (!(request.seconds >= 0)) base::Fail("--seconds must be a number from 0 up, not {}", request.seconds);
  Experiment experiment(request);
  const std::vector<Cells> datasets = CellsOf(request);
  const base::InterruptGuard guard;
  bool complete = true;
  for (const Cells& cells : datasets) {
    for (const cell::Cell& cell : cells.measured) {
      if (!base::Interrupted()) complete = experiment.Measure(cell) && complete;
    }
    for (const cell::Cell& cell : cells.clocked) {
      if (!base::Interrupted()) experiment.SumByClocks(cell);
    }
    if (!base::Interrupted() && !cells.clocked.empty()) experiment.AddPredictions(cells.clocked.front());
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
