#include "runners/cell/cell_row.h"

#include <algorithm>
#include <concepts>
#include <string>

#include "datasets/split.h"
#include "runners/cell/cell_text.h"

namespace fdskl::cell {
namespace {

// A setting as a column holds it. A column that may not be null is none of the settings'.
template <class Column, class Setting>
void Store(const Setting& /*setting*/, Column& /*column*/) {}

template <class E>
requires std::is_enum_v<E>
void Store(const E& setting, std::optional<std::string>& column) { column = base::NameOf(setting); }

void Store(const double& setting, std::optional<double>& column) { column = setting; }

template <std::integral T>
void Store(const T& setting, std::optional<std::int64_t>& column) {
  column = setting;
}

}  // namespace

results::RunRow DescribeCell(const Cell& cell, std::int64_t rows, std::int64_t columns) {
  const Settings& settings = cell.settings;
  results::RunRow row;
  row.dataset = cell.dataset;
  row.edition = cell.edition ? base::NameOf(*cell.edition) : "";
  row.rows = rows;
  row.train_rows = datasets::TrainRows(rows);
  row.columns = columns;
  row.method = base::NameOf(cell.method);
  row.workers = cell.workers;
  row.active = cell.active;
  row.split = cell.split;
  row.seed = settings.seed;
  row.settings = SettingsJson(cell);
  VisitOwnOptions(cell, [&](std::string_view setting, const auto& value, const char*) {
    VisitFields(row, [&](std::string_view column, auto& target, const char*) {
      if (column == setting) Store(value, target);
    });
  });
  if (cell.method == MethodKind::kFdSvrg) row.loss = base::NameOf(LossKind::kLogistic);
  if (cell.method == MethodKind::kLibsvm || cell.method == MethodKind::kPpSvmv)
    row.kernel = base::NameOf(cell.svm.kernel);
  if (row.batch) row.batch = std::min(*row.batch, row.train_rows / cell.active);
  if (settings.update != Update::kPreconditioned) row.rho.reset();
  if (settings.masking != Masking::kRing && settings.masking != Masking::kShared) row.ring_bits.reset();
  return row;
}

}  // namespace fdskl::cell
