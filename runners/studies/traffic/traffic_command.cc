#include "runners/studies/traffic/traffic_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "base/files.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/methods.h"
#include "baselines/svm/svm_methods.h"
#include "datasets/split.h"
#include "fdskl/fdskl_method.h"
#include "results/rows.h"
#include "results/store.h"
#include "runners/cell/defaults.h"
#include "runners/studies/traffic/epoch_traffic.h"
#include "runners/studies/traffic/iteration_traffic.h"

namespace fdskl::traffic {
namespace {

std::vector<results::TrafficRow> EpochRows(const TrafficRequest& request) {
  const std::vector<results::RunRow> runs = results::ResultStore(request.results).ReadRuns();
  std::vector<results::TrafficRow> rows;
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
    if (entry.own) continue;  // a user's catalogue need not have the shape
    for (const baselines::MethodRef method : {&kFdskl, &fd_svrg::kFdSvrg, &svm::kPpSvmv}) {
      cell::Cell cell(method);
      cell.dataset = entry.name;
      cell::ApplyDefaults(request.settings, cell);
      cell::Validate(cell, entry.columns);
      const std::int64_t train_rows = datasets::TrainRows(entry.rows);
      rows.push_back(EpochRow(cell, train_rows));
      if (method == &kFdskl && cell.As<Settings>().sweeps > 0) rows.push_back(TrainingRow(cell, train_rows));
    }
    if (const auto tree = CountedTree(runs, entry.name)) rows.push_back(*tree);
  }
  return rows;
}

std::string Megabytes(const results::TrafficRow& row) {
  return fmt::format("{:.4g}", static_cast<double>(row.sent_bytes) / 1e6);
}

std::vector<results::TrafficRow> PartOf(std::span<const results::TrafficRow> rows, std::string_view part) {
  std::vector<results::TrafficRow> found;
  std::ranges::copy_if(rows, std::back_inserter(found),
                       [&](const results::TrafficRow& row) { return row.part == part; });
  return found;
}

std::string OrderMarkdown(std::span<const results::TrafficRow> rows) {
  std::string text =
      "One iteration of FDSKL: bytes ~ x^p and rounds ~ x^p, fitted. Appendix C: bytes are of order q t for B = m = "
      "1.\n"
      "For q, x is q - 1 in bytes and log2 q in rounds. Rounds are the growth of the longest chain of dependent "
      "messages\n"
      "per iteration, mean over a turn of the leaders; for two leaders and q a power of two, (5 log2 q - 1) / "
      "2.\n\n"
      "| x | values | partial sums kept | p of bytes | Appendix C | p of rounds | rounds "
      "|\n|---|---|---|---|---|---|---|\n";
  for (const bool cached : {false, true}) {
    for (const char* varied : {"q", "t", "B", "m"}) {
      std::vector<results::TrafficRow> group;
      std::ranges::copy_if(rows, std::back_inserter(group), [&](const results::TrafficRow& row) {
        return row.varied == varied && row.cache_partials == cached;
      });
      if (group.empty()) continue;
      const Exponents exponents = FitExponents(group);
      const auto [least, most] =
          std::ranges::minmax(group, {}, [](const results::TrafficRow& row) { return row.rounds.value(); });
      text += fmt::format("| {} | {} to {} | {} | {:.3f} | {} | {:.3f} | {:.3g} to {:.3g} |\n", varied,
                          VariedValue(group.front()), VariedValue(group.back()), cached ? "yes" : "no", exponents.bytes,
                          cached || *varied == 'B' || *varied == 'm' ? "-" : "1", exponents.rounds, *least.rounds,
                          *most.rounds);
    }
  }
  return text;
}

std::string MaskingMarkdown(std::span<const results::TrafficRow> rows) {
  if (rows.empty()) return "";
  std::string text = fmt::format(
      "One iteration of FDSKL by masking: q = {}, t = {}, B = {}, m = {}.\n\n"
      "| masking | bits | MB | of `paper` | messages | rounds |\n|---|---|---|---|---|---|\n",
      rows[0].workers, *rows[0].iteration, *rows[0].batch, *rows[0].block);
  const auto paper = std::ranges::find(rows, "paper", &results::TrafficRow::masking);
  for (const results::TrafficRow& row : rows) {
    text += fmt::format("| {} | {} | {} | {:.1f}% | {} | {:.3g} |\n", *row.masking,
                        row.ring_bits ? std::to_string(*row.ring_bits) : "-", Megabytes(row),
                        100.0 * static_cast<double>(row.sent_bytes) / static_cast<double>(paper->sent_bytes),
                        *row.sent_messages, *row.rounds);
  }
  return text;
}

std::string EpochMarkdown(std::span<const results::TrafficRow> rows) {
  std::string text =
      "MB that all workers together send in one pass over the training samples (pp-svmv: the whole merge; secureboost: "
      "one\n"
      "tree of a run, with the number of samples in brackets when it is not all of them).\n\n| dataset | samples | "
      "workers | fdskl | "
      "fd-svrg | pp-svmv | secureboost "
      "|\n|---|---|---|---|---|---|---|\n";
  std::vector<std::string> datasets;
  std::map<std::string, std::map<std::string, results::TrafficRow>> by_dataset;
  for (const results::TrafficRow& row : rows) {
    if (!by_dataset.contains(*row.dataset)) datasets.push_back(*row.dataset);
    by_dataset[*row.dataset][row.method] = row;
  }
  for (const std::string& dataset : datasets) {
    const auto& methods = by_dataset[dataset];
    const results::TrafficRow& any = methods.begin()->second;
    text += fmt::format("| {} | {} | {} ", dataset, any.train_rows, any.workers);
    for (const char* method : {"fdskl", "fd-svrg", "pp-svmv", "secureboost"}) {
      const auto row = methods.find(method);
      text += fmt::format("| {}", row == methods.end() ? "-" : Megabytes(row->second));
      const bool of_fewer = row != methods.end() && row->second.train_rows != any.train_rows;
      text += of_fewer ? fmt::format(" ({}) ", row->second.train_rows) : " ";
    }
    text += "|\n";
  }
  return text;
}

std::string TrainingMarkdown(std::span<const results::TrafficRow> rows) {
  if (rows.empty()) return "";
  std::string text =
      "\nMB that all workers together send in the whole training of FDSKL, where every block is revisited.\n\n"
      "| dataset | samples | workers | bits | sweeps | fdskl |\n|---|---|---|---|---|---|\n";
  for (const results::TrafficRow& row : rows) {
    text += fmt::format("| {} | {} | {} | {} | {} | {} |\n", *row.dataset, row.train_rows, row.workers,
                        row.ring_bits ? std::to_string(*row.ring_bits) : "-", *row.sweeps, Megabytes(row));
  }
  return text;
}

}  // namespace

void DeclareTrafficCommand(base::Command& command, TrafficRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  request.settings = (base::SourceFolder() / "runners/experiments/defaults.toml").string();
  command.Option("--results", request.results, "folder of traffic.arrow and runs.arrow", "DIR")
      .Option("--settings", request.settings, "settings file: defaults per method and dataset", "FILE");
}

std::string TrafficMarkdown(std::span<const results::TrafficRow> rows) {
  return fmt::format("{}\n{}\n{}{}", OrderMarkdown(PartOf(rows, "order")), MaskingMarkdown(PartOf(rows, "masking")),
                     EpochMarkdown(PartOf(rows, "epoch")), TrainingMarkdown(PartOf(rows, "training")));
}

int TrafficCommand(const TrafficRequest& request) {
  std::vector<results::TrafficRow> rows = EpochRows(request);
  for (const auto& more : {MeasureOrders(), MeasureMaskings(), RecordTranscript()})
    rows.insert(rows.end(), more.begin(), more.end());
  const std::filesystem::path folder = request.results;
  const auto lock = base::FileLock::IfThereAreLocks(folder / ".lock");
  results::WriteRows<results::TrafficRow>(folder / "traffic.arrow", rows);
  fmt::print("{}", TrafficMarkdown(rows));
  std::fflush(stdout);
  fmt::print(stderr, "rows are in {}\n", (folder / "traffic.arrow").string());
  return 0;
}

}  // namespace fdskl::traffic
