#include "runners/traffic/traffic_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "results/rows.h"
#include "results/store.h"
#include "runners/defaults.h"
#include "runners/files.h"
#include "runners/traffic/epoch_traffic.h"
#include "runners/traffic/iteration_traffic.h"

namespace fdskl {
namespace {

std::vector<TrafficRow> EpochRows(const TrafficRequest& request) {
  const std::vector<RunRow> runs = ResultStore(request.results).ReadRuns();
  std::vector<TrafficRow> rows;
  for (const CatalogueEntry& entry : Catalogue()) {
    for (const MethodKind method : {MethodKind::kFdskl, MethodKind::kFdSvrg, MethodKind::kPpSvmv}) {
      Cell cell;
      cell.dataset = entry.name;
      cell.method = method;
      ApplyDefaults(request.settings, cell);
      Validate(cell, entry.columns);
      rows.push_back(EpochRow(cell, entry.rows * 3 / 4));
    }
    if (const auto tree = CountedTree(runs, entry.name)) rows.push_back(*tree);
  }
  return rows;
}

std::string Megabytes(const TrafficRow& row) {
  return fmt::format("{:.4g}", static_cast<double>(row.sent_bytes) / 1e6);
}

std::vector<TrafficRow> PartOf(std::span<const TrafficRow> rows, std::string_view part) {
  std::vector<TrafficRow> found;
  std::ranges::copy_if(rows, std::back_inserter(found), [&](const TrafficRow& row) { return row.part == part; });
  return found;
}

std::string OrderMarkdown(std::span<const TrafficRow> rows) {
  std::string text =
      "One iteration of FDSKL: bytes ~ x^p and rounds ~ x^p, fitted. Appendix C: bytes are of order q t for B = m = "
      "1.\n"
      "In bytes q counts as q - 1, in rounds as log2 q. Rounds are by how much the longest chain of dependent "
      "messages\n"
      "grows an iteration, mean over a turn of the leaders; for two leaders and q a power of two, (5 log2 q - 1) / "
      "2.\n\n"
      "| x | values | partial sums kept | p of bytes | Appendix C | p of rounds | rounds "
      "|\n|---|---|---|---|---|---|---|\n";
  for (const bool cached : {false, true}) {
    for (const char* varied : {"q", "t", "B", "m"}) {
      std::vector<TrafficRow> group;
      std::ranges::copy_if(rows, std::back_inserter(group),
                           [&](const TrafficRow& row) { return row.varied == varied && row.cache_partials == cached; });
      if (group.empty()) continue;
      const Exponents exponents = FitExponents(group);
      const auto [least, most] =
          std::ranges::minmax(group, {}, [](const TrafficRow& row) { return row.rounds.value(); });
      text += fmt::format("| {} | {} to {} | {} | {:.3f} | {} | {:.3f} | {:.3g} to {:.3g} |\n", varied,
                          VariedValue(group.front()), VariedValue(group.back()), cached ? "yes" : "no", exponents.bytes,
                          cached || *varied == 'B' || *varied == 'm' ? "-" : "1", exponents.rounds, *least.rounds,
                          *most.rounds);
    }
  }
  return text;
}

std::string MaskingMarkdown(std::span<const TrafficRow> rows) {
  if (rows.empty()) return "";
  std::string text = fmt::format(
      "One iteration of FDSKL by masking: q = {}, t = {}, B = {}, m = {}.\n\n"
      "| masking | bits | MB | of `paper` | messages | rounds |\n|---|---|---|---|---|---|\n",
      rows[0].workers, *rows[0].iteration, *rows[0].batch, *rows[0].block);
  const auto paper = std::ranges::find(rows, "paper", &TrafficRow::masking);
  for (const TrafficRow& row : rows) {
    text += fmt::format("| {} | {} | {} | {:.1f}% | {} | {:.3g} |\n", *row.masking,
                        row.ring_bits ? std::to_string(*row.ring_bits) : "-", Megabytes(row),
                        100.0 * static_cast<double>(row.sent_bytes) / static_cast<double>(paper->sent_bytes),
                        *row.sent_messages, *row.rounds);
  }
  return text;
}

std::string EpochMarkdown(std::span<const TrafficRow> rows) {
  std::string text =
      "MB that one pass over the training samples sends, over all workers (pp-svmv: its whole merge; secureboost: one "
      "tree,\n"
      "from a run, in brackets of how many samples where not of all).\n\n| dataset | samples | workers | fdskl | "
      "fd-svrg | pp-svmv | secureboost "
      "|\n|---|---|---|---|---|---|---|\n";
  std::vector<std::string> datasets;
  std::map<std::string, std::map<std::string, TrafficRow>> by_dataset;
  for (const TrafficRow& row : rows) {
    if (!by_dataset.contains(*row.dataset)) datasets.push_back(*row.dataset);
    by_dataset[*row.dataset][row.method] = row;
  }
  for (const std::string& dataset : datasets) {
    const auto& methods = by_dataset[dataset];
    const TrafficRow& any = methods.begin()->second;
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

}  // namespace

void DeclareTrafficCommand(CLI::App& command, TrafficRequest& request) {
  command.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  request.results = (SourceFolder() / "results").string();
  request.settings = (SourceFolder() / "runners/experiments/defaults.toml").string();
  command.add_option("--results", request.results, "folder of the tables")->type_name("DIR");
  command.add_option("--settings", request.settings, "file of settings per method and dataset")->type_name("FILE");
}

std::string TrafficMarkdown(std::span<const TrafficRow> rows) {
  return fmt::format("{}\n{}\n{}", OrderMarkdown(PartOf(rows, "order")), MaskingMarkdown(PartOf(rows, "masking")),
                     EpochMarkdown(PartOf(rows, "epoch")));
}

int TrafficCommand(const TrafficRequest& request) {
  std::vector<TrafficRow> rows = EpochRows(request);
  for (const auto& more : {MeasureOrders(), MeasureMaskings()}) rows.insert(rows.end(), more.begin(), more.end());
  const std::filesystem::path file = std::filesystem::path(request.results) / "traffic.arrow";
  WriteRows<TrafficRow>(file, rows);
  fmt::print("{}", TrafficMarkdown(rows));
  std::fflush(stdout);
  fmt::print(stderr, "rows are in {}\n", file.string());
  return 0;
}

}  // namespace fdskl
