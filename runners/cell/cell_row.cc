#include "runners/cell/cell_row.h"

#include <algorithm>
#include <concepts>
#include <string>

#include "datasets/split.h"
#include "runners/cell/cell_text.h"

namespace fdskl::cell {
namespace {

// A setting as a column of the row holds it; a column that may not be null is none of the settings'.
template <class Setting, class Column>
void Store(const Setting& /*setting*/, Column& /*column*/) {}

void Store(double setting, std::optional<double>& column) { column = setting; }

template <std::integral T>
requires(!std::is_same_v<T, bool>) void Store(T setting, std::optional<std::int64_t>& column) {
  column = static_cast<std::int64_t>(setting);
}

void Store(const std::optional<std::string>& setting, std::optional<std::string>& column) { column = setting; }

// Nothing, or a text, in the column of this name.
void Fill(std::string_view name, const std::optional<std::string>& text, results::RunRow& row) {
  VisitFields(row, [&](std::string_view column, auto& target, const char*) {
    using Column = std::remove_cvref_t<decltype(target)>;
    if (column != name) return;
    if constexpr (std::is_same_v<Column, std::optional<std::string>>) {
      target = text;
    } else if constexpr (requires { target.reset(); }) {
      FDSKL_REQUIRE(!text);
      target.reset();
    }
  });
}

}  // namespace

results::RunRow DescribeCell(const Cell& cell, std::int64_t rows, std::int64_t columns) {
  results::RunRow row;
  row.dataset = cell.dataset;
  row.edition = cell.edition ? base::NameOf(*cell.edition) : "";
  row.rows = rows;
  row.train_rows = datasets::TrainRows(rows);
  row.columns = columns;
  row.method = cell.method()->name;
  row.workers = cell.workers;
  row.active = cell.active;
  row.split = cell.split;
  row.seed = cell.seed;
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
  if (row.batch) row.batch = std::min(*row.batch, row.train_rows / cell.active);
  return row;
}

}  // namespace fdskl::cell
