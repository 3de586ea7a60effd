#include "runners/reporting/report/report_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "runners/reporting/report/html.h"

namespace fdskl::report {
namespace {

template <class T>
std::string Number(const std::optional<T>& value) {
  return value ? fmt::format("{:.6g}", static_cast<double>(*value)) : "";
}

tables::TableCell Text(std::string text) { return {.text = std::move(text)}; }

std::string RunTable(const std::vector<const results::RunRow*>& runs, const std::string& anchor,
                     const std::string& title) {
  tables::Table table{.name = anchor,
                      .title = title,
                      .header = {"run", "split", "rows", "workers", "masking", "status", "test error, %", "train s",
                                 "sent bytes", "reason"},
                      .rows = {}};
  for (const results::RunRow* run : runs) {
    table.rows.push_back({Text(run->run), Text(std::to_string(run->split)), Text(base::Thousands(run->rows)),
                          Text(std::to_string(run->workers)), Text(run->masking.value_or("")), Text(run->status),
                          Text(Number(run->test_error)), Text(Number(run->train_seconds)),
                          Text(Number(run->sent_bytes)), Text(run->reason)});
  }
  return HtmlTable(table);
}

// Any row type as a table, all its columns.
template <class Row>
std::string PlainTable(const std::vector<Row>& rows, const std::string& anchor, const std::string& title) {
  tables::Table table{.name = anchor, .title = title, .header = {}, .rows = {}};
  const Row empty;
  VisitFields(empty, [&](const char* name, const auto&, const char*) { table.header.emplace_back(name); });
  for (const Row& row : rows) {
    table.rows.emplace_back();
    VisitFields(row, [&]<class T>(const char*, const T& value, const char*) {
      if constexpr (requires { value.has_value(); }) {
        table.rows.back().push_back(Text(Number(value)));
      } else {
        table.rows.back().push_back(Text(fmt::format("{}", value)));
      }
    });
  }
  return HtmlTable(table);
}

// The rows of every experiment, each once, in the order of the experiments.
std::vector<const results::RunRow*> AllRows(const stored::Stored& stored) {
  std::vector<const results::RunRow*> rows;
  std::set<const results::RunRow*> seen;
  for (const std::string& experiment : ExperimentsOf(stored)) {
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

std::vector<std::string> ExperimentsOf(const stored::Stored& stored) {
  std::vector<std::string> experiments;
  for (const results::PlanRow& plan : stored.plan()) {
    if (std::find(experiments.begin(), experiments.end(), plan.experiment) == experiments.end()) {
      experiments.push_back(plan.experiment);
    }
  }
  return experiments;
}

std::string RowsHtml(const stored::Stored& stored) {
  std::string html;
  for (const std::string& experiment : ExperimentsOf(stored)) {
    html += fmt::format("<section id=\"rows-{0}\"><h3>Experiment {0}</h3>\n", HtmlText(experiment));
    for (const std::string& dataset : stored.Datasets(experiment)) {
      for (const auto& [method, name] : base::kNames<cell::MethodKind>.table) {
        if (!stored.Planned(experiment, dataset, method)) continue;
        html += RunTable(stored.Rows(experiment, dataset, method), stored.RowsAnchor(experiment, dataset, method),
                         fmt::format("{}: {}, {}", experiment, dataset, stored::TitleOf(method)));
      }
    }
    html += "</section>\n";
  }
  if (!stored.comm().empty()) html += PlainTable(stored.comm(), "rows-comm", "Experiment comm");
  if (!stored.theory().empty()) html += PlainTable(stored.theory(), "rows-theory", "Theory");
  return html;
}

std::string SettingsHtml(const stored::Stored& stored) {
  return Distinct(stored,
                  {.name = "settings", .title = "Settings", .header = {"dataset", "method", "settings"}, .rows = {}},
                  [](const results::RunRow& run) {
                    return std::vector<std::string>{run.dataset, run.method, run.settings};
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
                                                    run.libraries, run.commit + (run.dirty ? ", changed" : "")};
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

}  // namespace fdskl::report
