#include "runners/reporting/report/rows_section.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/text.h"
#include "baselines/methods.h"
#include "results/json.h"
#include "runners/reporting/figures/figure.h"
#include "runners/reporting/report/html.h"

namespace fdskl::report {
namespace {

using results::Experiment;

template <class T>
std::string Number(const std::optional<T>& value) {
  return value ? fmt::format("{:.6g}", static_cast<double>(*value)) : "";
}
std::string Number(const std::optional<std::string>& value) { return value.value_or(""); }
std::string Number(const std::optional<bool>& value) { return value ? fmt::format("{}", *value) : ""; }

// Digits of a checksum or commit that the page shows.
constexpr std::size_t kHashShown = 12;

bool IsLongHash(std::string_view text) {
  return text.size() >= 40 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

tables::TableCell Text(std::string text) { return {.text = std::move(text)}; }

constexpr std::array kRunColumns = {"experiment", "dataset", "arm",    "split",  "rows",         "workers",
                                    "features",   "masking", "bits",   "status", "test error %", "train s",
                                    "lan s",      "sent MB", "reason", "run"};

std::string RunRowHtml(const stored::ExperimentName& experiment, const results::RunRow& run) {
  constexpr double kMegabyte = 1e6;
  const auto megabytes =
      run.sent_bytes ? std::optional(static_cast<double>(*run.sent_bytes) / kMegabyte) : std::nullopt;
  return HtmlRow({Text(experiment.text()), Text(run.dataset), Text(cell::ArmOf(run)->name),
                  Text(std::to_string(run.split)), Text(base::Thousands(run.rows)), Text(std::to_string(run.workers)),
                  Text(Number(run.features)), Text(run.masking.value_or("")), Text(Number(run.ring_bits)),
                  Text(run.status), Text(Number(run.test_error)), Text(Number(run.train_seconds)),
                  Text(Number(stored::TrainSeconds(run, stored::Timing::kClock))), Text(Number(megabytes)),
                  Text(run.reason), Text(run.run)});
}

// A table of rows of any type, with the columns in which some row has a value; empty if there are no rows.
template <class Row>
std::string PlainTable(const std::vector<const Row*>& rows, const std::string& anchor, const std::string& title) {
  if (rows.empty()) return "";
  tables::Table table{.name = anchor, .title = title, .header = {}, .rows = {}};
  VisitFields(*rows.front(), [&](const char* name, const auto&, const char*) { table.header.emplace_back(name); });
  std::vector<bool> used(table.header.size());
  for (const Row* row : rows) {
    table.rows.emplace_back();
    VisitFields(*row, [&]<class T>(const char*, const T& value, const char*) {
      std::string text;
      if constexpr (requires { value.has_value(); }) {
        text = Number(value);
      } else if constexpr (std::is_floating_point_v<T>) {
        text = fmt::format("{:.6g}", value);
      } else {
        text = fmt::format("{}", value);
      }
      if (IsLongHash(text)) text.resize(kHashShown);
      if (!text.empty()) used[table.rows.back().size()] = true;
      table.rows.back().push_back(Text(std::move(text)));
    });
  }
  const auto keep = [&](auto& cells) {
    std::size_t place = 0;
    std::erase_if(cells, [&](const auto&) { return !used[place++]; });
  };
  for (auto& row : table.rows) keep(row);
  keep(table.header);
  return fmt::format("<details><summary>{}: {} rows</summary>\n{}</details>\n", HtmlText(title),
                     base::Thousands(static_cast<std::int64_t>(rows.size())), HtmlTable(table));
}

template <class Row>
std::string WholeTable(const std::vector<Row>& rows, const std::string& anchor, const std::string& title) {
  std::vector<const Row*> pointers;
  pointers.reserve(rows.size());
  for (const Row& row : rows) pointers.push_back(&row);
  return PlainTable(pointers, anchor, title);
}

// The rows of every experiment, each once, in the order of the experiments.
std::vector<const results::RunRow*> AllRows(const stored::Stored& stored) {
  std::vector<const results::RunRow*> rows;
  std::set<const results::RunRow*> seen;
  for (const stored::ExperimentName& experiment : stored.Experiments()) {
    for (const results::RunRow* run : stored.Rows(experiment)) {
      if (seen.insert(run).second) rows.push_back(run);
    }
  }
  return rows;
}

// One table row for each different list of texts, in order of their first appearance.
template <class TextsOf>
std::string Distinct(const stored::Stored& stored, tables::Table table, const TextsOf& texts_of) {
  std::set<std::vector<std::string>> seen;
  for (const results::RunRow* run : AllRows(stored)) {
    const std::vector<std::string> texts = texts_of(*run);
    if (!seen.insert(texts).second) continue;
    table.rows.emplace_back();
    for (const std::string& text : texts) table.rows.back().push_back(Text(text));
  }
  return HtmlTable(table);
}

}  // namespace

std::string RunsHtml(const stored::Stored& stored) {
  if (stored.Experiments().empty()) return "<p class=\"note\">No experiment has been planned.</p>\n";
  constexpr std::array kFiltered = {"experiment", "dataset", "arm", "status"};
  std::string html = FilterForm("runs-table", kFiltered);
  html +=
      "<div class=\"rows\" role=\"region\" aria-label=\"All runs\" tabindex=\"0\"><table class=\"sortable\" "
      "id=\"runs-table\"><caption>All runs, by experiment</caption><thead><tr>";
  for (const char* name : kRunColumns) html += fmt::format("<th scope=\"col\">{}</th>", name);
  html += "</tr></thead>\n";
  for (const stored::ExperimentName& experiment : stored.Experiments()) {
    html += fmt::format(
        "<tbody id=\"{}\"><tr class=\"head\"><th scope=\"rowgroup\" colspan=\"{}\">Experiment {}</th></tr></tbody>\n",
        HtmlText(stored.RowsAnchor(experiment)), kRunColumns.size(), HtmlText(experiment.text()));
    for (const std::string& dataset : stored.Datasets(experiment)) {
      for (const baselines::MethodRef method : baselines::Methods()) {
        if (!stored.Planned(experiment, dataset, method)) continue;
        html += fmt::format("<tbody id=\"{}\">", HtmlText(stored.RowsAnchor(experiment, dataset, method)));
        for (const results::RunRow* run : stored.Rows(experiment, dataset, method))
          html += RunRowHtml(experiment, *run);
        html += "</tbody>\n";
      }
    }
  }
  return html + "</table></div>\n";
}

std::string OtherRowsHtml(const stored::Stored& stored) {
  std::string html = WholeTable(stored.comm(), stored.RowsAnchor(Experiment::kComm), "Experiment comm");
  if (const std::string anchor = stored.RowsAnchor(Experiment::kTheory); !anchor.empty()) {
    html += fmt::format("<div id=\"{}\">\n", anchor);
    for (const auto& [check, name] : base::kNames<results::TheoryCheck>.table) {
      html += PlainTable(stored.Rows(check), stored.RowsAnchor(check), fmt::format("Experiment theory, {}", name));
    }
    html += "</div>\n";
  }
  html += WholeTable(stored.audit(), stored.RowsAnchor(Experiment::kAudit), "Experiment audit");
  return html + WholeTable(stored.traffic(), stored.RowsAnchor(Experiment::kTraffic), "Experiment traffic");
}

// One row for all splits.
std::string SettingsHtml(const stored::Stored& stored) {
  return Distinct(stored,
                  {.name = "settings", .title = "Settings", .header = {"dataset", "arm", "settings"}, .rows = {}},
                  [](const results::RunRow& run) {
                    std::string text;
                    for (const auto& [name, value] : cell::SettingsOf(run.settings)) {
                      if (name != "split") text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
                    }
                    return std::vector<std::string>{run.dataset, cell::ArmOf(run)->name, text};
                  });
}

std::string MachinesHtml(const stored::Stored& stored) {
  return Distinct(stored,
                  {.name = "machine",
                   .title = "Machine and program",
                   .header = {"processor", "MPI", "compiler", "flags", "libraries", "commit"},
                   .rows = {}},
                  [](const results::RunRow& run) {
                    return std::vector<std::string>{run.cpu,       run.mpi,
                                                    run.compiler,  run.flags,
                                                    run.libraries, run.commit + (run.dirty ? ", and changes" : "")};
                  });
}

std::string DataHtml(const stored::Stored& stored) {
  return Distinct(stored,
                  {.name = "data",
                   .title = "Data",
                   .header = {"dataset", "edition", "rows", "columns", "sha256 of the sources"},
                   .rows = {}},
                  [](const results::RunRow& run) {
                    return std::vector<std::string>{run.dataset, run.edition, base::Thousands(run.rows),
                                                    base::Thousands(run.columns), run.data_checksum};
                  });
}

std::string CurvesJson(const stored::Stored& stored) {
  const std::vector<cell::ArmRef> arms = stored.Arms(Experiment::kCurves);
  const std::vector<figures::Look> looks = figures::LooksOf(arms);
  constexpr std::array kDashes = {"none", "8 5", "2 4", "8 4 2 4"};  // in the order of figures::Dash
  std::vector<std::string> curves;
  for (const std::string& dataset : stored.Datasets(Experiment::kCurves)) {
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const auto runs = stored::Good(stored.Rows(Experiment::kCurves, dataset, arms[i]));
      if (runs.empty()) continue;
      std::vector<std::string> points;
      for (const results::CurveRow& point : stored.Curve(*runs.front())) {
        points.push_back(fmt::format(R"({{"seconds":{},"lan":{},"features":{},"error":{}}})",
                                     results::Json(point.seconds),
                                     results::Json(stored::TrainSeconds(point, stored::Timing::kClock)),
                                     results::Json(point.features), results::Json(point.test_error)));
      }
      if (points.empty()) continue;
      curves.push_back(fmt::format(R"({{"dataset":{},"arm":{},"color":"{}","dash":"{}","points":[{}]}})",
                                   results::Json(std::string_view(dataset)),
                                   results::Json(std::string_view(arms[i]->title)), looks[i].color,
                                   kDashes.at(static_cast<std::size_t>(looks[i].dash)), fmt::join(points, ",")));
    }
  }
  return curves.empty() ? "" : fmt::format("[{}]", fmt::join(curves, ",\n"));
}

}  // namespace fdskl::report
