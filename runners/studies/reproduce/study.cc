#include "runners/studies/reproduce/study.h"

#include <algorithm>

#include "base/error.h"
#include "baselines/methods.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"
#include "runners/studies/reproduce/caps.h"

namespace fdskl::reproduce {
namespace {

// A parsed file, and its name in messages.
struct Document {
  std::string source;
  toml::table table;
};

Document Load(const std::filesystem::path& file, const ReadFile& read) {
  return {file.string(), cell::ParseToml(read(file), file.string())};
}

// The table of this name within `table`, or null. Errors: Error when the name is not a table.
const toml::table* Within(const toml::table& table, std::string_view name, std::string_view source) {
  const toml::node* node = table.get(name);
  if (node != nullptr && !node->is_table()) base::Fail("{}: '{}' must be a table", cell::Where(source, *node), name);
  return node == nullptr ? nullptr : node->as_table();
}

// Errors: Error when `table` has a table whose name is not in `valid`.
void CheckTables(const toml::table& table, std::string_view source, const std::vector<std::string_view>& valid) {
  for (const auto& [key, node] : table) {
    if (node.is_table() && std::find(valid.begin(), valid.end(), key.str()) == valid.end()) {
      base::Fail("{}: {}", cell::Where(source, node), base::UnknownName("table", key.str(), valid));
    }
  }
}

// The caps within `table`, after CheckCaps().
toml::table CapsWithin(const toml::table& table, std::string_view source) {
  const toml::table* caps = Within(table, "caps", source);
  if (caps == nullptr) return {};
  CheckCaps(*caps, source);
  return *caps;
}

void ReadExperiment(const toml::table& table, std::string_view source, Experiment& experiment) {
  cell::ReadMembers(table, source, "key", [&](const auto& visit) { VisitMembers(experiment, visit); });
}

void CheckExperiment(const Experiment& experiment, const Document& file) {
  for (const std::string& dataset : experiment.datasets) datasets::FindDataset(dataset);
  if (experiment.splits < 1) base::Fail("splits must be at least 1, not {}", experiment.splits);
  if (experiment.row_shares.empty()) base::Fail("row_shares must not be empty");
  for (const double share : experiment.row_shares) {
    if (!(share > 0 && share <= 1)) base::Fail("row_shares must be above 0 and up to 1, not {}", share);
  }
  const toml::table* settings = Within(file.table, "settings", file.source);
  if (settings == nullptr) return;
  for (const auto& [name, node] : *settings) {
    if (!node.is_table()) continue;
    cell::Cell unused(baselines::FindMethod(name.str()));
    ApplySettings(*node.as_table(), file.source, unused);
    for (const auto& [dataset, deeper] : *node.as_table()) {
      if (!deeper.is_table()) continue;
      datasets::FindDataset(dataset.str());
      cell::ApplyOptions(*deeper.as_table(), file.source, unused);
    }
  }
  for (const baselines::MethodRef method : experiment.methods) {
    cell::Cell unused(method);
    ApplySettings(*settings, file.source, unused);
  }
}

// The experiment of `file` under the profile.
Experiment Resolve(const Document& file, const std::string& name, std::string_view profile) {
  Experiment experiment;
  experiment.name = name;
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) experiment.datasets.emplace_back(entry.name);
  for (const baselines::MethodRef method : baselines::Methods()) experiment.methods.push_back(method);
  ReadExperiment(file.table, file.source, experiment);
  if (const toml::table* own = Within(file.table, profile, file.source)) {
    CheckTables(*own, file.source, {"caps"});
    ReadExperiment(*own, file.source, experiment);
    experiment.caps = CapsWithin(*own, file.source);
  }
  try {
    CheckExperiment(experiment, file);
  } catch (const base::Error& error) {
    const std::string_view message = error.what();
    if (message.starts_with(file.source)) throw;
    base::Fail("{}, profile {}: {}", file.source, profile, message);
  }
  if (const toml::table* settings = Within(file.table, "settings", file.source)) experiment.settings = *settings;
  return experiment;
}

}  // namespace

Study LoadStudy(const std::filesystem::path& folder, std::string_view profile, const ReadFile& read) {
  const Document file = Load(folder / "profiles.toml", read);
  std::vector<std::string> names;
  cell::ReadMembers(file.table, file.source, "key",
                    [&](const auto& visit) { visit("experiments", names, "names of their files"); });
  if (names.empty()) base::Fail("{}: experiments must name at least one", file.source);
  std::vector<std::string_view> profiles;
  for (const auto& [name, node] : file.table) {
    if (node.is_table()) profiles.push_back(name.str());
  }

  Study study;
  study.folder = folder;
  study.profile = profile;
  for (const std::string_view name : profiles) {
    const toml::table& own = *file.table.get_as<toml::table>(name);
    CheckTables(own, file.source, {"caps"});
    std::string about;
    cell::ReadMembers(own, file.source, "key", [&](const auto& visit) { visit("about", about, "what it is for"); });
    const toml::table caps = CapsWithin(own, file.source);
    if (name != profile) continue;
    study.about = about;
    study.caps = caps;
  }
  std::vector<std::string_view> tables = profiles;
  tables.emplace_back("settings");
  for (const std::string& name : names) {
    const Document experiment = Load(folder / (name + ".toml"), read);
    CheckTables(experiment.table, experiment.source, tables);
    for (const std::string_view known : profiles) {
      Experiment resolved = Resolve(experiment, name, known);
      if (known == profile) study.experiments.push_back(std::move(resolved));
    }
  }
  if (study.experiments.empty()) throw base::Error(base::UnknownName("profile", profile, profiles));
  return study;
}

void ApplySettings(const toml::table& settings, std::string_view source, cell::Cell& cell) {
  cell::ApplyOptions(settings, source, cell);
  const toml::table* own = Within(settings, cell.method()->name, source);
  if (own == nullptr) return;
  cell::ApplyOptions(*own, source, cell);
  if (const toml::table* its = Within(*own, cell.dataset, source)) cell::ApplyOptions(*its, source, cell);
}

}  // namespace fdskl::reproduce
