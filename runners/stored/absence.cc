#include "runners/stored/absence.h"

#include <fmt/format.h>

#include <algorithm>

#include "runners/cell_row.h"

namespace fdskl {

std::vector<const RunRow*> Good(std::vector<const RunRow*> rows) {
  std::erase_if(rows, [](const RunRow* run) { return !IsOk(*run); });
  return rows;
}

std::string Absence(const Stored& stored, std::string_view experiment, std::string_view dataset, MethodKind method) {
  if (!stored.Planned(experiment, dataset, method)) return "not planned";
  const auto rows = stored.Rows(experiment, dataset, method);
  if (rows.empty()) return "not run yet";
  const auto bad = std::count_if(rows.begin(), rows.end(), [](const RunRow* run) { return !IsOk(*run); });
  if (bad == 0) return "";
  const RunRow& first = **std::find_if(rows.begin(), rows.end(), [](const RunRow* run) { return !IsOk(*run); });
  if (static_cast<std::size_t>(bad) == rows.size()) return first.status;
  return fmt::format("{} in {} of {}", first.status, bad, rows.size());
}

}  // namespace fdskl
