#include "runners/reporting/report/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "base/files.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/ledger/verdict.h"
#include "runners/reporting/report/html.h"
#include "runners/reporting/report/report_rows.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::report {
namespace {

// All verdicts at a glance, each a link to its claim.
std::string VerdictsHtml(std::span<const ledger::Claim> claims) {
  std::string rows;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const results::ClaimRow& row = claims[i].row;
    rows += fmt::format("<tr><td>{}</td><td><span class=\"verdict {}\">{}</span></td></tr>\n",
                        HtmlLink(fmt::format("claim-{}", i + 1), row.paper), row.verdict,
                        ledger::VerdictWords(row.verdict));
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
  return fmt::format(
      "<div class=\"claim\" id=\"claim-{}\"><h3>{}: <span class=\"verdict {}\">{}</span></h3>\n<p>The paper: {}.</p>\n"
      "<p>Measured: {}.</p>\n<p class=\"note\">Rows: {}.</p>\n"
      "<p class=\"note\">Rule: {}</p>\n<p class=\"note\">Test: {}.</p></div>\n",
      number, HtmlText(row.claim), row.verdict, ledger::VerdictWords(row.verdict), HtmlText(row.paper),
      HtmlLink(first, numbers), links.empty() ? "none" : fmt::format("{}", fmt::join(links, ", ")),
      HtmlText(row.rule), test);
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
