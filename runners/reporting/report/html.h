// Pages in one style: the report, and the comparison of two results folders (compare_page.h). A page is one file that
// loads nothing else. Without its script, everything works except sorting, filtering and the chart.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_HTML_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_HTML_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::report {

// Escapes `text` for use as content or as an attribute's value.
std::string HtmlText(std::string_view text);

// A link to an anchor on the same page; only the text if the anchor is empty.
std::string HtmlLink(std::string_view anchor, std::string_view text);

// The table, with the best in bold, daggers, tones, and each number a link to its rows. The page's script can sort it.
std::string HtmlTable(const tables::Table& table);
std::string HtmlRow(const std::vector<tables::TableCell>& cells);

// A form that filters the table of this name by the values of some of its columns and by words. The page's script fills
// it; without the script it stays hidden.
std::string FilterForm(std::string_view table, std::span<const char* const> columns);

// Data for the page's script, as an element of the page.
std::string JsonScript(std::string_view id, std::string_view json);

// An SVG file's text as part of a page: without the file's header, with `prefix` before every id, so that several can
// be on one page, and with `label` for screen readers.
std::string InlineSvg(std::string_view svg, std::string_view prefix, std::string_view label);

// A section of a page; its content is HTML.
struct Section {
  std::string id, title, content;
};

// The whole page: the title, `lead`, which is HTML, then links to the sections, and the sections.
std::string HtmlPage(std::string_view title, std::string_view lead, std::span<const Section> sections);

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_HTML_H_
