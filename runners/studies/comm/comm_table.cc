#include "runners/studies/comm/comm_table.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/files.h"
#include "results/rows.h"
#include "runners/studies/comm/sum_case.h"

namespace fdskl::comm {
namespace {

std::string Figure(const results::CommRow& row) {
  std::string predicted = row.predicted_seconds ? fmt::format("({:.3g})", *row.predicted_seconds) : "";
  if (!row.seconds) return predicted;
  return fmt::format("{:.3g}{}{}", *row.seconds, predicted.empty() ? "" : " ", predicted);
}

}  // namespace

bool SameCase(const results::CommRow& a, const results::CommRow& b) {
  return std::tie(a.dataset, a.structure, a.workers) == std::tie(b.dataset, b.structure, b.workers) &&
         net::PresentLinkName(a.link) == net::PresentLinkName(b.link);
}

bool HasRow(std::span<const results::CommRow> rows, const results::CommRow& wanted) {
  return std::ranges::any_of(rows, [&](const results::CommRow& row) {
    return SameCase(row, wanted) && row.edition == wanted.edition && row.rows == wanted.rows &&
           row.is_prediction == wanted.is_prediction;
  });
}

void StoreCommRows(const std::filesystem::path& file, std::span<const results::CommRow> rows) {
  const base::FileLock lock(file.parent_path() / ".lock");
  std::vector<results::CommRow> all = results::ReadRows<results::CommRow>(file);
  std::erase_if(all, [&](const results::CommRow& old) {
    return std::ranges::any_of(rows, [&](const results::CommRow& row) { return SameCase(row, old); });
  });
  all.insert(all.end(), rows.begin(), rows.end());
  results::WriteRows<results::CommRow>(file, all);
}

std::string CommMarkdown(std::span<const results::CommRow> rows) {
  using Line = std::tuple<std::string, std::int64_t, std::string, std::string, std::int64_t>;
  std::map<Line, std::map<std::string, std::string>> lines;  // figures by structure
  for (const results::CommRow& row : rows) {
    lines[{row.dataset, row.rows, row.edition, net::PresentLinkName(row.link), row.workers}][row.structure] =
        Figure(row);
  }
  double difference = 0;
  for (const results::CommRow& row : rows) difference = std::max(difference, row.largest_difference.value_or(0));
  std::string text = fmt::format(
      "Seconds to sum the kernel matrix; in brackets those of the closed form. A modelled link takes in one message "
      "at\n"
      "a time, as it sends them. Sums differ from the central matrix's entries c by at most {:.1e} (1 + |c|).\n\n",
      difference);
  text += "| dataset | rows | edition | link | workers |";
  std::string rule = "|---|---|---|---|---|";
  for (const auto& [structure, name] : base::kNames<SumStructure>.table) {
    text += fmt::format(" {} |", name);
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (const auto& [line, figures] : lines) {
    std::apply([&](const auto&... parts) { ((text += fmt::format("| {} ", parts)), ...); }, line);
    for (const auto& [structure, name] : base::kNames<SumStructure>.table) {
      const auto figure = figures.find(std::string(name));
      text += fmt::format("| {} ", figure == figures.end() ? "" : figure->second);
    }
    text += "|\n";
  }
  return text;
}

}  // namespace fdskl::comm
