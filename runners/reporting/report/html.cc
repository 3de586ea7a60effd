#include "runners/reporting/report/html.h"

#include <fmt/format.h>

#include <regex>

#include "runners/reporting/report/page_assets.h"

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
      case '\'':
        html += "&#39;";
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
  std::string html = fmt::format(
      "<div class=\"wide\" role=\"region\" aria-label=\"{0}\" tabindex=\"0\"><table class=\"sortable\" "
      "id=\"{1}\"><caption>{0}</caption><thead><tr>",
      HtmlText(table.title), HtmlText(table.name));
  for (const std::string& name : table.header) html += fmt::format("<th scope=\"col\">{}</th>", HtmlText(name));
  html += "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) html += HtmlRow(row);
  html += "</tbody></table></div>\n";
  for (const std::string& note : table.notes) html += fmt::format("<p class=\"note\">{}</p>\n", HtmlText(note));
  return html;
}

std::string HtmlRow(const std::vector<tables::TableCell>& cells) {
  std::string html = "<tr>";
  for (const tables::TableCell& cell : cells) {
    // A mean and its deviation stay on one line.
    std::string text = std::regex_replace(HtmlLink(cell.anchor, cell.text), std::regex(" ± "), "&nbsp;±&nbsp;");
    if (!cell.tone.empty()) text = fmt::format("<span class=\"verdict {}\">{}</span>", HtmlText(cell.tone), text);
    // A cell and a row end where the next begins; their end tags would be a tenth of the page.
    html += cell.best ? fmt::format("<td><strong>{}</strong>", text)
                      : fmt::format("<td>{}{}", text, cell.not_worse ? "&nbsp;†" : "");
  }
  return html + '\n';
}

std::string FilterForm(std::string_view table, std::span<const char* const> columns) {
  std::string html = fmt::format(
      "<form class=\"tools\" id=\"{0}-filter\" data-table=\"{0}\" hidden aria-label=\"Filter\">\n", HtmlText(table));
  for (const std::string_view column : columns) {
    html += fmt::format("<label>{0} <select name=\"{0}\"><option value=\"\">all</option></select></label>\n",
                        HtmlText(column));
  }
  return html +
         "<label>words <input name=\"words\" type=\"search\" placeholder=\"any text\"></label>\n"
         "<button type=\"reset\">Show all</button> <output aria-live=\"polite\"></output></form>\n";
}

std::string JsonScript(std::string_view id, std::string_view json) {
  std::string text;
  for (const char c : json) text += c == '<' ? "\\u003c" : std::string(1, c);
  return fmt::format("<script type=\"application/json\" id=\"{}\">{}</script>\n", HtmlText(id), text);
}

namespace {

// "rgb( 0, 67, 107)" as "#00436b".
std::string ShortColours(const std::string& text) {
  static const std::regex kColour(R"(rgb\( *(\d+), *(\d+), *(\d+)\))");
  std::string result;
  auto end = text.begin();
  for (std::sregex_iterator match(text.begin(), text.end(), kColour), none; match != none; ++match) {
    result.append(end, (*match)[0].first);
    result +=
        fmt::format("#{:02x}{:02x}{:02x}", std::stoi((*match)[1]), std::stoi((*match)[2]), std::stoi((*match)[3]));
    end = (*match)[0].second;
  }
  return result.append(end, text.end());
}

}  // namespace

std::string InlineSvg(std::string_view svg, std::string_view prefix, std::string_view label) {
  const std::size_t begin = svg.find("<svg");
  std::string text(begin == std::string_view::npos ? "" : svg.substr(begin));
  text = std::regex_replace(text, std::regex(R"((\sid\s*=\s*['"]))"), fmt::format("$1{}", prefix));
  text = std::regex_replace(text, std::regex(R"((href\s*=\s*['"]#|url\(['"]?#))"), fmt::format("$1{}", prefix));
  // Remove what draws nothing: descriptions, names of plots, empty groups, blanks between tags. Shorten the rest.
  text = std::regex_replace(text, std::regex(R"(<title>[^<]*</title>|<desc>[^<]*</desc>)"), "");
  text = std::regex_replace(text, std::regex(R"(\s+)"), " ");
  text = std::regex_replace(text, std::regex(R"(> <)"), "><");
  text = std::regex_replace(text, std::regex(R"(<g id=['"][^'"]*gnuplot_plot[^'"]*['"] ?>)"), "<g>");
  text = std::regex_replace(text, std::regex(" xlink:href="), " href=");
  text = ShortColours(text);
  for (std::size_t before = 0; before != text.size();) {
    before = text.size();
    text = std::regex_replace(text, std::regex(R"(<g(?![^>]*id=)[^>]*></g>)"), "");
  }
  // gnuplot repeats these with every line; said once, they are inherited.
  text = std::regex_replace(
      text, std::regex("<g fill=\"none\"([^>]*) stroke-linecap=\"round\" stroke-linejoin=\"round\">"), "<g$1>");
  return text.replace(0, 4,
                      fmt::format("<svg role=\"img\" aria-label=\"{}\" fill=\"none\" stroke-linecap=\"round\" "
                                  "stroke-linejoin=\"round\"",
                                  HtmlText(label)));
}

std::string HtmlPage(std::string_view title, std::string_view lead, std::span<const Section> sections) {
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\">\n<meta http-equiv=\"Content-Security-Policy\" "
      "content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\">\n"
      "<link rel=\"icon\" href=\"data:,\">\n<title>{0}</title>\n<style>{1}</style></head>\n<body>\n"
      "<a class=\"skip\" href=\"#main\">Skip to the content</a>\n<header><h1>{0}</h1>\n{2}\n"
      "<button type=\"button\" id=\"theme\" hidden>Dark or light</button></header>\n"
      "<nav aria-label=\"Sections\"><ul>",
      HtmlText(title), kPageStyle, lead);
  for (const Section& section : sections) page += fmt::format("<li>{}</li>", HtmlLink(section.id, section.title));
  page += "</ul></nav>\n<main id=\"main\">\n";
  for (const Section& section : sections) {
    page += fmt::format("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n{2}</section>\n",
                        HtmlText(section.id), HtmlText(section.title), section.content);
  }
  return page + fmt::format("</main>\n<script>{}</script>\n</body></html>\n", kPageScript);
}

}  // namespace fdskl::report
