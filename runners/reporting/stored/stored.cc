#include "runners/reporting/stored/stored.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "datasets/catalogue.h"
#include "results/rows.h"
#include "results/store.h"

namespace fdskl::stored {
namespace {

auto PlaceOf(const results::RunRow& run) {
  return std::tuple(DatasetOrder(run.dataset), base::ParseName<cell::MethodKind>(run.method), run.train_rows,
                    run.workers, run.split, std::string_view(run.run));
}

}  // namespace

Stored::Stored(const std::filesystem::path& folder)
    : runs_(results::ResultStore(folder).ReadRuns()),
      curves_(results::ResultStore(folder).ReadCurves()),
      plan_(results::ReadRows<results::PlanRow>(folder / "plan.arrow")),
      comm_(results::ReadRows<results::CommRow>(folder / "comm.arrow")),
      theory_(results::ReadRows<results::TheoryRow>(folder / "theory.arrow")),
      audit_(results::ReadRows<results::AuditRow>(folder / "audit.arrow")) {
  Index();
}

Stored::Stored(std::vector<results::RunRow> runs, std::vector<results::CurveRow> curves,
               std::vector<results::PlanRow> plan, std::vector<results::CommRow> comm,
               std::vector<results::TheoryRow> theory, std::vector<results::AuditRow> audit)
    : runs_(std::move(runs)),
      curves_(std::move(curves)),
      plan_(std::move(plan)),
      comm_(std::move(comm)),
      theory_(std::move(theory)),
      audit_(std::move(audit)) {
  Index();
}

void Stored::Index() {
  for (const results::RunRow& run : runs_) {
    if (!run.cell) continue;
    const results::RunRow*& newest = newest_[*run.cell];
    if (newest == nullptr || newest->time <= run.time) newest = &run;
  }
  for (std::size_t i = 0; i < curves_.size(); ++i) points_[curves_[i].run].push_back(i);
}

std::vector<const results::RunRow*> Stored::Rows(std::string_view experiment) const {
  std::set<const results::RunRow*> rows;
  for (const results::PlanRow& plan : plan_) {
    const auto found = newest_.find(plan.cell);
    if (plan.experiment == experiment && found != newest_.end()) rows.insert(found->second);
  }
  std::vector<const results::RunRow*> sorted(rows.begin(), rows.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const results::RunRow* a, const results::RunRow* b) { return PlaceOf(*a) < PlaceOf(*b); });
  return sorted;
}

std::vector<const results::RunRow*> Stored::Rows(std::string_view experiment, std::string_view dataset,
                                                 cell::MethodKind method) const {
  std::vector<const results::RunRow*> rows = Rows(experiment);
  std::erase_if(
      rows, [&](const results::RunRow* run) { return run->dataset != dataset || run->method != base::NameOf(method); });
  return rows;
}

std::vector<std::string> Stored::Datasets(std::string_view experiment) const {
  std::set<std::pair<std::size_t, std::string>> names;
  for (const results::PlanRow& plan : plan_) {
    if (plan.experiment == experiment) names.emplace(DatasetOrder(plan.dataset), plan.dataset);
  }
  std::vector<std::string> sorted;
  sorted.reserve(names.size());
  for (const auto& [order, name] : names) sorted.push_back(name);
  return sorted;
}

bool Stored::Planned(std::string_view experiment, std::string_view dataset, cell::MethodKind method) const {
  return std::any_of(plan_.begin(), plan_.end(), [&](const results::PlanRow& plan) {
    return plan.experiment == experiment && plan.dataset == dataset && plan.method == base::NameOf(method);
  });
}

std::vector<results::CurveRow> Stored::Curve(const results::RunRow& run) const {
  std::vector<results::CurveRow> curve;
  const auto found = points_.find(run.run);
  if (found == points_.end()) return curve;
  for (const std::size_t i : found->second) {
    if (curves_[i].test_error) curve.push_back(curves_[i]);
  }
  std::stable_sort(curve.begin(), curve.end(),
                   [](const results::CurveRow& a, const results::CurveRow& b) { return a.seconds < b.seconds; });
  return curve;
}

std::size_t DatasetOrder(std::string_view dataset) {
  const auto catalogue = datasets::Catalogue();
  const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const datasets::CatalogueEntry& candidate) { return candidate.name == dataset; });
  return static_cast<std::size_t>(entry - catalogue.begin());
}

std::string_view TitleOf(cell::MethodKind method) {
  constexpr std::array<std::string_view, 6> kTitles = {"FDSKL", "DSG", "LIBSVM", "PP-SVMV", "FD-SVRG", "SecureBoost"};
  return kTitles.at(static_cast<std::size_t>(method));
}

std::string PanelTitle(std::string_view dataset, std::string_view edition, std::int64_t rows) {
  return fmt::format("{}\n{}, {} rows", dataset, edition, base::Thousands(rows));
}

std::string DataText(const Stored& stored, std::string_view experiment, std::string_view dataset) {
  const results::RunRow* most = nullptr;
  for (const results::RunRow* run : stored.Rows(experiment)) {
    if (run->dataset != dataset) continue;
    if (most != nullptr && run->method != most->method) break;
    if (most == nullptr || run->rows > most->rows) most = run;
  }
  return most == nullptr ? "not run yet" : fmt::format("{}, {} rows", most->edition, base::Thousands(most->rows));
}

std::string Stored::RowsAnchor(std::string_view experiment, std::string_view dataset, cell::MethodKind method) const {
  if (!Planned(experiment, dataset, method)) return "";
  return fmt::format("rows-{}-{}-{}", experiment, dataset, base::NameOf(method));
}

std::string NoRows(std::string_view experiment) {
  const bool own_command = experiment == "comm" || experiment == "audit";
  return fmt::format("no rows of experiment {0}; run: fdskl {1}{0}", experiment,
                     own_command ? "" : "reproduce --experiment ");
}

}  // namespace fdskl::stored
