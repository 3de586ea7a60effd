#include <fmt/format.h>

#include <array>

#include "base/statistics.h"
#include "baselines/methods.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/stored/stored.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::tables {
namespace {

using results::Experiment;

// The paper's Table 4, minutes on 24 cores.
struct PaperMinutes {
  std::string_view dataset, fdskl, secureboost;
};
constexpr std::array<PaperMinutes, 10> kPaper = {{{"gisette", "1", "46"},
                                                  {"phishing", "1", "10"},
                                                  {"a9a", "2", "15"},
                                                  {"ijcnn1", "1", "17"},
                                                  {"cod-rna", "1", "16"},
                                                  {"w8a", "1", "17"},
                                                  {"real-sim", "14", "65"},
                                                  {"epsilon", "29", ">900"},
                                                  {"defaultcredit", "1", "13"},
                                                  {"givemecredit", "3", "32"}}};

PaperMinutes PaperOf(std::string_view dataset) {
  for (const PaperMinutes& row : kPaper) {
    if (row.dataset == dataset) return row;
  }
  return {dataset, "-", "-"};
}

// Our minutes, or why there are none. Sets `seconds` to their mean.
TableCell Ours(const stored::Stored& stored, const std::string& dataset, baselines::MethodRef method,
               std::optional<double>& seconds) {
  TableCell cell{.text = stored::Absence(stored, Experiment::kTimes, dataset, method)};
  std::vector<double> sample;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kTimes, dataset, method))) {
    if (run->train_seconds) sample.push_back(*run->train_seconds);
  }
  cell.anchor = stored.RowsAnchor(Experiment::kTimes, dataset, method);
  if (sample.empty()) return cell;
  seconds = base::Mean(sample);
  cell.text = fmt::format("{:.3g}", *seconds / 60);
  return cell;
}

}  // namespace

std::optional<Table> TimesTable(const stored::Stored& stored) {
  const auto rows = stored.Rows(Experiment::kTimes);
  if (rows.empty()) return std::nullopt;
  Table table{.name = "table4_times",
              .title = "Table 4. Total training time in minutes: the paper's, on 24 cores, and ours.",
              .header = {"dataset", "data here", "FDSKL, paper", "SecureBoost, paper", "FDSKL, ours",
                         "SecureBoost, ours", "SecureBoost / FDSKL, ours"},
              .rows = {}};
  for (const std::string& dataset : stored.Datasets(Experiment::kTimes)) {
    const PaperMinutes paper = PaperOf(dataset);
    std::optional<double> fdskl;
    std::optional<double> secureboost;
    const TableCell ours = Ours(stored, dataset, &kFdskl, fdskl);
    const TableCell theirs = Ours(stored, dataset, &secureboost::kSecureBoost, secureboost);
    table.rows.push_back(
        {{.text = dataset},
         {.text = stored::DataText(stored, Experiment::kTimes, dataset)},
         {.text = std::string(paper.fdskl)},
         {.text = std::string(paper.secureboost)},
         ours,
         theirs,
         {.text = fdskl && secureboost ? fmt::format("{:.3g}", *secureboost / *fdskl) : "-", .anchor = theirs.anchor}});
  }
  table.notes = {"Rows may be capped by the profile; `data here` says how many were used.",
                 fmt::format("Machine: {}.", rows.front()->cpu)};
  for (const results::RunRow* run : rows) {
    if (run->method != secureboost::kSecureBoost.name) continue;
    table.notes.push_back(fmt::format("SecureBoost's settings: {}.", run->settings));
    break;
  }
  return table;
}

}  // namespace fdskl::tables
