#include "runners/reporting/stored/absence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "runners/cell/cell_row.h"

namespace fdskl::stored {

std::vector<const results::RunRow*> Good(std::vector<const results::RunRow*> rows) {
  std::erase_if(rows, [](const results::RunRow* run) { return !cell::IsOk(*run); });
  return rows;
}

std::string Absence(const Stored& stored, std::string_view experiment, std::string_view dataset,
                    cell::MethodKind method) {
  if (!stored.Planned(experiment, dataset, method)) return "not planned";
  const auto rows = stored.Rows(experiment, dataset, method);
  if (rows.empty()) return "not run yet";
  const auto bad =
      std::count_if(rows.begin(), rows.end(), [](const results::RunRow* run) { return !cell::IsOk(*run); });
  if (bad == 0) return "";
  const results::RunRow& first =
      **std::find_if(rows.begin(), rows.end(), [](const results::RunRow* run) { return !cell::IsOk(*run); });
  if (static_cast<std::size_t>(bad) == rows.size()) return first.status;
  return fmt::format("{} in {} of {}", first.status, bad, rows.size());
}

std::vector<std::string> OtherDataNotes(const Stored& stored, std::string_view experiment, std::string_view dataset) {
  std::map<cell::MethodKind, const results::RunRow*> largest;
  for (const results::RunRow* run : stored.Rows(experiment)) {
    if (run->dataset != dataset) continue;
    const results::RunRow*& most = largest[base::ParseName<cell::MethodKind>(run->method)];
    if (most == nullptr || run->rows > most->rows) most = run;
  }
  std::vector<std::string> notes;
  for (const auto& [method, run] : largest) {
    const std::string data = fmt::format("{}, {} rows", run->edition, base::Thousands(run->rows));
    if (data != DataText(stored, experiment, dataset)) notes.push_back(fmt::format("{}: {}", TitleOf(method), data));
  }
  return notes;
}

}  // namespace fdskl::stored
