#include "datasets/catalogue_file.h"

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "base/toml.h"

namespace fdskl::datasets {

// base::ReadValue() for lists finds this through the type's namespace.
void ReadValue(const toml::node& node, SourceFile& file) {
  if (node.is_string()) return base::ReadValue(node, file.name);
  if (!node.is_table()) base::FailToRead(node, "a file's name, or a table with its name");
  base::ReadMembers(*node.as_table(), "", "key of a file", [&](const auto& visit) {
    visit("name", file.name, "");
    visit("sha256", file.sha256, "");
    visit("text_sha256", file.text_sha256, "");
    visit("address", file.address, "");
    visit("offer", file.offer, "");
    visit("offered_sha256", file.offered_sha256, "");
    visit("by_hand", file.by_hand, "");
  });
  if (file.name.empty()) base::Fail("a file needs a name");
}

namespace {

// A value as it is written in the data: text, or a number, which need not be quoted.
struct Token {
  std::string text;

  friend void ReadValue(const toml::node& node, Token& token) {
    if (const auto whole = node.value_exact<std::int64_t>()) {
      token.text = fmt::format("{}", *whole);
    } else if (const auto number = node.value_exact<double>()) {
      token.text = fmt::format("{}", *number);
    } else {
      base::ReadValue(node, token.text);
    }
  }
};

template <class Visit>
void VisitFormat(TableFormat& format, const Visit& visit) {
  visit("label", format.label, "");
  std::optional<Token> positive;
  visit("positive", positive, "");
  if (positive) format.positive = positive->text;
  visit("id", format.id, "");
  visit("drop", format.dropped, "");
  std::optional<std::vector<Token>> missing;
  visit("missing", missing, "");
  if (missing) {
    format.missing.clear();
    for (const Token& token : *missing) format.missing.push_back(token.text);
  }
  visit("categories", format.categories, "");
}

// `rows` and `columns` belong to the entry when its table contains the source.
template <class Visit>
void VisitSource(Source& source, std::optional<Reader>& reader, const Visit& visit) {
  visit("positives", source.positives, "");
  visit("reader", reader, "");
  VisitFormat(source.format, visit);
  visit("files", source.files, "");
  visit("test_files", source.test_files, "");
  visit("note", source.note, "");
}

template <class Visit>
void VisitEntry(CatalogueEntry& entry, const Visit& visit) {
  visit("rows", entry.rows, "");
  visit("columns", entry.columns, "");
  visit("positive_share", entry.positive_share, "");
  visit("density", entry.density, "");
  visit("missing_share", entry.missing_share, "");
  visit("task", entry.task, "");
  visit("scaling", entry.scaling, "");
  visit("unit_rows", entry.unit_rows, "");
}

// A table within another, and its place in the file.
struct Section {
  std::string name;
  const toml::table* table;
};

// The tables within `table`, in the order of the file. Errors: Error when one of its values is not a table.
std::vector<Section> Sections(const toml::table& table, std::string_view source, std::string_view what) {
  std::vector<Section> sections;
  for (const auto& [key, node] : table) {
    if (!node.is_table()) {
      base::Fail("{}: '{}' must be a table: {}", base::Where(source, node), key.str(), what);
    }
    sections.push_back({std::string(key.str()), node.as_table()});
  }
  const auto place = [](const Section& section) {
    // A table without a header of its own, as [a] when only [a.b] is written, has the place of its first table.
    auto at = section.table->source().begin;
    for (const auto& [key, node] : *section.table) {
      if (at.line == 0 || (node.source().begin.line != 0 && node.source().begin < at)) at = node.source().begin;
    }
    return std::pair(at.line, at.column);
  };
  std::ranges::stable_sort(sections, {}, place);
  return sections;
}

void CheckName(std::string_view what, std::string_view name, const std::string& where) {
  const auto fits = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_'; };
  if (!name.empty() && std::ranges::all_of(name, fits)) return;
  base::Fail("{}: the name of a {} has letters, digits, - and _ only, not '{}'", where, what, name);
}

// Reads one dataset's table.
class EntryReader {
 public:
  EntryReader(const Section& section, std::string_view source, const std::filesystem::path& folder)
      : table_(*section.table), source_(source) {
    entry_.name = section.name;
    entry_.folder = folder;
  }

  CatalogueEntry Read() {
    CheckName("dataset", entry_.name, Where());
    for (const auto& [key, node] : table_) {
      if (node.is_table() && key != "party" && key != "holds") {
        constexpr std::array<std::string_view, 2> kTables = {"party", "holds"};
        base::Fail("{}: {}", base::Where(source_, node), base::UnknownName("table of a dataset", key.str(), kTables));
      }
    }
    if (const toml::node* parties = table_.get("party")) {
      ReadParties(*parties);
    } else if (const toml::node* sources = table_.get("source")) {
      ReadSources(*sources);
    } else {
      ReadOnlySource();
    }
    if (const toml::node* holds = table_.get("holds")) ReadHolds(*holds);
    return std::move(entry_);
  }

 private:
  std::string Where() const { return base::Where(source_, table_); }

  template <class... Args>
  [[noreturn]] void Fail(fmt::format_string<Args...> format, Args&&... args) const {
    base::Fail("{}: [{}] {}", Where(), entry_.name, fmt::format(format, std::forward<Args>(args)...));
  }

  void Check(const Source& source) const {
    if (source.files.empty()) Fail("names no files: files = [\"...\"]");
    if (source.rows < 0 || source.columns < 0) Fail("has negative rows or columns");
    Check(source.reader, source.format);
    if (source.reader != Reader::kLibsvm && source.format.label.empty()) {
      Fail("names no label: label = \"NAME\", the column that is to be predicted");
    }
  }

  void Check(Reader reader, const TableFormat& format) const {
    if (reader == Reader::kLibsvm && (!format.label.empty() || !format.id.empty() || !format.dropped.empty())) {
      Fail("is LIBSVM text, which has no named columns: label, id and drop are for reader = \"csv\" or \"arrow\"");
    }
    if (!format.id.empty() && format.id == format.label) Fail("names '{}' as its label and as its id", format.id);
  }

  // Reads several editions, each with its files.
  void ReadSources(const toml::node& node) {
    if (!node.is_array()) Fail("source must be a list of tables: [[{}.source]]", entry_.name);
    base::ReadMembers(table_, source_, "key of a dataset", [&](const auto& visit) {
      VisitEntry(entry_, visit);
      Skipped skipped;
      visit("source", skipped, "");
    });
    for (const toml::node& item : *node.as_array()) {
      if (!item.is_table()) Fail("source must be a list of tables: [[{}.source]]", entry_.name);
      Source& source = entry_.sources.emplace_back();
      std::optional<Reader> reader;
      base::ReadMembers(*item.as_table(), source_, "key of a source", [&](const auto& visit) {
        visit("edition", source.edition, "");
        visit("rows", source.rows, "");
        visit("columns", source.columns, "");
        VisitSource(source, reader, visit);
      });
      source.reader = reader.value_or(Reader::kLibsvm);
      Check(source);
    }
  }

  void ReadOnlySource() {
    Source& source = entry_.sources.emplace_back();
    std::optional<Reader> reader;
    base::ReadMembers(table_, source_, "key of a dataset", [&](const auto& visit) {
      VisitEntry(entry_, visit);
      VisitSource(source, reader, visit);
    });
    source.rows = entry_.rows;
    source.columns = entry_.columns;
    if (source.files.empty()) Fail("names no files: files = [\"...\"], or [{}.party.NAME] for each party", entry_.name);
    source.reader = reader.value_or(ReaderOf(source.files.front().name));
    Check(source);
  }

  void ReadParties(const toml::node& node) {
    if (!node.is_table()) Fail("party must be a table: [{}.party.NAME] for each party", entry_.name);
    TableFormat common;
    base::ReadMembers(table_, source_, "key of a dataset that parties keep", [&](const auto& visit) {
      visit("ids", entry_.ids, "");
      visit("task", entry_.task, "");
      visit("scaling", entry_.scaling, "");
      VisitFormat(common, visit);
    });
    if (!common.label.empty())
      Fail("says of no party that it has the label: it belongs to [{}.party.NAME]", entry_.name);
    for (const Section& section : Sections(*node.as_table(), source_, fmt::format("[{}.party.NAME]", entry_.name))) {
      Party party{.name = section.name, .format = common};
      CheckName("party", party.name, base::Where(source_, *section.table));
      std::optional<Reader> reader;
      base::ReadMembers(*section.table, source_, "key of a party", [&](const auto& visit) {
        visit("file", party.file, "");
        visit("reader", reader, "");
        VisitFormat(party.format, visit);
      });
      const auto fail = [&](std::string_view what) {
        base::Fail("{}: party {} of {} {}", base::Where(source_, *section.table), party.name, entry_.name, what);
      };
      if (party.file.empty()) fail("names no file: file = \"...\"");
      party.reader = reader.value_or(ReaderOf(party.file));
      if (party.reader == Reader::kLibsvm)
        fail("must have a CSV or Arrow file: LIBSVM text has no ids to match rows by");
      if (party.format.id.empty()) fail("names no column of ids: id = \"NAME\"");
      Check(party.reader, party.format);
      entry_.parties.push_back(std::move(party));
    }
    if (entry_.parties.size() < 2) Fail("has {} party; two or more are needed", entry_.parties.size());
    // Workers with labels come first, as in all methods.
    std::ranges::stable_sort(entry_.parties, {}, [](const Party& party) { return party.format.label.empty(); });
    if (entry_.parties.front().format.label.empty()) {
      Fail("has no party with labels: one names its label = \"NAME\"");
    }
  }

  void ReadHolds(const toml::node& node) {
    if (!entry_.parties.empty()) Fail("has parties with files: what each holds is what is in its file, not `holds`");
    std::vector<std::pair<toml::source_position, NamedColumns>> found;
    for (const auto& [party, columns] : *node.as_table()) {
      NamedColumns named{std::string(party.str()), {}};
      try {
        base::ReadValue(columns, named.columns);
      } catch (const base::Error& error) {
        base::Fail("{}: holds: {}: {}", base::Where(source_, columns), party.str(), error.what());
      }
      if (named.columns.empty()) base::Fail("{}: {} holds no column", base::Where(source_, columns), named.party);
      found.emplace_back(columns.source().begin, std::move(named));
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto& [place, named] : found) entry_.dealt.push_back(std::move(named));
  }

  // A member for a key that is read elsewhere.
  struct Skipped {
    friend void ReadValue(const toml::node& /*node*/, Skipped& /*value*/) {}
  };

  const toml::table& table_;
  std::string_view source_;
  CatalogueEntry entry_;
};

std::string QuotedList(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += fmt::format("{}{}", list.empty() ? "" : ", ", base::QuotedToml(text));
  return fmt::format("[{}]", list);
}

}  // namespace

std::vector<CatalogueEntry> ReadCatalogue(std::string_view text, const std::filesystem::path& file) {
  const std::string source = file.string();
  const toml::table whole = base::ParseToml(text, source);
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  std::vector<CatalogueEntry> entries;
  for (const Section& section : Sections(whole, source, "[NAME], one for each dataset")) {
    entries.push_back(EntryReader(section, source, folder).Read());
  }
  return entries;
}

std::string PartiesText(const CatalogueEntry& entry) {
  FDSKL_REQUIRE(!entry.parties.empty());
  std::string text = fmt::format("[{}]\nids = \"{}\"\ntask = \"{}\"\nscaling = \"{}\"\n", entry.name,
                                 base::NameOf(entry.ids), base::NameOf(entry.task), base::NameOf(entry.scaling));
  for (const Party& party : entry.parties) {
    const TableFormat& format = party.format;
    text += fmt::format(
        "[{}.party.{}]\nfile = {}\nreader = \"{}\"\nid = {}\ndrop = {}\nmissing = {}\ncategories = \"{}\"\n",
        entry.name, party.name, base::QuotedToml((entry.folder / party.file).string()), base::NameOf(party.reader),
        base::QuotedToml(format.id), QuotedList(format.dropped), QuotedList(format.missing),
        base::NameOf(format.categories));
    if (!format.label.empty()) text += fmt::format("label = {}\n", base::QuotedToml(format.label));
    if (format.positive) text += fmt::format("positive = {}\n", base::QuotedToml(*format.positive));
  }
  return text;
}

Reader ReaderOf(std::string_view file) {
  for (const std::string_view packed : {".xz", ".bz2", ".gz"}) {
    if (file.ends_with(packed)) file.remove_suffix(packed.size());
  }
  if (file.ends_with(".csv")) return Reader::kCsv;
  const bool arrow = file.ends_with(".arrow") || file.ends_with(".feather") || file.ends_with(".ipc");
  return arrow ? Reader::kArrow : Reader::kLibsvm;
}

}  // namespace fdskl::datasets
