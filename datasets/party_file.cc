#include "datasets/party_file.h"

#include <algorithm>
#include <unordered_map>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "base/text.h"
#include "base/toml.h"

namespace fdskl::datasets {

// base::ReadValue() for lists finds this through the type's namespace.
void ReadValue(const toml::node& node, Feature& feature) {
  if (!node.is_table()) base::FailToRead(node, "a table");
  base::ReadMembers(*node.as_table(), "", "key of a feature", [&](const auto& visit) {
    visit("name", feature.name, "");
    visit("categories", feature.categories, "");
  });
}

namespace {

// Errors: Error with both places of an id that occurs twice.
void CheckIds(const RowIds& ids, const std::filesystem::path& file) {
  std::unordered_map<std::string_view, std::size_t> first;
  for (std::size_t i = 0; i < ids.ids.size(); ++i) {
    const auto [at, fresh] = first.emplace(ids.ids[i], i);
    if (fresh) continue;
    base::Fail("{}: {} and {} have the same id; a party's ids must each stand once", file.string(),
               ids.places[at->second], ids.places[i]);
  }
}

PartyTable Read(const std::filesystem::path& file, Reader reader, const TableFormat& format, Task task,
                const Coding& coding) {
  PartyTable table;
  table.coding = coding;
  std::vector<base::DenseMatrix> blocks;
  RowIds ids;
  ReadTable(
      *OpenTable(file, reader), format, coding, task,
      [&](const RowBlock& block) {
        blocks.push_back(block.x.dense());
        table.labels.insert(table.labels.end(), block.labels.begin(), block.labels.end());
      },
      &ids);
  CheckIds(ids, file);
  table.x.resize(std::ssize(ids.ids), coding.columns());
  Eigen::Index row = 0;
  for (const base::DenseMatrix& block : blocks) {
    table.x.middleRows(row, block.rows()) = block;
    row += block.rows();
  }
  table.ids = std::move(ids.ids);
  if (format.label.empty()) table.labels.clear();
  return table;
}

std::string TextOf(const Coding& coding) {
  std::string text = "# The columns that this party's part of the model was trained on.\n";
  for (const Feature& feature : coding.features) {
    text += fmt::format("[[feature]]\nname = {}\ncategories = [", base::QuotedToml(feature.name));
    for (const std::string& category : feature.categories) text += fmt::format("{}, ", base::QuotedToml(category));
    text += "]\n";
  }
  return text;
}

Coding CodingFrom(std::string_view text, const std::string& source) {
  const toml::table table = base::ParseToml(text, source);
  Coding coding;
  base::ReadMembers(table, source, "key", [&](const auto& visit) { visit("feature", coding.features, ""); });
  return coding;
}

// Errors: Error unless the coding can be stored and read again. Names that are not UTF-8 cannot.
void CheckStorable(const Coding& coding, const std::filesystem::path& file) try {
  CodingFrom(TextOf(coding), file.string());
} catch (const base::Error&) {
  base::Fail("{}: the names of columns and categories must be UTF-8; convert the file, for example by iconv",
             file.string());
}

// What is read of a party's file may not be quoted: messages may be sent to other hosts.
TableFormat WithoutQuotes(TableFormat format) {
  format.quotes_values = false;
  return format;
}

}  // namespace

PartyTable ReadPartyFile(const std::filesystem::path& file, const Party& party, Task task) {
  const TableFormat format = WithoutQuotes(party.format);
  TableSurvey survey(format, task);
  survey.See(*OpenTable(file, party.reader));
  PartyTable table = Read(file, party.reader, format, task, survey.Finish());
  CheckStorable(table.coding, file);
  try {
    if (!table.labels.empty() && task == Task::kClassification) ToSigns(table.labels);
  } catch (const base::Error& error) {
    base::Fail("{}: {}", file.string(), error.what());
  }
  return table;
}

PartyTable ReadNewRows(const std::filesystem::path& file, const Party& party, const Coding& coding) {
  TableFormat format = WithoutQuotes(party.format);
  format.label.clear();
  format.dropped.clear();
  const std::vector<std::string> names = OpenTable(file, party.reader)->names();
  std::vector<std::string> unused = party.format.dropped;
  if (!party.format.label.empty()) unused.push_back(party.format.label);
  for (const std::string& name : unused) {
    if (std::ranges::find(names, name) != names.end()) format.dropped.push_back(name);
  }
  return Read(file, party.reader, format, Task::kRegression, coding);
}

PartyTable RowsOf(const PartyTable& table, const std::vector<std::int32_t>& rows) {
  PartyTable result;
  result.coding = table.coding;
  result.x.resize(std::ssize(rows), table.x.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.x.row(static_cast<Eigen::Index>(i)) = table.x.row(rows[i]);
    result.ids.push_back(table.ids[base::Index(rows[i])]);
    if (!table.labels.empty()) result.labels.push_back(table.labels[base::Index(rows[i])]);
  }
  return result;
}

void WriteCoding(const std::filesystem::path& file, const Coding& coding) {
  base::AtomicFile whole(file);
  std::filesystem::permissions(whole.temp_path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  base::WriteText(whole.temp_path(), TextOf(coding));
  whole.Commit();
}

Coding ReadCoding(const std::filesystem::path& file) { return CodingFrom(base::ReadText(file), file.string()); }

}  // namespace fdskl::datasets
