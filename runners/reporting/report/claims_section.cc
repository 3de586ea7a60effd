#include "runners/reporting/report/claims_section.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/ledger/ledger_text.h"
#include "runners/reporting/ledger/scope.h"
#include "runners/reporting/ledger/verdict.h"
#include "runners/reporting/report/html.h"

namespace fdskl::report {
namespace {

using results::TheoryCheck;

// The verdict without its scale, and the scale: "did not hold", "at 52,000 of 892,431 rows (gisette part)".
std::pair<std::string, std::string> VerdictAndScale(const std::string& verdict) {
  const std::string words = ledger::VerdictWords(verdict);
  const std::size_t begin = std::min(words.find(" at "), words.find(" ("));
  if (begin == std::string::npos) return {words, ""};
  return {words.substr(0, begin), words.substr(begin + 1)};
}

std::string Badge(const results::ClaimRow& row) {
  return fmt::format("<span class=\"verdict {}\">{}</span>", base::NameOf(ledger::VerdictOf(row.verdict)),
                     HtmlText(VerdictAndScale(row.verdict).first));
}

// The figure that shows the rows; empty when none does.
std::string FigureOf(const ledger::Evidence& evidence) {
  if (const auto* check = std::get_if<TheoryCheck>(&evidence)) {
    if (*check == TheoryCheck::kTheoremOne) return "extra_theorem1";
    return *check == TheoryCheck::kBytes || *check == TheoryCheck::kSeconds ? "extra_appendix_c" : "";
  }
  for (const figures::FigureMaker& maker : figures::PaperFigures())
    if (maker.experiment == std::get<results::Experiment>(evidence)) return std::string(maker.name);
  return "";
}

// Splits a text at "; " outside brackets.
std::vector<std::string> Parts(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0 && text.compare(i, 2, "; ") == 0) {
      parts.emplace_back();
      ++i;
    } else {
      parts.back() += text[i];
    }
  }
  return parts;
}

// The subject that the text begins with at `at`, as a whole word.
std::string SubjectAt(const std::string& text, std::size_t at, std::span<const std::string> subjects) {
  for (const std::string& subject : subjects) {
    const std::size_t end = at + subject.size();
    if (text.compare(at, subject.size(), subject) != 0) continue;
    if (end == text.size() || text[end] == ' ' || text[end] == ':') return subject;
  }
  return "";
}

// "a9a ×0.5, p 0.1, w8a ×2": a line for each subject.
void AddList(const std::string& list, std::span<const std::string> subjects, std::vector<NumberLine>& lines) {
  const std::size_t first = lines.size();
  for (std::size_t at = 0; at < list.size();) {
    const bool begins = at == 0 || list.compare(at - 2, 2, ", ") == 0 || list.compare(at - 2, 2, "; ") == 0;
    if (const std::string subject = begins ? SubjectAt(list, at, subjects) : ""; !subject.empty()) {
      lines.push_back({subject, ""});
      at += subject.size();
      while (at < list.size() && (list[at] == ' ' || list[at] == ':')) ++at;
      continue;
    }
    if (lines.size() == first) lines.push_back({"", ""});
    lines.back().text += list[at++];
  }
  for (std::size_t i = first; i < lines.size(); ++i) {
    while (lines[i].text.ends_with(' ') || lines[i].text.ends_with(',') || lines[i].text.ends_with(';'))
      lines[i].text.pop_back();
  }
}

// The datasets of the tables, and the networks: the subjects that claims list.
std::vector<std::string> Subjects(const stored::Stored& stored) {
  std::set<std::string> names = {"lan", "wan", "intercontinental"};
  for (const results::RunRow& run : stored.runs()) names.insert(run.dataset);
  for (const results::CommRow& row : stored.comm()) names.insert(row.dataset);
  return {names.begin(), names.end()};
}

std::string NumbersHtml(const stored::Stored& stored, const ledger::Claim& claim, const std::string& anchor) {
  std::string html =
      "<div class=\"wide\"><table><thead><tr><th scope=\"col\">about</th><th scope=\"col\">measured</th>"
      "</tr></thead><tbody>\n";
  std::string_view numbers = claim.row.numbers;
  if (numbers.ends_with('.')) numbers.remove_suffix(1);
  for (const NumberLine& line : NumberLines(std::string(numbers), Subjects(stored))) {
    html += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n",
                        line.about.empty() ? "all" : HtmlText(line.about), HtmlLink(anchor, line.text));
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::vector<NumberLine> NumberLines(const std::string& numbers, std::span<const std::string> subjects) {
  std::vector<NumberLine> lines;
  for (const std::string& part : Parts(numbers)) {
    const std::size_t open = part.find(" (");
    if (open == std::string::npos || SubjectAt(part, open + 2, subjects).empty()) {
      lines.push_back({"", part});
      continue;
    }
    // Text after the list belongs to the text before it.
    const std::size_t close = part.rfind(')');
    lines.push_back({"", part.substr(0, open) + part.substr(close + 1)});
    AddList(part.substr(open + 2, close - open - 2), subjects, lines);
  }
  return lines;
}

std::string CountsHtml(std::span<const results::ClaimRow> rows) {
  const auto claims = ledger::ByClaim(rows);
  std::string html = "<p>";
  for (const auto& entry : base::kNames<ledger::Verdict>.table) {
    const ledger::Verdict verdict = entry.first;
    const std::string_view name = entry.second;
    const auto count = std::ranges::count_if(
        claims, [&](const auto& claim) { return ledger::VerdictOf(claim.front().verdict) == verdict; });
    html += fmt::format("<span class=\"count {}\"><b>{}</b> {}</span>", name, count, ledger::VerdictWords(name));
  }
  html += "</p>\n";
  if (const auto arms = ledger::ArmsIn(rows); !arms.empty()) {
    html += fmt::format("<p class=\"note\">{} claims. Of one that is judged by arm, the verdict for {} counts.</p>\n",
                        claims.size(), HtmlText(arms.front()->title));
  }
  return html;
}

std::string VerdictsHtml(std::span<const results::ClaimRow> rows) {
  const std::vector<cell::ArmRef> arms = ledger::ArmsIn(rows);
  tables::Table by_arm{
      .name = "verdicts-by-arm", .title = "Claims about FDSKL's runs", .header = {"the paper says"}, .rows = {}};
  for (const cell::ArmRef arm : arms) by_arm.header.push_back(arm->title);
  by_arm.header.emplace_back("scale");
  tables::Table others{.name = "verdicts-of-others",
                       .title = "Other claims",
                       .header = {"the paper says", "verdict", "scale"},
                       .rows = {}};
  const auto anchor = [&](const results::ClaimRow& row) { return fmt::format("claim-{}", &row - rows.data() + 1); };
  const auto verdict = [&](const results::ClaimRow& row) {
    return tables::TableCell{.text = VerdictAndScale(row.verdict).first,
                             .anchor = anchor(row),
                             .tone = std::string(base::NameOf(ledger::VerdictOf(row.verdict)))};
  };
  for (const auto& claim : ledger::ByClaim(rows)) {
    const results::ClaimRow& first = claim.front();
    std::vector<tables::TableCell> cells = {{.text = first.paper, .anchor = anchor(first)}};
    if (first.arm) {
      for (const cell::ArmRef arm : arms) {
        const auto row = std::ranges::find(claim, arm->name, &results::ClaimRow::arm);
        cells.push_back(row == claim.end() ? tables::TableCell{} : verdict(*row));
      }
    } else {
      cells.push_back(verdict(first));
    }
    cells.push_back({.text = VerdictAndScale(first.verdict).second});
    (first.arm ? by_arm : others).rows.push_back(std::move(cells));
  }
  return (by_arm.rows.empty() ? "" : HtmlTable(by_arm)) + HtmlTable(others);
}

std::string ClaimHtml(const stored::Stored& stored, const ledger::Claim& claim, std::size_t number,
                      std::map<std::string, std::string>& figures) {
  std::string first;
  std::vector<std::string> links;
  std::string figure;
  for (const ledger::Evidence& evidence : claim.evidence) {
    const std::string anchor = ledger::AnchorOf(stored, evidence);
    if (anchor.empty()) continue;
    if (first.empty()) first = anchor;
    links.push_back(HtmlLink(anchor, ledger::NameOf(evidence)));
    const std::string name = FigureOf(evidence);
    const auto found = figures.find(name);
    if (found == figures.end()) continue;
    // An empty text means that an earlier claim shows the figure.
    figure += found->second.empty() ? fmt::format("<p class=\"note\">Figure: {}.</p>\n", HtmlLink(name, name))
                                    : std::exchange(found->second, "");
  }
  const results::ClaimRow& row = claim.row;
  std::string test = HtmlText(row.test);
  if (row.p_value) test += fmt::format("; p = {:.3g}", *row.p_value);
  if (row.effect) test += fmt::format("; effect = {:.3g}", *row.effect);
  if (row.low && row.high) test += fmt::format(" ({:.3g} to {:.3g})", *row.low, *row.high);
  return fmt::format(
      "<article class=\"claim {}\" id=\"claim-{}\"><h3>{}{}: {} <span class=\"soft\">{}</span></h3>\n"
      "<blockquote>{}</blockquote>\n{}{}<p class=\"note\">Rows: {}. Data: {}.</p>\n"
      "<details><summary>Rule and test</summary><p class=\"note\">Rule: {}</p><p class=\"note\">Test: {}.</p></details>"
      "</article>\n",
      base::NameOf(ledger::VerdictOf(row.verdict)), number, HtmlText(row.claim),
      row.arm ? ", arm " + HtmlText(*row.arm) : "", Badge(row), HtmlText(VerdictAndScale(row.verdict).second),
      HtmlText(row.paper), NumbersHtml(stored, claim, first), figure,
      links.empty() ? "none" : fmt::format("{}", fmt::join(links, ", ")), HtmlText(ledger::DataWords(row)),
      HtmlText(row.rule), test);
}

}  // namespace fdskl::report
