#include "runners/reporting/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>

#include "base/files.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/report/claims_section.h"
#include "runners/reporting/report/html.h"
#include "runners/reporting/report/rows_section.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::report {
namespace {

std::string FigureHtml(const figures::DrawnFigure& figure, const std::filesystem::path& folder) {
  return fmt::format("<figure id=\"{}\">{}<figcaption>{}</figcaption></figure>\n", figure.name,
                     InlineSvg(base::ReadText(folder / (figure.name + ".svg")), figure.name + "-", figure.caption),
                     HtmlText(figure.caption));
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

// The frame of the chart; the page's script fills it.
std::string ExploreHtml(const stored::Stored& stored) {
  const std::string json = CurvesJson(stored);
  if (json.empty()) return "<p class=\"note\">No curves yet.</p>\n";
  return R"(<noscript><p class="note">The chart needs a script; Figure 3 has the same curves.</p></noscript>
<div id="explore" hidden><form class="tools" aria-label="What the chart shows">
<label>dataset <select id="chart-dataset"></select></label>
<label>against <select id="chart-x"><option value="seconds">training time [s]</option>
<option value="lan">training time by clock, lan [s]</option><option value="features">random features</option></select></label>
<button type="button" id="chart-in">Zoom in</button> <button type="button" id="chart-out">Zoom out</button>
<button type="button" id="chart-reset">Whole</button></form>
<div id="chart"><output id="chart-told" aria-live="polite"></output></div>
<div class="legend" id="chart-legend" role="group" aria-label="Methods shown"></div>
<p class="note">Drag over a part, or turn the wheel, to zoom; + and - do so too, 0 shows the whole. Methods can be
switched off below the chart. One split.</p></div>
)" + JsonScript("curves-data", json);
}

}  // namespace

std::string ReportPage(const stored::Stored& stored, std::span<const figures::DrawnFigure> figures,
                       const std::filesystem::path& folder) {
  const std::vector<ledger::Claim> claims = ledger::Ledger(stored);
  std::map<std::string, std::string> drawn;
  for (const figures::DrawnFigure& figure : figures)
    if (figure.missing.empty()) drawn[figure.name] = FigureHtml(figure, folder);

  std::vector<results::ClaimRow> verdicts;
  std::string claims_html;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    verdicts.push_back(claims[i].row);
    claims_html += ClaimHtml(stored, claims[i], i + 1, drawn);
  }
  std::string figures_html;  // figures that no claim shows
  for (const figures::DrawnFigure& figure : figures) {
    if (!figure.missing.empty()) {
      figures_html += fmt::format("<p class=\"note\">{}: {}.</p>\n", HtmlText(figure.name), HtmlText(figure.missing));
    } else if (drawn[figure.name].empty()) {
      figures_html +=
          fmt::format("<p class=\"note\">{}: shown with its claim.</p>\n", HtmlLink(figure.name, figure.name));
    } else {
      figures_html += drawn[figure.name];
    }
  }

  const std::vector<Section> sections = {
      {"verdicts", "Verdicts", CountsHtml(verdicts) + VerdictsHtml(verdicts)},
      {"claims", "Claims", claims_html},
      {"curves", "Curves", ExploreHtml(stored)},
      {"figures", "Figures", figures_html},
      {"tables", "Tables", TablesHtml(stored)},
      {"runs", "Runs", RunsHtml(stored)},
      {"rows", "Other rows", OtherRowsHtml(stored)},
      {"origin", "Data, machine, settings",
       DataHtml(stored) + MachinesHtml(stored) + "<details><summary>Settings of every method</summary>\n" +
           SettingsHtml(stored) + "</details>\n"}};
  return HtmlPage("FDSKL: which claims of the paper held",
                  "<p class=\"soft\">Federated Doubly Stochastic Kernel Learning for Vertically Partitioned Data, "
                  "measured again. Made from stored tables alone; every number links to the rows behind it.</p>",
                  sections);
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
