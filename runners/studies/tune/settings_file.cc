#include "runners/studies/tune/settings_file.h"

#include <sstream>

#include "base/files.h"
#include "baselines/methods.h"
#include "datasets/catalogue.h"
#include "runners/cell/defaults.h"
#include "runners/cell/toml_value.h"

namespace fdskl::tune {
namespace {

constexpr std::string_view kHeader =
    "# Settings that a method uses on a dataset unless the command line says otherwise. The keys are the options of\n"
    "# `fdskl run`, with underscores for dashes; an unknown key is an error.\n"
    "#\n"
    "# Written by `fdskl tune` (make tune): cross-validation on the tuning pool alone, over the grids of grids.toml. "
    "The\n"
    "# line above a section says with which data and how. Sections without such a line were not searched.\n";

// The comment lines right above each "[section]".
std::map<std::string, std::string> SectionComments(const std::string& text) {
  std::map<std::string, std::string> comments;
  std::istringstream lines(text);
  std::string above;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) {
      above += line + '\n';
      continue;
    }
    if (line.starts_with('[') && line.find(']') != std::string::npos) {
      comments[line.substr(1, line.find(']') - 1)] = above;
    }
    above.clear();
  }
  return comments;
}

// The keys of a section in the order in which they are written.
std::vector<std::string> KeysOf(baselines::MethodRef method) {
  cell::Cell cell(method);
  std::vector<std::string> keys = {std::string(cell::kInherit)};
  for (const base::Option& option : cell.Options()) keys.emplace_back(option.name);
  return keys;
}

toml::table& TableAt(toml::table& parent, std::string_view key) {
  parent.insert(key, toml::table());
  return *parent.get_as<toml::table>(key);
}

void CopyOwn(baselines::MethodRef method, const toml::table& from, toml::table& to) {
  for (const std::string& key : KeysOf(method)) {
    if (const toml::node* value = from.get(key)) to.insert_or_assign(key, *value);
  }
}

// `name` is a method's or an arm's.
std::string SectionName(std::string_view name, std::string_view dataset) { return fmt::format("{}.{}", name, dataset); }

}  // namespace

SettingsFile::SettingsFile(std::filesystem::path path) : path_(std::move(path)) {
  if (!std::filesystem::exists(path_)) return;
  cell::Cell checked;
  cell::ApplyDefaults(path_, checked);
  const std::string text = base::ReadText(path_);
  whole_ = cell::ParseToml(text, path_.string());
  comments_ = SectionComments(text);
}

void SettingsFile::SetCommon(cell::ArmRef arm, const toml::table& settings) {
  CopyOwn(arm->method, settings, TableAt(whole_, arm->name));
}

void SettingsFile::Set(cell::ArmRef arm, std::string_view dataset, const toml::table& settings,
                       std::string_view comment) {
  toml::table own;
  CopyOwn(arm->method, settings, own);
  TableAt(whole_, arm->name).insert_or_assign(dataset, std::move(own));
  comments_[SectionName(arm->name, dataset)] = fmt::format("# {}\n", comment);
}

std::string SettingsFile::Section(const std::string& name, baselines::MethodRef method,
                                  const toml::table& table) const {
  const auto comment = comments_.find(name);
  std::string text = fmt::format("\n{}[{}]\n", comment == comments_.end() ? "" : comment->second, name);
  for (const std::string& key : KeysOf(method)) {
    if (const toml::node* value = table.get(key)) text += fmt::format("{} = {}\n", key, cell::ValueText(*value));
  }
  return text;
}

std::string SettingsFile::Text() const {
  std::string text(kHeader);
  for (const cell::ArmRef arm : cell::Arms()) {
    const toml::table* common = whole_.get_as<toml::table>(arm->name);
    if (common == nullptr) continue;
    text += Section(arm->name, arm->method, *common);
    for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) {
      const toml::table* own = common->get_as<toml::table>(entry.name);
      if (own != nullptr) text += Section(SectionName(arm->name, entry.name), arm->method, *own);
    }
  }
  return text;
}

void SettingsFile::Write() const {
  base::AtomicFile file(path_);
  base::WriteText(file.temp_path(), Text());
  file.Commit();
}

}  // namespace fdskl::tune
