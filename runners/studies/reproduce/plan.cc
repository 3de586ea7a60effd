#include "runners/studies/reproduce/plan.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "baselines/methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"
#include "runners/cell/run_cell.h"
#include "runners/studies/reproduce/caps.h"

namespace fdskl::reproduce {
namespace {

// A cell before its data are known. cell.rows is a cap, and the cell uses the share row_share of the capped rows.
struct Draft {
  const Experiment* experiment;
  cell::ArmRef arm;
  cell::Cell cell;
  double row_share;
};

using DataKey = std::pair<std::string, std::optional<datasets::Edition>>;

DataKey KeyOf(const cell::Cell& cell) { return {cell.dataset, cell.edition}; }

bool AllOrHas(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

template <class T>
std::vector<T> OrElse(const std::vector<T>& values, const T& other) {
  return values.empty() ? std::vector{other} : values;
}

// Adds a draft for each of the experiment's shares of rows.
void AddShares(const Experiment& experiment, Draft& draft, std::vector<Draft>& drafts) {
  cell::Validate(draft.cell, std::numeric_limits<std::int64_t>::max());
  for (const double share : experiment.row_shares) {
    draft.row_share = share;
    drafts.push_back(draft);
  }
}

// Adds the drafts along the axes that only methods with random features have.
// REQUIRES: the draft's method has Settings.
void AddVariants(const Experiment& experiment, Draft& draft, std::vector<Draft>& drafts) {
  const Settings usual = draft.cell.As<Settings>();
  for (const Masking masking : OrElse(experiment.maskings, usual.masking)) {
    for (const int bits : OrElse(experiment.ring_bits, usual.ring_bits)) {
      for (const std::int64_t features : OrElse(experiment.features, usual.features)) {
        auto& settings = draft.cell.As<Settings>();
        settings.masking = masking;
        settings.ring_bits = bits;
        settings.features = features;
        AddShares(experiment, draft, drafts);
      }
    }
  }
}

// Adds the drafts along all axes of the experiment: splits, workers, those of AddVariants(), shares of rows.
void AddDrafts(const Experiment& experiment, cell::ArmRef arm, const cell::Cell& base, std::vector<Draft>& drafts) {
  const bool has_variants = base.TryAs<Settings>() != nullptr;
  Draft draft{&experiment, arm, base, 1};
  for (; draft.cell.split < experiment.splits; ++draft.cell.split) {
    for (const int workers : OrElse(experiment.workers, base.workers)) {
      draft.cell.workers = workers;
      draft.cell.active = std::min(base.active, workers);
      if (has_variants) {
        AddVariants(experiment, draft, drafts);
      } else {
        AddShares(experiment, draft, drafts);
      }
    }
  }
}

// The arms that the experiment runs: its methods' own, then the further ones.
std::vector<cell::ArmRef> ArmsOf(const Experiment& experiment) {
  std::vector<cell::ArmRef> arms;
  for (const baselines::MethodRef method : experiment.methods) arms.push_back(cell::OwnArm(method));
  arms.insert(arms.end(), experiment.arms.begin(), experiment.arms.end());
  return arms;
}

// Says "experiment curves, arm dsg-diminishing left out on gisette, a9a: defaults.toml has no section
// [dsg-diminishing.a9a]". The reason is that of the last dataset.
void SayLeftOut(const Experiment& experiment, cell::ArmRef arm, const std::vector<std::string>& datasets,
                const std::string& reason, std::vector<std::string>* left_out) {
  if (left_out == nullptr || datasets.empty()) return;
  left_out->push_back(fmt::format("experiment {}, arm {} left out on {}: {}", experiment.name, arm->name,
                                  fmt::join(datasets, ", "), reason));
}

std::vector<Draft> MakeDrafts(const Study& study, const DataSource& source, std::vector<std::string>* left_out) {
  std::vector<Draft> drafts;
  for (const Experiment& experiment : study.experiments) {
    for (const cell::ArmRef arm : ArmsOf(experiment)) {
      std::vector<std::string> without;
      std::string missing;
      std::string reason;
      for (const std::string& dataset : experiment.datasets) {
        std::optional<cell::Cell> base = cell::ArmCell(study.defaults(), dataset, arm, missing);
        if (!base) {
          without.push_back(dataset);
          reason = missing;
          continue;
        }
        ApplySettings(experiment.settings, experiment.name, *base);
        cell::Define(arm, *base);
        ApplyCaps(Overlay(study.caps, experiment.caps), source.edition(dataset, base->edition), *base);
        try {
          AddDrafts(experiment, arm, *base, drafts);
        } catch (const base::Error& error) {
          base::Fail("experiment {}, {} {}: {}", experiment.name, dataset, arm->name, error.what());
        }
      }
      SayLeftOut(experiment, arm, without, reason, left_out);
    }
  }
  return drafts;
}

// The most rows that any draft wants of the same data; none when a draft wants all.
std::map<DataKey, std::optional<std::int64_t>> MostRows(const std::vector<Draft>& drafts) {
  std::map<DataKey, std::optional<std::int64_t>> most;
  for (const auto& [experiment, arm, cell, share] : drafts) {
    const auto [place, added] = most.emplace(KeyOf(cell), cell.rows);
    if (added || !place->second) continue;
    place->second = cell.rows ? std::max(place->second, cell.rows) : std::nullopt;
  }
  return most;
}

bool KeepsOneCoreBusy(const cell::Cell& cell) { return cell.workers == 1 && cell.method()->one_core; }

// Whether the experiment needs the cell's time measured while nothing else runs.
bool IsTimedAlone(const Experiment& experiment, const cell::Cell& cell) {
  return experiment.timed && !(experiment.one_core_beside && KeepsOneCoreBusy(cell));
}

PlannedCell Complete(const Draft& draft, const datasets::Prepared& data) {
  PlannedCell planned{
      draft.cell, draft.arm, data, "", {draft.experiment->name}, "", IsTimedAlone(*draft.experiment, draft.cell)};
  const std::int64_t rows = std::min(draft.cell.rows.value_or(data.rows), data.rows);
  planned.cell.rows = std::llround(draft.row_share * static_cast<double>(rows));
  if (draft.experiment->workers.empty()) cell::FitWorkers(data.columns, planned.cell);
  cell::UseData(data, planned.cell);
  planned.hash = cell::CellHash(planned.cell, data);
  try {
    cell::Validate(planned.cell, data.columns);
  } catch (const base::Error& error) {
    planned.refusal = error.what();
  }
  return planned;
}

// The key by which cells are ordered.
auto Place(const PlannedCell& planned) {
  const cell::Cell& cell = planned.cell;
  const auto dataset = std::ranges::find(datasets::Catalogue(), cell.dataset, &datasets::CatalogueEntry::name) -
                       datasets::Catalogue().begin();
  return std::tuple(cell.split, dataset, cell::PlaceOf(planned.arm), cell.workers, cell.rows);
}

}  // namespace

bool CellFilter::Has(std::string_view experiment, std::string_view dataset, std::string_view method) const {
  return AllOrHas(experiments, experiment) && AllOrHas(datasets, dataset) && AllOrHas(methods, method);
}

void CheckFilter(const CellFilter& filter, const Study& study) {
  std::vector<std::string_view> known;
  for (const Experiment& experiment : study.experiments) known.emplace_back(experiment.name);
  for (const std::string& name : filter.experiments) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw base::Error(base::UnknownName("experiment", name, known));
  }
  for (const std::string& name : filter.datasets) datasets::FindDataset(name);
  for (const std::string& name : filter.methods) baselines::FindMethod(name);
}

bool MayRunBeside(const PlannedCell& planned) {
  return !planned.timed && planned.refusal.empty() && KeepsOneCoreBusy(planned.cell);
}

std::string Title(const cell::Cell& cell) {
  std::string text = fmt::format("{} {} split {}", cell.dataset, cell::ArmOf(cell)->name, cell.split);
  if (cell.rows) text += fmt::format(", {} rows", *cell.rows);
  text += fmt::format(", {} worker{}", cell.workers, cell.workers == 1 ? "" : "s");
  if (cell.method() != &kFdskl) return text;
  const auto& settings = cell.As<Settings>();
  text += fmt::format(", {} features, masking {}", settings.features, base::NameOf(settings.masking));
  if (settings.masking == Masking::kRing) text += fmt::format(" of {} bits", settings.ring_bits);
  return text;
}

std::vector<PlannedCell> MakePlan(const Study& study, const CellFilter& filter, const DataSource& source,
                                  std::vector<std::string>* left_out) {
  const std::vector<Draft> drafts = MakeDrafts(study, source, left_out);
  const auto most_rows = MostRows(drafts);
  std::map<DataKey, datasets::Prepared> data;
  std::vector<PlannedCell> plan;
  std::map<std::string, std::size_t> place_of;  // by hash
  for (const Draft& draft : drafts) {
    const cell::Cell& cell = draft.cell;
    if (!filter.Has(draft.experiment->name, cell.dataset, cell.method()->name)) continue;
    const DataKey key = KeyOf(cell);
    if (!data.contains(key)) data.emplace(key, source.prepare(cell.dataset, cell.edition, most_rows.at(key)));
    PlannedCell planned = Complete(draft, data.at(key));
    const auto [place, added] = place_of.emplace(planned.hash, plan.size());
    if (added) {
      plan.push_back(std::move(planned));
      continue;
    }
    PlannedCell& same = plan[place->second];
    same.timed = same.timed || IsTimedAlone(*draft.experiment, draft.cell);
    const std::string& name = draft.experiment->name;
    if (std::ranges::find(same.experiments, name) == same.experiments.end()) same.experiments.push_back(name);
  }
  std::stable_sort(plan.begin(), plan.end(),
                   [](const PlannedCell& a, const PlannedCell& b) { return Place(a) < Place(b); });
  return plan;
}

std::vector<results::PlanRow> PlanRows(const std::vector<PlannedCell>& cells, const Study& study,
                                       const CellFilter& filter, const std::vector<results::PlanRow>& before) {
  std::vector<results::PlanRow> rows;
  for (const results::PlanRow& row : before) {
    if (row.profile == study.profile && !filter.Has(row.experiment, row.dataset, row.method)) rows.push_back(row);
  }
  for (const PlannedCell& planned : cells) {
    const cell::Cell& cell = planned.cell;
    for (const std::string& experiment : planned.experiments) {
      rows.push_back({experiment, study.profile, planned.hash, cell.dataset, std::string(cell.method()->name),
                      cell.split, planned.arm->name});
    }
  }
  return rows;
}

}  // namespace fdskl::reproduce
