#include "runners/reporting/compare/compare_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/statistics.h"
#include "base/text.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/report/html.h"
#include "runners/reporting/tables/paper_tables.h"

namespace fdskl::compare {
namespace {

using report::HtmlText;
using tables::Table;
using tables::TableCell;

TableCell Badge(Judgement judgement) {
  const std::string name(base::NameOf(judgement));
  return {.text = name, .tone = name};
}

// The columns that name a variant, the first ones of a row.
constexpr std::array kPlaceColumns = {"dataset", "edition", "arm", "variant", "rows", "workers"};
std::vector<TableCell> PlaceCells(const Place& place, const std::string& variant) {
  return {{place.dataset},
          {place.edition},
          {place.arm},
          {variant},
          {base::Thousands(place.rows)},
          {fmt::format("{}", place.workers)}};
}

Table PlacesTable(const std::string& name, const std::string& title, const std::vector<std::string>& columns) {
  Table table{.name = name, .title = title, .header = {"result"}, .rows = {}};
  table.header.insert(table.header.end(), kPlaceColumns.begin(), kPlaceColumns.end());
  table.header.insert(table.header.end(), columns.begin(), columns.end());
  return table;
}

void AddRow(Table& table, Judgement judgement, const Place& place, const std::string& variant,
            const std::vector<std::string>& texts) {
  std::vector<TableCell>& row = table.rows.emplace_back();
  row.push_back(Badge(judgement));
  for (TableCell& cell : PlaceCells(place, variant)) row.push_back(std::move(cell));
  for (const std::string& text : texts) row.push_back({text});
}

std::string ChangesHtml(const Comparison& comparison) {
  std::string html = "<p>";
  for (const auto& [judgement, name] : base::kNames<Judgement>.table) {
    if (judgement == Judgement::kSame) continue;
    const auto count = std::ranges::count(comparison.changes, judgement, &Change::judgement);
    html += fmt::format("<span class=\"count {}\"><b>{}</b> {}</span>", name, count, name);
  }
  html += fmt::format("</p>\n<p>{}.</p>\n", HtmlText(Summary(comparison)));
  if (comparison.changes.empty()) return html + "<p>Nothing changed.</p>\n";
  Table table = PlacesTable("changes-table", "What changed, the gravest first", {"what", "A", "B", "how"});
  for (const Change& change : comparison.changes)
    AddRow(table, change.judgement, change.place, change.variant, {change.what, change.a, change.b, change.detail});
  constexpr std::array kFiltered = {"result", "dataset", "arm", "what"};
  return html + report::FilterForm(table.name, kFiltered) + report::HtmlTable(table);
}

// B compared with A: the difference of their means, or the ratio.
std::string Beside(const Variant::Values& values, bool ratio) {
  if (values.a.empty()) return "";
  const double a = base::Mean(values.a);
  const double b = base::Mean(values.b);
  if (!ratio) return fmt::format("{:+.2f}", b - a);
  return a > 0 ? fmt::format("{:.2f}", b / a) : "";
}

std::string VariantsHtml(const Comparison& comparison) {
  Table table =
      PlacesTable("variants-table", "Every variant that both folders have, over the splits that are ok in both",
                  {"splits", "error A %", "error B %", "B − A", "seconds A", "seconds B", "seconds B / A", "MB A",
                   "MB B", "MB B / A"});
  const auto text = [](const std::vector<double>& values, int decimals) {
    return values.empty() ? "" : base::MeanAndDeviation(values, decimals);
  };
  for (const Variant& variant : comparison.variants) {
    const Variant::Values& errors = variant.errors;
    const Variant::Values& seconds = variant.seconds;
    const Variant::Values& sent = variant.megabytes;
    AddRow(table, variant.judgement, variant.place, variant.variant,
           {fmt::format("{}", variant.splits), text(errors.a, 2), text(errors.b, 2), Beside(errors, false),
            text(seconds.a, 2), text(seconds.b, 2), Beside(seconds, true), text(sent.a, 3), text(sent.b, 3),
            Beside(sent, true)});
  }
  table.notes = {"Means over splits, with one standard deviation. Seconds are empty where the times do not compare."};
  constexpr std::array kFiltered = {"result", "dataset", "arm"};
  return report::FilterForm(table.name, kFiltered) + report::HtmlTable(table);
}

// Whether a row of VerdictsTable() is about a claim whose verdicts differ.
bool Differs(const std::vector<TableCell>& row) { return row.front().text != base::NameOf(Judgement::kSame); }

// The claims of both folders by name and arm, those whose verdicts differ first.
Table VerdictsTable(const Folder& a, const Folder& b) {
  using Key = std::pair<std::string, std::string>;
  const auto verdicts = [](const Folder& folder) {
    std::map<Key, std::string> found;
    for (const ledger::Claim& claim : ledger::Ledger(folder.stored))
      found[{claim.row.claim, claim.row.arm.value_or("")}] = claim.row.verdict;
    return found;
  };
  const auto in_a = verdicts(a);
  const auto in_b = verdicts(b);
  std::set<Key> all;
  for (const auto* verdicts_of_one : {&in_a, &in_b})
    for (const auto& [key, verdict] : *verdicts_of_one) all.insert(key);
  Table table{.name = "verdicts-table",
              .title = "The paper's claims, judged from the rows of each folder",
              .header = {"result", "claim", "arm", "A", "B"},
              .rows = {}};
  const auto badge = [](const std::map<Key, std::string>& found, const Key& key) -> TableCell {
    const auto verdict = found.find(key);
    if (verdict == found.end()) return {.text = "-"};
    return {.text = ledger::VerdictWords(verdict->second),
            .tone = std::string(base::NameOf(ledger::VerdictOf(verdict->second)))};
  };
  for (const Key& key : all) {
    const TableCell before = badge(in_a, key);
    const TableCell after = badge(in_b, key);
    const Judgement judgement = before.text == "-"          ? Judgement::kNew
                                : after.text == "-"         ? Judgement::kMissing
                                : before.text == after.text ? Judgement::kSame
                                                            : Judgement::kChanged;
    table.rows.push_back({Badge(judgement), {key.first}, {key.second}, before, after});
  }
  std::stable_partition(table.rows.begin(), table.rows.end(), Differs);
  return table;
}

std::string OriginHtml(const Folder& a, const Folder& b, const Rules& rules) {
  Table table{.name = "folders-table",
              .title = "Where the rows are from",
              .header = {"side", "folder", "rows", "processor", "compiler", "flags", "commit"},
              .rows = {}};
  for (const Folder* folder : {&a, &b}) {
    std::array<std::set<std::string>, 4> values;
    for (const results::RunRow& run : folder->stored.runs()) {
      values[0].insert(run.cpu);
      values[1].insert(run.compiler);
      values[2].insert(run.flags);
      values[3].insert(run.commit + (run.dirty ? ", and changes" : ""));
    }
    std::vector<TableCell>& row = table.rows.emplace_back();
    row = {{folder == &a ? "A" : "B"},
           {folder->name},
           {base::Thousands(static_cast<std::int64_t>(folder->stored.runs().size()))}};
    for (const std::set<std::string>& texts : values) row.push_back({fmt::format("{}", fmt::join(texts, "; "))});
  }
  table.notes = {
      fmt::format("B is worse where a cell was ok and is not, or is missing; where the mean error rose by more than {} "
                  "points; or where the mean time rose by more than a factor of {}. With three splits or more, errors "
                  "and times count only with p < 0.05: corrected t over splits, t of the logarithms of the times, each "
                  "with Holm's correction over all variants.",
                  rules.margin, rules.slower),
      "Variants belong together when dataset, edition, rows, arm and settings agree; where one is left on either side, "
      "those two are compared, and their settings are among the changes. Of a cell, the newest row counts."};
  return report::HtmlTable(table);
}

}  // namespace

std::string ComparePage(const Folder& a, const Folder& b, const Comparison& comparison, const Rules& rules) {
  const Table verdicts = VerdictsTable(a, b);
  const std::array<report::Section, 4> sections = {{{"changes", "Changes", ChangesHtml(comparison)},
                                                    {"verdicts", "Verdicts", report::HtmlTable(verdicts)},
                                                    {"variants", "All variants", VariantsHtml(comparison)},
                                                    {"origin", "Folders and rules", OriginHtml(a, b, rules)}}};
  const bool worse = comparison.worse > 0;
  const std::string lead = fmt::format(
      "<p class=\"soft\">What changed from A, {}, to B, {}.</p>\n<p><span class=\"verdict {}\">{}</span>; {} of {} "
      "verdicts on the paper's claims differ.</p>",
      HtmlText(a.name), HtmlText(b.name), worse ? "worse" : "held",
      worse ? "B is worse than A in places" : "B is nowhere worse than A",
      std::ranges::count_if(verdicts.rows, Differs), verdicts.rows.size());
  return report::HtmlPage("FDSKL: two results folders compared", lead, sections);
}

}  // namespace fdskl::compare
