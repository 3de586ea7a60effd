#include "runners/cell/summary.h"

#include <fmt/format.h>

#include <vector>

#include "base/statistics.h"
#include "runners/cell/cell_row.h"

namespace fdskl::cell {
namespace {

template <class T>
std::string Number(const std::optional<T>& value, int decimals, double unit = 1) {
  return value ? fmt::format("{:.{}f}", static_cast<double>(*value) / unit, decimals) : "-";
}

std::string Line(std::string_view split, std::string_view status, std::string_view error, std::string_view balanced,
                 std::string_view auc, std::string_view seconds, std::string_view megabytes) {
  return fmt::format("{:>5}  {:<13}  {:>14}  {:>10}  {:>6}  {:>16}  {:>9}\n", split, status, error, balanced, auc,
                     seconds, megabytes);
}

}  // namespace

std::string Summary(std::span<const results::RunRow> runs) {
  constexpr double kMegabyte = 1e6;
  std::string text = Line("split", "status", "test error %", "balanced %", "AUC", "train s", "sent MB");
  std::vector<double> errors;
  std::vector<double> seconds;
  for (const results::RunRow& run : runs) {
    text += Line(std::to_string(run.split), run.status, Number(run.test_error, 2), Number(run.balanced_error, 2),
                 Number(run.auc, 4), Number(run.train_seconds, 2), Number(run.sent_bytes, 1, kMegabyte));
    if (!IsOk(run)) continue;
    errors.push_back(run.test_error.value_or(0));
    seconds.push_back(run.train_seconds.value_or(0));
  }
  if (errors.size() > 1) {
    text += Line("mean", "", base::MeanAndDeviation(errors, 2), "", "", base::MeanAndDeviation(seconds, 2), "");
  }
  for (const results::RunRow& run : runs) {
    if (!run.reason.empty()) text += fmt::format("split {}: {}: {}\n", run.split, run.status, run.reason);
  }
  return text;
}

}  // namespace fdskl::cell
