// Small pieces of the report's page.
#ifndef FDSKL_RUNNERS_REPORTING_REPORT_HTML_H_
#define FDSKL_RUNNERS_REPORTING_REPORT_HTML_H_

#include <string>
#include <string_view>
#include <vector>

#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::report {

// `text` as content or attribute value.
std::string HtmlText(std::string_view text);

// A link to a place on the same page; the text alone where there is no place.
std::string HtmlLink(std::string_view anchor, std::string_view text);

// The table, with the best in bold, daggers, and each number a link to its rows. The page's script makes it sortable.
std::string HtmlTable(const tables::Table& table);
std::string HtmlRow(const std::vector<tables::TableCell>& cells);

// Data for the page's script, at this place of the page.
std::string JsonScript(std::string_view id, std::string_view json);

// An SVG file's text as part of a page: without the head of a file, with `prefix` before every name that it gives its
// parts, so that several can be on one page, and with `label` for those who do not see it.
std::string InlineSvg(std::string_view svg, std::string_view prefix, std::string_view label);

// The beginning of the page up to and including <body>, with its style (page.css); the page may load nothing.
std::string PageHead(std::string_view title);
// The script (page.js) and the end of the page.
std::string PageEnd();

}  // namespace fdskl::report

#endif  // FDSKL_RUNNERS_REPORTING_REPORT_HTML_H_
