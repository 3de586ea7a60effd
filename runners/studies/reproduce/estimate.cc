#include "runners/studies/reproduce/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runners/cell/cell_row.h"

namespace fdskl::reproduce {
namespace {

// Seconds of rough work at which stored rows count as much as the rough count itself: cells with very little work say
// little about others.
constexpr double kDoubtSeconds = 1;

// The time to start the ranks and to load the data.
double StartSeconds(const results::RunRow& run) { return 0.4 + 0.03 * static_cast<double>(run.workers); }

double Value(const std::optional<std::int64_t>& number) { return static_cast<double>(number.value_or(0)); }

}  // namespace

// The factors are the processor time of cells of 2,000 to 6,000 rows, over two cores where the method uses both.
double RoughSeconds(const results::RunRow& run) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(run.dataset);
  const auto rows = static_cast<double>(run.rows);
  const auto train = static_cast<double>(run.train_rows);
  const auto columns = static_cast<double>(run.columns);
  const auto entries = columns * (entry.sparse() ? entry.density : 1);  // entries per sample
  const auto workers = static_cast<double>(run.workers);
  switch (base::ParseName<cell::MethodKind>(run.method)) {
    case cell::MethodKind::kFdskl:
    case cell::MethodKind::kDsg: {
      const double masks = run.method == base::NameOf(cell::MethodKind::kFdskl) ? 1.5e-9 * workers : 0;
      const double angle = 1e-8 + 2e-11 * entries + masks;
      const double preconditioner = 2e-11 * Value(run.block) * Value(run.batch);
      return Value(run.features) * (rows * angle + 1e-8 * columns + preconditioner);
    }
    case cell::MethodKind::kLibsvm:
      return train * train * (2e-8 + 3.5e-9 * entries);
    case cell::MethodKind::kPpSvmv:
      return train * train * (5e-8 + 8e-11 * entries);
    case cell::MethodKind::kFdSvrg: {
      constexpr double kEpochs = 40;
      return kEpochs * (train * entries * 3.5e-9 + train / std::max(1.0, Value(run.batch)) * workers * 6e-5);
    }
    case cell::MethodKind::kSecureBoost:
      return train * (2e-3 + 1e-4 * entries);  // for about twenty trees and keys of 1024 bits
  }
  throw std::logic_error("a method without an estimate");
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
