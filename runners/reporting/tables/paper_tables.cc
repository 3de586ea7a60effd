#include "runners/reporting/tables/paper_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdio>
#include <functional>
#include <utility>

#include "base/files.h"
#include "base/text.h"

namespace fdskl::tables {
namespace {

// Replaces every occurrence of the first of each pair by the second, in one pass, so that nothing is replaced twice.
std::string Replaced(std::string_view text, const std::vector<std::pair<std::string_view, std::string_view>>& pairs) {
  std::string result;
  while (!text.empty()) {
    bool found = false;
    for (const auto& [from, to] : pairs) {
      if (text.substr(0, from.size()) != from) continue;
      result += to;
      text.remove_prefix(from.size());
      found = true;
      break;
    }
    if (found) continue;
    result += text[0];
    text.remove_prefix(1);
  }
  return result;
}

std::string MarkdownText(std::string_view text) { return Replaced(text, {{"|", "\\|"}, {"*", "\\*"}, {"\n", " "}}); }

std::string LatexText(std::string_view text) {
  return Replaced(text, {{"\\", "\\textbackslash{}"},
                         {"&", "\\&"},
                         {"%", "\\%"},
                         {"#", "\\#"},
                         {"_", "\\_"},
                         {"$", "\\$"},
                         {"~", "\\textasciitilde{}"},
                         {"^", "\\textasciicircum{}"},
                         {"{", "\\{"},
                         {"}", "\\}"},
                         {">", "$>$"},
                         {"<", "$<$"},
                         {"±", "$\\pm$"},
                         {"×", "$\\times$"},
                         {"†", "$^\\dagger$"},
                         {"\n", " "}});
}

std::string Joined(const std::vector<std::string>& texts, std::string_view between) {
  return fmt::format("{}", fmt::join(texts, between));
}

std::vector<std::string> Each(const std::vector<TableCell>& row,
                              const std::function<std::string(const TableCell&)>& f) {
  std::vector<std::string> texts;
  texts.reserve(row.size());
  for (const TableCell& cell : row) texts.push_back(f(cell));
  return texts;
}

}  // namespace

std::string Markdown(const Table& table) {
  std::string text = fmt::format("**{}**\n\n| {} |\n|{}\n", MarkdownText(table.title), Joined(table.header, " | "),
                                 Joined(std::vector<std::string>(table.header.size(), "---|"), ""));
  for (const auto& row : table.rows) {
    const auto cells = Each(row, [](const TableCell& cell) {
      const std::string plain = MarkdownText(cell.text);
      if (cell.best) return fmt::format("**{}**", plain);
      return cell.not_worse ? plain + " †" : plain;
    });
    text += fmt::format("| {} |\n", Joined(cells, " | "));
  }
  for (const std::string& note : table.notes) text += fmt::format("\n{}\n", note);
  return text;
}

std::string Csv(const Table& table) {
  std::vector<std::string> header;
  for (const std::string& name : table.header) header.push_back(base::CsvField(name));
  std::string text = Joined(header, ",") + "\n";
  for (const auto& row : table.rows) {
    const auto cells = Each(row, [](const TableCell& cell) {
      return base::CsvField(cell.text + (cell.best ? " (best)" : cell.not_worse ? " (not worse)" : ""));
    });
    text += Joined(cells, ",") + "\n";
  }
  return text;
}

std::string Latex(const Table& table) {
  std::vector<std::string> header;
  for (const std::string& name : table.header) header.push_back(LatexText(name));
  std::string text = fmt::format("% {}\n\\begin{{tabular}}{{l{}}}\n\\hline\n{} \\\\\n\\hline\n", table.title,
                                 std::string(table.header.size() - 1, 'r'), Joined(header, " & "));
  for (const auto& row : table.rows) {
    const auto cells = Each(row, [](const TableCell& cell) {
      const std::string plain = LatexText(cell.text);
      if (cell.best) return fmt::format("\\textbf{{{}}}", plain);
      return cell.not_worse ? plain + "$^\\dagger$" : plain;
    });
    text += Joined(cells, " & ") + " \\\\\n";
  }
  text += "\\hline\n\\end{tabular}\n";
  for (const std::string& note : table.notes) text += fmt::format("\n{}\n", LatexText(note));
  return text;
}

std::span<const TableMaker> PaperTables() {
#define FDSKL_LIST_TABLE(function, name, experiment) TableMaker{name, experiment, function},
  static constexpr std::array kTables = {FDSKL_PAPER_TABLES(FDSKL_LIST_TABLE)};
#undef FDSKL_LIST_TABLE
  return kTables;
}

int TablesCommand(const std::filesystem::path& results, const std::filesystem::path& output) {
  const stored::Stored stored(results);
  for (const TableMaker& maker : PaperTables()) {
    const std::string name(maker.name);
    if (const std::optional<Table> table = maker.make(stored)) {
      base::WriteTextWhole(output / (name + ".md"), Markdown(*table));
      base::WriteTextWhole(output / (name + ".csv"), Csv(*table));
      base::WriteTextWhole(output / (name + ".tex"), Latex(*table));
      fmt::print("{}: {}/{}.md, .csv, .tex\n", name, output.string(), name);
    } else {
      fmt::print("{}: {}\n", name, stored::NoRows(maker.experiment));
    }
  }
  return 0;
}

}  // namespace fdskl::tables
