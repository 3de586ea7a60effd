#include "runners/cell/cell_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/statistics.h"
#include "datasets/split.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/party_clocks.h"

namespace fdskl::cell {
namespace {

// Stores a setting in a column of its type. Other types are ignored: a column that cannot be null holds no setting.
template <class Setting, class Column>
void Store(const Setting& /*setting*/, Column& /*column*/) {}

void Store(double setting, std::optional<double>& column) { column = setting; }

template <std::integral T>
requires(!std::is_same_v<T, bool>) void Store(T setting, std::optional<std::int64_t>& column) {
  column = static_cast<std::int64_t>(setting);
}

void Store(const std::optional<std::string>& setting, std::optional<std::string>& column) { column = setting; }

// Sets the column of this name to a text, or to null.
void Fill(std::string_view name, const std::optional<std::string>& text, results::RunRow& row) {
  VisitFields(row, [&](std::string_view column, auto& target, const char*) {
    using Column = std::remove_cvref_t<decltype(target)>;
    if (column != name) return;
    if constexpr (std::is_same_v<Column, std::optional<std::string>>) {
      target = text;
    } else if constexpr (requires { target.reset(); }) {
      if (text) throw std::logic_error(fmt::format("column {} holds no text", name));
      target.reset();
    }
  });
}

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

results::RunRow DescribeCell(const Cell& cell, std::int64_t rows, std::int64_t columns,
                             std::optional<std::int64_t> train_rows) {
  results::RunRow row;
  row.dataset = cell.dataset;
  row.edition = cell.edition ? base::NameOf(*cell.edition) : "";
  row.rows = rows;
  row.train_rows = train_rows.value_or(datasets::TrainRows(rows));
  row.columns = columns;
  row.method = cell.method()->name;
  row.workers = cell.workers;
  row.active = cell.active;
  row.split = cell.split;
  row.seed = cell.seed;
  row.party_cores = cell.party_cores;
  row.settings = SettingsJson(cell);
  Cell copy = cell;
  for (const base::Option& option : copy.Options()) {
    VisitFields(row, [&](std::string_view column, auto& target, const char*) {
      if (column != option.name) return;
      std::visit(
          [&](const auto& value) {
            if constexpr (std::is_pointer_v<std::remove_cvref_t<decltype(value)>>) {
              Store(*value, target);
            } else {
              Store(value.get(), target);
            }
          },
          option.value);
    });
  }
  for (const auto& [column, text] : cell.settings().Columns()) Fill(column, text, row);
  // A batch is drawn from the labels of one active worker, or of one label group in its place.
  const auto* random_features = cell.TryAs<Settings>();
  const int groups = random_features == nullptr ? 0 : random_features->label_groups;
  if (row.batch) row.batch = std::min(*row.batch, row.train_rows / std::max(cell.active, groups));
  return row;
}

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
  text += ClockSummary(runs);
  for (const results::RunRow& run : runs) {
    if (!run.reason.empty()) text += fmt::format("split {}: {}: {}\n", run.split, run.status, run.reason);
  }
  return text;
}

}  // namespace fdskl::cell
