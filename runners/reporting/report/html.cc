#include "runners/reporting/report/html.h"

#include <fmt/format.h>

#include <regex>

namespace fdskl::report {

std::string HtmlText(std::string_view text) {
  std::string html;
  for (const char c : text) {
    switch (c) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += c;
    }
  }
  return html;
}

std::string HtmlLink(std::string_view anchor, std::string_view text) {
  if (anchor.empty()) return HtmlText(text);
  return fmt::format("<a href=\"#{}\">{}</a>", HtmlText(anchor), HtmlText(text));
}

std::string HtmlTable(const tables::Table& table) {
  std::string html = fmt::format("<div class=\"wide\"><table id=\"{}\"><caption>{}</caption><thead><tr>",
                                 HtmlText(table.name), HtmlText(table.title));
  for (const std::string& name : table.header) html += fmt::format("<th scope=\"col\">{}</th>", HtmlText(name));
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    html += "<tr>";
    for (const tables::TableCell& cell : row) {
      const std::string text = HtmlLink(cell.anchor, cell.text);
      html += cell.best ? fmt::format("<td><strong>{}</strong></td>", text)
                        : fmt::format("<td>{}{}</td>", text, cell.not_worse ? " †" : "");
    }
    html += "</tr>\n";
  }
  html += "</tbody></table></div>\n";
  for (const std::string& note : table.notes) html += fmt::format("<p class=\"note\">{}</p>\n", HtmlText(note));
  return html;
}

std::string InlineSvg(std::string_view svg, std::string_view prefix, std::string_view label) {
  const std::size_t begin = svg.find("<svg");
  std::string text(begin == std::string_view::npos ? "" : svg.substr(begin));
  text = std::regex_replace(text, std::regex(R"((\sid\s*=\s*['"]))"), fmt::format("$1{}", prefix));
  text = std::regex_replace(text, std::regex(R"((href\s*=\s*['"]#|url\(['"]?#))"), fmt::format("$1{}", prefix));
  return text.replace(0, 4, fmt::format("<svg role=\"img\" aria-label=\"{}\"", HtmlText(label)));
}

std::string PageHead(std::string_view title) {
  constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #ffffff; --line: #c8c8c8; --link: #00529b; --soft: #f3f3f3; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #161616; --line: #4a4a4a; --link: #7fbfff; --soft: #242424; }
}
body { margin: 0 auto; padding: 1rem; max-width: 62rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); }
a { color: var(--link); }
h1, h2, h3 { line-height: 1.2; }
table { border-collapse: collapse; font-size: 0.85rem; }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.5rem; text-align: left; vertical-align: top; }
thead th { background: var(--soft); }
.wide { overflow-x: auto; }
.note { font-size: 0.85rem; }
.verdict { font-weight: 700; white-space: nowrap; border-left: 0.5em solid var(--line); padding-left: 0.4em; }
.held { border-color: #009e73; }
.partly { border-color: #e69f00; }
.did-not-hold { border-color: #d55e00; }
.claim { border: 1px solid var(--line); border-radius: 0.4rem; padding: 0.5rem 0.8rem; margin: 0.6rem 0; }
.claim h3 { margin: 0.2rem 0; }
.claim p { margin: 0.3rem 0; }
figure { margin: 1.5rem 0; }
figure svg { width: 100%; height: auto; background: #ffffff; border-radius: 0.3rem; }
:target { outline: 2px solid var(--link); }
@media print {
  :root { --ink: #000000; --paper: #ffffff; --line: #888888; --link: #000000; --soft: #ffffff; }
  body { max-width: none; font-size: 9pt; }
  .claim, figure, tr { break-inside: avoid; }
  .wide { overflow: visible; }
}
)";
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n<title>{}</title>\n"
      "<style>{}</style></head>\n<body>\n",
      HtmlText(title), kStyle);
}

}  // namespace fdskl::report
