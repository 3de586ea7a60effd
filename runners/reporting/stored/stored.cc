#include "runners/reporting/stored/stored.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "baselines/methods.h"
#include "datasets/catalogue.h"
#include "results/rows.h"
#include "results/store.h"
#include "runners/cell/cell_row.h"

namespace fdskl::stored {
using results::Experiment;

Stored::Stored(const std::filesystem::path& folder)
    : runs_(results::ResultStore(folder).ReadRuns()),
      curves_(results::ResultStore(folder).ReadCurves()),
      plan_(results::ReadRows<results::PlanRow>(folder / "plan.arrow")),
      comm_(results::ReadRows<results::CommRow>(folder / "comm.arrow")),
      theory_(results::ReadRows<results::TheoryRow>(folder / "theory.arrow")),
      audit_(results::ReadRows<results::AuditRow>(folder / "audit.arrow")),
      traffic_(results::ReadRows<results::TrafficRow>(folder / "traffic.arrow")) {
  Index();
}

Stored::Stored(std::vector<results::RunRow> runs, std::vector<results::CurveRow> curves,
               std::vector<results::PlanRow> plan, std::vector<results::CommRow> comm,
               std::vector<results::TheoryRow> theory, std::vector<results::AuditRow> audit,
               std::vector<results::TrafficRow> traffic)
    : runs_(std::move(runs)),
      curves_(std::move(curves)),
      plan_(std::move(plan)),
      comm_(std::move(comm)),
      theory_(std::move(theory)),
      audit_(std::move(audit)),
      traffic_(std::move(traffic)) {
  Index();
}

void Stored::Index() {
  for (const results::RunRow& run : runs_) {
    arm_of_.emplace(&run, cell::ArmOf(run));
    if (!run.cell) continue;
    const results::RunRow*& newest = newest_[*run.cell];
    if (newest == nullptr || newest->time <= run.time) newest = &run;
  }
  for (std::size_t i = 0; i < curves_.size(); ++i) points_[curves_[i].run].push_back(i);
  std::map<std::string, std::set<const results::RunRow*>> planned;
  for (const results::PlanRow& plan : plan_) {
    const auto found = newest_.find(plan.cell);
    if (found != newest_.end()) planned[plan.experiment].insert(found->second);
  }
  const auto place_of = [&](const results::RunRow* run) {
    return std::tuple(DatasetOrder(run->dataset), cell::PlaceOf(ArmOf(*run)), run->train_rows, run->workers, run->split,
                      std::string_view(run->run));
  };
  for (const auto& [experiment, rows] : planned) {
    std::vector<const results::RunRow*>& sorted = rows_of_[experiment];
    sorted.assign(rows.begin(), rows.end());
    std::ranges::sort(sorted, {}, place_of);
  }
}

std::vector<const results::RunRow*> Stored::Rows(const ExperimentName& experiment) const {
  const auto found = rows_of_.find(experiment.text());
  return found == rows_of_.end() ? std::vector<const results::RunRow*>() : found->second;
}

std::vector<const results::RunRow*> Stored::Rows(const ExperimentName& experiment, std::string_view dataset,
                                                 baselines::MethodRef method) const {
  std::vector<const results::RunRow*> rows = Rows(experiment);
  std::erase_if(rows,
                [&](const results::RunRow* run) { return run->dataset != dataset || run->method != method->name; });
  return rows;
}

std::vector<const results::RunRow*> Stored::Rows(const ExperimentName& experiment, std::string_view dataset,
                                                 cell::ArmRef arm) const {
  std::vector<const results::RunRow*> rows = Rows(experiment, dataset, arm->method);
  std::erase_if(rows, [&](const results::RunRow* run) { return ArmOf(*run) != arm; });
  return rows;
}

std::vector<std::string> Stored::Datasets(const ExperimentName& experiment) const {
  std::set<std::pair<std::size_t, std::string>> names;
  for (const results::PlanRow& plan : plan_) {
    if (plan.experiment == experiment.text()) names.emplace(DatasetOrder(plan.dataset), plan.dataset);
  }
  std::vector<std::string> sorted;
  sorted.reserve(names.size());
  for (const auto& [order, name] : names) sorted.push_back(name);
  return sorted;
}

std::vector<const results::TheoryRow*> Stored::Rows(results::TheoryCheck check) const {
  std::vector<const results::TheoryRow*> rows;
  for (const results::TheoryRow& row : theory_) {
    if (row.check == base::NameOf(check)) rows.push_back(&row);
  }
  return rows;
}

std::vector<ExperimentName> Stored::Experiments() const {
  std::vector<ExperimentName> experiments;
  std::set<std::string_view> seen;
  for (const results::PlanRow& plan : plan_) {
    if (seen.insert(plan.experiment).second) experiments.emplace_back(plan.experiment);
  }
  return experiments;
}

bool Stored::Planned(const ExperimentName& experiment, std::string_view dataset, baselines::MethodRef method) const {
  return std::any_of(plan_.begin(), plan_.end(), [&](const results::PlanRow& plan) {
    return plan.experiment == experiment.text() && plan.dataset == dataset && plan.method == method->name;
  });
}

cell::ArmRef Stored::ArmOfPlan(const results::PlanRow& plan) const {
  if (plan.arm) return cell::FindArm(*plan.arm);
  const auto run = newest_.find(plan.cell);
  return run == newest_.end() ? cell::OwnArm(baselines::FindMethod(plan.method)) : ArmOf(*run->second);
}

bool Stored::Planned(const ExperimentName& experiment, std::string_view dataset, cell::ArmRef arm) const {
  return std::any_of(plan_.begin(), plan_.end(), [&](const results::PlanRow& plan) {
    return plan.experiment == experiment.text() && plan.dataset == dataset && ArmOfPlan(plan) == arm;
  });
}

std::vector<cell::ArmRef> Stored::Arms(const ExperimentName& experiment) const {
  std::set<cell::ArmRef> planned;
  for (const results::PlanRow& plan : plan_) {
    if (plan.experiment == experiment.text()) planned.insert(ArmOfPlan(plan));
  }
  std::vector<cell::ArmRef> arms = cell::Arms();
  std::erase_if(arms, [&](cell::ArmRef arm) { return !planned.contains(arm); });
  return arms;
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

std::optional<double> TrainSeconds(const results::RunRow& run, Timing timing) {
  return timing == Timing::kElapsed ? run.train_seconds : run.clocks[results::ClockNetwork::kLan].seconds;
}

std::optional<double> TrainSeconds(const results::CurveRow& point, Timing timing) {
  return timing == Timing::kElapsed ? point.seconds : point.clock_seconds[results::ClockNetwork::kLan];
}

std::size_t DatasetOrder(std::string_view dataset) {
  const auto catalogue = datasets::Catalogue();
  const auto entry = std::find_if(catalogue.begin(), catalogue.end(),
                                  [&](const datasets::CatalogueEntry& candidate) { return candidate.name == dataset; });
  return static_cast<std::size_t>(entry - catalogue.begin());
}

std::string RowsText(std::string_view dataset, std::string_view edition, std::int64_t rows) {
  const datasets::CatalogueEntry* entry = datasets::TryFindDataset(dataset);
  if (entry == nullptr || entry->rows == 0) return fmt::format("{}, {} rows", edition, base::Thousands(rows));
  const std::string text = rows == entry->rows
                               ? fmt::format("all {} rows", base::Thousands(rows))
                               : fmt::format("{} of {} rows", base::Thousands(rows), base::Thousands(entry->rows));
  return edition == base::NameOf(datasets::Edition::kFull) ? text : fmt::format("{}, {}", edition, text);
}

std::string DataText(const Stored& stored, results::Experiment experiment, std::string_view dataset) {
  const results::RunRow* most = nullptr;
  for (const results::RunRow* run : stored.Rows(experiment)) {
    if (run->dataset != dataset) continue;
    if (most != nullptr && run->method != most->method) break;
    if (most == nullptr || run->rows > most->rows) most = run;
  }
  return most == nullptr ? "not run yet" : RowsText(dataset, most->edition, most->rows);
}

namespace {

// "10 splits"; "10 splits (w8a 3, LIBSVM on a9a 4)" where a dataset, or an arm on one, has fewer than others.
std::string SplitsText(const std::vector<const results::RunRow*>& rows) {
  std::map<std::pair<std::size_t, std::string>, std::map<std::size_t, std::set<std::int64_t>>> splits;  // by arm
  for (const results::RunRow* run : rows)
    splits[{DatasetOrder(run->dataset), run->dataset}][cell::PlaceOf(cell::ArmOf(*run))].insert(run->split);
  const auto most_of = [](const auto& of_arms) {
    std::size_t most = 0;
    for (const auto& [arm, of_arm] : of_arms) most = std::max(most, of_arm.size());
    return most;
  };
  std::size_t most = 0;
  for (const auto& [dataset, of_arms] : splits) most = std::max(most, most_of(of_arms));
  std::vector<std::string> fewer;
  for (const auto& [dataset, of_arms] : splits) {
    const std::size_t here = most_of(of_arms);
    if (here < most) fewer.push_back(fmt::format("{} {}", dataset.second, here));
    for (const auto& [arm, of_arm] : of_arms) {
      if (of_arm.size() < here)
        fewer.push_back(fmt::format("{} on {} {}", cell::Arms()[arm]->title, dataset.second, of_arm.size()));
    }
  }
  const std::string text = fmt::format("{} split{}", most, most == 1 ? "" : "s");
  return fewer.empty() ? text : fmt::format("{} ({})", text, fmt::join(fewer, ", "));
}

}  // namespace

std::string RunsText(const Stored& stored, results::Experiment experiment) {
  const auto rows = stored.Rows(experiment);
  if (rows.empty()) return "";
  std::set<std::string> machines;
  for (const results::RunRow* run : rows) {
    if (!run->cpu.empty()) machines.insert(run->cpu);
  }
  std::set<std::string> profiles;
  for (const results::PlanRow& plan : stored.plan())
    if (plan.experiment == base::NameOf(experiment)) profiles.insert(plan.profile);
  std::string text = fmt::format("{}; profile {}", SplitsText(rows), fmt::join(profiles, ", "));
  if (!machines.empty()) text += fmt::format("; {}", fmt::join(machines, " and "));
  return text + ".";
}

std::string ProvenanceText(const Stored& stored, results::Experiment experiment) {
  std::vector<std::string> data;
  for (const std::string& dataset : stored.Datasets(experiment))
    data.push_back(fmt::format("{} ({})", dataset, DataText(stored, experiment, dataset)));
  if (data.empty()) return "";
  return fmt::format("Data: {}; {}", fmt::join(data, ", "), RunsText(stored, experiment));
}

std::string Stored::RowsAnchor(const ExperimentName& experiment) const {
  const std::string& name = experiment.text();
  const bool stored =
      std::any_of(plan_.begin(), plan_.end(), [&](const results::PlanRow& plan) { return plan.experiment == name; }) ||
      (name == base::NameOf(Experiment::kComm) && !comm_.empty()) ||
      (name == base::NameOf(Experiment::kTheory) && !theory_.empty()) ||
      (name == base::NameOf(Experiment::kAudit) && !audit_.empty()) ||
      (name == base::NameOf(Experiment::kTraffic) && !traffic_.empty());
  return stored ? "rows-" + name : "";
}

std::string Stored::RowsAnchor(results::TheoryCheck check) const {
  return Rows(check).empty() ? "" : fmt::format("rows-theory-{}", base::NameOf(check));
}

std::string Stored::RowsAnchor(const ExperimentName& experiment, std::string_view dataset,
                               baselines::MethodRef method) const {
  if (!Planned(experiment, dataset, method)) return "";
  return fmt::format("rows-{}-{}-{}", experiment.text(), dataset, method->name);
}

std::optional<double> TimeoutSeconds(const results::RunRow& run) {
  if (run.status != base::NameOf(cell::RunStatus::kTimeout)) return std::nullopt;
  const std::string text = cell::SettingOf(run.settings, "time_limit");
  double limit = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), limit);
  return parsed.ec == std::errc() ? std::optional(limit) : std::nullopt;
}

bool HasTooFewColumns(const results::RunRow& run) { return run.columns > 0 && run.workers > run.columns; }

std::vector<const results::RunRow*> Good(std::vector<const results::RunRow*> rows) {
  std::erase_if(rows, [](const results::RunRow* run) { return !cell::IsOk(*run); });
  return rows;
}

namespace {

// `one` is a method or an arm.
template <class MethodOrArm>
std::string AbsenceOf(const Stored& stored, results::Experiment experiment, std::string_view dataset, MethodOrArm one) {
  if (!stored.Planned(experiment, dataset, one)) return "not planned";
  auto rows = stored.Rows(experiment, dataset, one);
  if (rows.empty()) return "not run yet";
  std::erase_if(rows, [](const results::RunRow* run) { return HasTooFewColumns(*run); });
  const auto bad =
      std::count_if(rows.begin(), rows.end(), [](const results::RunRow* run) { return !cell::IsOk(*run); });
  if (bad == 0) return "";
  const results::RunRow& first =
      **std::find_if(rows.begin(), rows.end(), [](const results::RunRow* run) { return !cell::IsOk(*run); });
  if (static_cast<std::size_t>(bad) == rows.size()) return first.status;
  return fmt::format("{} in {} of {}", first.status, bad, rows.size());
}

}  // namespace

std::string Absence(const Stored& stored, results::Experiment experiment, std::string_view dataset,
                    baselines::MethodRef method) {
  return AbsenceOf(stored, experiment, dataset, method);
}

std::string Absence(const Stored& stored, results::Experiment experiment, std::string_view dataset, cell::ArmRef arm) {
  return AbsenceOf(stored, experiment, dataset, arm);
}

std::vector<std::string> OtherDataNotes(const Stored& stored, results::Experiment experiment,
                                        std::string_view dataset) {
  std::map<std::size_t, const results::RunRow*> largest;  // by the method's index
  for (const results::RunRow* run : stored.Rows(experiment)) {
    if (run->dataset != dataset) continue;
    const results::RunRow*& most = largest[baselines::PlaceOf(baselines::FindMethod(run->method))];
    if (most == nullptr || run->rows > most->rows) most = run;
  }
  std::vector<std::string> notes;
  for (const auto& [place, run] : largest) {
    const std::string data = RowsText(dataset, run->edition, run->rows);
    if (data != DataText(stored, experiment, dataset))
      notes.push_back(fmt::format("{}: {}", baselines::Methods()[place]->title, data));
  }
  return notes;
}

std::string NoRows(results::Experiment experiment) {
  return fmt::format("no rows of experiment {0}; run: fdskl {1}{0}", base::NameOf(experiment),
                     results::IsPlanned(experiment) ? "reproduce --experiment " : "");
}

}  // namespace fdskl::stored
