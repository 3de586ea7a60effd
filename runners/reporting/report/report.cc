#include "runners/reporting/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <set>

#include "base/files.h"
#include "base/text.h"
#include "baselines/methods.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/ledger/scope.h"
#include "runners/reporting/ledger/verdict.h"
#include "runners/reporting/report/html.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::report {
namespace {

using results::Experiment;

// All verdicts at a glance, each a link to its claim.
std::string VerdictsHtml(std::span<const ledger::Claim> claims) {
  std::string rows;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const results::ClaimRow& row = claims[i].row;
    rows +=
        fmt::format("<tr><td>{}</td><td><span class=\"verdict {}\">{}</span></td></tr>\n",
                    HtmlLink(fmt::format("claim-{}", i + 1), row.paper) + (row.arm ? ", " + HtmlText(*row.arm) : ""),
                    base::NameOf(ledger::VerdictOf(row.verdict)), ledger::VerdictWords(row.verdict));
  }
  return "<table><thead><tr><th>the paper says</th><th>verdict</th></tr></thead><tbody>\n" + rows +
         "</tbody></table>\n";
}

// The numbers link to the first of the claim's rows; a line below links to all of them.
std::string ClaimHtml(const stored::Stored& stored, const ledger::Claim& claim, std::size_t number) {
  std::string first;
  std::vector<std::string> links;
  for (const ledger::Evidence& evidence : claim.evidence) {
    const std::string anchor = ledger::AnchorOf(stored, evidence);
    if (anchor.empty()) continue;
    if (first.empty()) first = anchor;
    links.push_back(HtmlLink(anchor, ledger::NameOf(evidence)));
  }
  const results::ClaimRow& row = claim.row;
  std::string_view numbers = row.numbers;
  if (numbers.ends_with('.')) numbers.remove_suffix(1);  // the page sets one
  std::string test = HtmlText(row.test);
  if (row.p_value) test += fmt::format("; p = {:.3g}", *row.p_value);
  if (row.effect) test += fmt::format("; effect = {:.3g}", *row.effect);
  if (row.low && row.high) test += fmt::format(" ({:.3g} to {:.3g})", *row.low, *row.high);
  return fmt::format(
      "<div class=\"claim\" id=\"claim-{}\"><h3>{}: <span class=\"verdict {}\">{}</span></h3>\n<p>The paper: {}.</p>\n"
      "<p>Measured: {}.</p>\n<p class=\"note\">Rows: {}. Data: {}.</p>\n"
      "<p class=\"note\">Rule: {}</p>\n<p class=\"note\">Test: {}.</p></div>\n",
      number, HtmlText(row.claim) + (row.arm ? ", " + HtmlText(*row.arm) : ""),
      base::NameOf(ledger::VerdictOf(row.verdict)), ledger::VerdictWords(row.verdict), HtmlText(row.paper),
      HtmlLink(first, numbers), links.empty() ? "none" : fmt::format("{}", fmt::join(links, ", ")),
      HtmlText(ledger::DataWords(row)), HtmlText(row.rule), test);
}

std::string FiguresHtml(std::span<const figures::DrawnFigure> figures, const std::filesystem::path& folder) {
  std::string html;
  for (const figures::DrawnFigure& figure : figures) {
    if (!figure.missing.empty()) {
      html += fmt::format("<p class=\"note\">{}: {}.</p>\n", HtmlText(figure.name), HtmlText(figure.missing));
      continue;
    }
    html += fmt::format("<figure id=\"{}\">{}<figcaption>{}</figcaption></figure>\n", figure.name,
                        InlineSvg(base::ReadText(folder / (figure.name + ".svg")), figure.name + "-", figure.caption),
                        HtmlText(figure.caption));
  }
  return html;
}

std::string TablesHtml(const stored::Stored& stored) {
  std::string html;
  for (const tables::TableMaker& maker : tables::PaperTables()) {
    const std::optional<tables::Table> table = maker.make(stored);
    html +=
        table ? HtmlTable(*table)
              : fmt::format("<p class=\"note\">{}: {}.</p>\n", maker.name, HtmlText(stored::NoRows(maker.experiment)));
  }
  return html;
}

template <class T>
std::string Number(const std::optional<T>& value) {
  return value ? fmt::format("{:.6g}", static_cast<double>(*value)) : "";
}

tables::TableCell Text(std::string text) { return {.text = std::move(text)}; }

std::string RunTable(const std::vector<const results::RunRow*>& runs, const std::string& anchor,
                     const std::string& title) {
  tables::Table table{.name = anchor,
                      .title = title,
                      .header = {"run", "arm", "split", "rows", "workers", "features", "masking", "bits", "status",
                                 "test error, %", "train s", "sent bytes", "reason"},
                      .rows = {}};
  for (const results::RunRow* run : runs) {
    table.rows.push_back({Text(run->run), Text(cell::ArmOf(*run)->name), Text(std::to_string(run->split)),
                          Text(base::Thousands(run->rows)), Text(std::to_string(run->workers)),
                          Text(Number(run->features)), Text(run->masking.value_or("")), Text(Number(run->ring_bits)),
                          Text(run->status), Text(Number(run->test_error)), Text(Number(run->train_seconds)),
                          Text(Number(run->sent_bytes)), Text(run->reason)});
  }
  return HtmlTable(table);
}

// All columns of rows of any type; nothing where there are no rows.
template <class Row>
std::string PlainTable(const std::vector<const Row*>& rows, const std::string& anchor, const std::string& title) {
  if (rows.empty()) return "";
  tables::Table table{.name = anchor, .title = title, .header = {}, .rows = {}};
  VisitFields(*rows.front(), [&](const char* name, const auto&, const char*) { table.header.emplace_back(name); });
  for (const Row* row : rows) {
    table.rows.emplace_back();
    VisitFields(*row, [&]<class T>(const char*, const T& value, const char*) {
      if constexpr (requires { value.has_value(); }) {
        table.rows.back().push_back(Text(Number(value)));
      } else {
        table.rows.back().push_back(Text(fmt::format("{}", value)));
      }
    });
  }
  return HtmlTable(table);
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

// A section for each planned experiment ("rows-errors"), and in it a table for each dataset and method; then rows from
// `comm`, from each check of `theory`, and from `audit`. Their places are named as Stored::RowsAnchor() does.
std::string RowsHtml(const stored::Stored& stored) {
  std::string html;
  for (const stored::ExperimentName& experiment : stored.Experiments()) {
    html += fmt::format("<section id=\"{}\"><h3>Experiment {}</h3>\n", HtmlText(stored.RowsAnchor(experiment)),
                        HtmlText(experiment.text()));
    for (const std::string& dataset : stored.Datasets(experiment)) {
      for (const baselines::MethodRef method : baselines::Methods()) {
        if (!stored.Planned(experiment, dataset, method)) continue;
        html += RunTable(stored.Rows(experiment, dataset, method), stored.RowsAnchor(experiment, dataset, method),
                         fmt::format("{}: {}, {}", experiment.text(), dataset, method->title));
      }
    }
    html += "</section>\n";
  }
  html += WholeTable(stored.comm(), stored.RowsAnchor(Experiment::kComm), "Experiment comm");
  if (const std::string anchor = stored.RowsAnchor(Experiment::kTheory); !anchor.empty()) {
    html += fmt::format("<section id=\"{}\"><h3>Experiment theory</h3>\n", anchor);
    for (const auto& [check, name] : base::kNames<results::TheoryCheck>.table) {
      html += PlainTable(stored.Rows(check), stored.RowsAnchor(check), fmt::format("theory: {}", name));
    }
    html += "</section>\n";
  }
  html += WholeTable(stored.audit(), stored.RowsAnchor(Experiment::kAudit), "Experiment audit");
  return html;
}

// The different settings of each method.
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

}  // namespace

std::string ReportPage(const stored::Stored& stored, std::span<const figures::DrawnFigure> figures,
                       const std::filesystem::path& folder) {
  std::string page = PageHead("FDSKL: which claims of the paper held");
  page +=
      "<h1>FDSKL: which claims of the paper held</h1>\n<p>Made from stored tables alone. Numbers link to the rows they "
      "come "
      "from, at the end of this page.</p>\n<h2>Verdicts</h2>\n";
  const std::vector<ledger::Claim> claims = ledger::Ledger(stored);
  page += VerdictsHtml(claims);
  for (std::size_t i = 0; i < claims.size(); ++i) page += ClaimHtml(stored, claims[i], i + 1);
  page += "<h2>Figures</h2>\n" + FiguresHtml(figures, folder);
  page += "<h2>Tables</h2>\n" + TablesHtml(stored);
  page += "<h2>Data</h2>\n" + DataHtml(stored);
  page += "<h2>Machine</h2>\n" + MachinesHtml(stored);
  page += "<h2>Settings</h2>\n" + SettingsHtml(stored);
  page += "<h2>Rows</h2>\n" + RowsHtml(stored);
  return page + "</body></html>\n";
}

int ReportCommand(const std::filesystem::path& results, figures::RendererKind renderer) {
  const stored::Stored stored(results);
  const std::filesystem::path folder = results / "figures";
  const auto figures = figures::DrawFigures(stored, folder, *figures::MakeRenderer(renderer));
  base::WriteTextWhole(results / "report.html", ReportPage(stored, figures, folder));
  fmt::print("{}\n", (results / "report.html").string());
  return 0;
}

}  // namespace fdskl::report
