#include "runners/reproduce/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runners/cell_row.h"

namespace fdskl {
namespace {

// To start the ranks and to load the data.
double StartSeconds(const RunRow& run) { return 0.5 + 0.05 * static_cast<double>(run.workers); }

double Value(const std::optional<std::int64_t>& number) { return static_cast<double>(number.value_or(0)); }

}  // namespace

double RoughSeconds(const RunRow& run) {
  const CatalogueEntry& entry = FindDataset(run.dataset);
  const auto rows = static_cast<double>(run.rows);
  const auto train = static_cast<double>(run.train_rows);
  const auto columns = static_cast<double>(run.columns) * (entry.sparse() ? entry.density : 1);
  const auto workers = static_cast<double>(run.workers);
  switch (ParseName<MethodKind>(run.method)) {
    case MethodKind::kFdskl:
    case MethodKind::kDsg: {
      const double angles = rows * Value(run.features);
      const double masks = run.method == "fdskl" ? 6e-9 * workers : 0;
      const double gram = Value(run.features) * Value(run.block) * Value(run.batch);
      return angles * (8e-9 + 5e-11 * columns + masks) + 5e-11 * gram;
    }
    case MethodKind::kLibsvm:
      return train * train * (3e-8 + 2e-9 * columns);
    case MethodKind::kPpSvmv:
      return train * train * (6e-8 + 5e-10 * columns + 5e-9 * workers);
    case MethodKind::kFdSvrg:
      return 40 * (train * columns * 2e-9 + train / std::max(1.0, Value(run.batch)) * workers * 4e-5);
    case MethodKind::kSecureBoost:
      return train * 0.02;
  }
  throw std::logic_error("a method without an estimate");
}

Estimator::Estimator(std::span<const RunRow> stored) {
  for (const RunRow& run : stored) {
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
  const Cell& cell = planned.cell;
  const RunRow run = DescribeCell(cell, cell.rows.value_or(planned.data.rows), planned.data.columns);
  double seconds = RoughSeconds(run);
  for (const std::string& dataset : {run.dataset, std::string()}) {
    const auto seen = seen_.find({run.method, dataset});
    if (seen == seen_.end() || seen->second.rough_seconds <= 0) continue;
    seconds *= seen->second.seconds / seen->second.rough_seconds;
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

}  // namespace fdskl
