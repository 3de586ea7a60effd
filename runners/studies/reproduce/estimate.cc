#include "runners/studies/reproduce/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "baselines/methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_row.h"

namespace fdskl::reproduce {
namespace {

// How much work, in seconds of the rough count, stored rows must have before they count as much as the rough count
// does: cells of next to no work say little about others.
constexpr double kDoubtSeconds = 1;

// To start the ranks and to load the data.
double StartSeconds(const results::RunRow& run) { return 0.4 + 0.03 * static_cast<double>(run.workers); }

double Value(const std::optional<std::int64_t>& number) { return static_cast<double>(number.value_or(0)); }

}  // namespace

double RoughSeconds(const results::RunRow& run) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(run.dataset);
  const auto columns = static_cast<double>(run.columns);
  return baselines::FindMethod(run.method)
      ->rough_seconds({.rows = static_cast<double>(run.rows),
                       .train_rows = static_cast<double>(run.train_rows),
                       .columns = columns,
                       .entries = columns * (entry.sparse() ? entry.density : 1),
                       .workers = static_cast<double>(run.workers),
                       .features = Value(run.features),
                       .block = Value(run.block),
                       .batch = Value(run.batch)});
}

Estimator::Estimator(std::span<const results::RunRow> stored) {
  for (const results::RunRow& run : stored) {
    if (!run.train_seconds || !run.evaluation_seconds) continue;
    for (const std::string& dataset : {run.dataset, std::string()}) {
      Seen& seen = seen_[{run.method, dataset}];
      seen.seconds += *run.train_seconds + *run.evaluation_seconds;
      seen.rough_seconds += RoughSeconds(run);
    }
  }
}

double Estimator::Seconds(const PlannedCell& planned) const {
  if (!planned.refusal.empty()) return 0;
  const cell::Cell& cell = planned.cell;
  const results::RunRow run = cell::DescribeCell(cell, cell.rows.value_or(planned.data.rows), planned.data.columns);
  double seconds = RoughSeconds(run);
  for (const std::string& dataset : {run.dataset, std::string()}) {
    const auto seen = seen_.find({run.method, dataset});
    if (seen == seen_.end()) continue;
    seconds *= (seen->second.seconds + kDoubtSeconds) / (seen->second.rough_seconds + kDoubtSeconds);
    break;
  }
  return StartSeconds(run) + (cell.time_limit ? std::min(seconds, *cell.time_limit) : seconds);
}

std::string DurationText(double seconds) {
  constexpr std::int64_t kMinute = 60, kHour = 3600;
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < 2 * kMinute) return fmt::format("{} s", whole);
  const std::int64_t minutes = (whole + kMinute / 2) / kMinute;
  if (whole < 2 * kHour) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace fdskl::reproduce
