#include "runners/cell/methods_file.h"

#include <toml++/toml.h>

#include <array>
#include <cstdlib>
#include <list>
#include <regex>
#include <string_view>

#include "base/error.h"
#include "base/files.h"
#include "base/sha256.h"
#include "base/text.h"
#include "baselines/external/external.h"
#include "baselines/methods.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

enum class Placement { kCentral, kFederated };
constexpr auto NamesOf(Placement /*value*/) {
  return base::EnumTable<Placement, 2>{"placement",
                                       {{{Placement::kCentral, "central"}, {Placement::kFederated, "federated"}}}};
}

enum class MissingValues { kFill, kKeep };
constexpr auto NamesOf(MissingValues /*value*/) {
  return base::EnumTable<MissingValues, 2>{"missing",
                                           {{{MissingValues::kFill, "fill"}, {MissingValues::kKeep, "keep"}}}};
}

// A section of the file.
struct Description {
  std::string command, title, color;
  external::DataFormat data = external::DataFormat::kNpy;
  Placement placement = Placement::kCentral;
  MissingValues missing = MissingValues::kFill;
  int version = 1;
};

// A user's program and its entry in the registry, which points to it. Kept for the program's life.
struct Added {
  external::Program program;
  std::string color;
  MethodEntry entry;
};

std::list<Added>& AllAdded() {
  static std::list<Added> added;
  return added;
}

std::string& LoadedFile() {
  static std::string file;
  return file;
}

// Colours for methods whose section names none. None of our own methods has one of these.
constexpr std::array<std::string_view, 6> kColors = {"#882255", "#44aa99", "#999933", "#aa4499", "#117733", "#332288"};
constexpr std::array<Marker, 6> kMarkers = {Marker::kDiamond,  Marker::kPentagon,     Marker::kSquare,
                                            Marker::kTriangle, Marker::kDownTriangle, Marker::kCircle};

// The command's words; a relative one that names a file in `folder` becomes that file's path.
std::vector<std::string> CommandWords(const std::string& command, const std::filesystem::path& folder) {
  std::vector<std::string> words = base::SplitWords(command);
  for (std::string& word : words) {
    const std::filesystem::path path = word;
    if (path.is_relative() && std::filesystem::is_regular_file(folder / path)) word = (folder / path).string();
  }
  return words;
}

// A number that changes with the given version, the command, the contents of the files that it names, and the data
// format, so that cells run again. The command counts as it is written: where relative paths lead does not matter.
int VersionOf(const Description& description, const std::vector<std::string>& words) {
  constexpr std::size_t kDigits = 7;
  std::string text =
      fmt::format("{}\n{}\n{}\n", description.version, description.command, base::NameOf(description.data));
  for (const std::string& word : words) {
    if (std::filesystem::is_regular_file(word)) text += base::ReadText(word);
  }
  return std::stoi(base::Sha256OfText(text).substr(0, kDigits), nullptr, 16);
}

external::Setting ReadSetting(std::string_view name, const toml::node& node) {
  if (const auto flag = node.as_boolean()) return {std::string(name), flag->get()};
  if (const auto whole = node.as_integer()) return {std::string(name), whole->get()};
  if (const auto number = node.as_floating_point()) return {std::string(name), number->get()};
  if (const auto text = node.as_string()) return {std::string(name), text->get()};
  base::Fail("setting {} must be a number, true or false, or text", name);
}

void Check(const std::string& name, const Description& description, const std::vector<std::string>& words) {
  static const std::regex kName("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  static const std::regex kColor("#[0-9a-f]{6}");
  if (!std::regex_match(name, kName)) base::Fail("a method's name must be like my-rff2, not '{}'", name);
  for (const baselines::MethodRef method : baselines::Methods()) {
    if (method->name == name) base::Fail("there is a method '{}' already", name);
  }
  if (words.empty()) base::Fail("method {} needs a command", name);
  if (!description.color.empty() && !std::regex_match(description.color, kColor)) {
    base::Fail("color must be like #882255, not '{}'", description.color);
  }
}

void AddOne(const std::string& name, const toml::table& table, const std::filesystem::path& file) {
  Description description;
  ReadMembers(table, file.string(), "key of a method", [&](const auto& visit) {
    visit("command", description.command, "the program");
    visit("data", description.data, "format of its data");
    visit("title", description.title, "its name in figures");
    visit("placement", description.placement, "whether parties take part");
    visit("missing", description.missing, "what is done with missing values");
    visit("color", description.color, "in figures");
    visit("version", description.version, "of the program");
  });
  const std::vector<std::string> words = CommandWords(description.command, file.parent_path());
  Check(name, description, words);
  const std::size_t place = AllAdded().size() % kColors.size();
  Added& added = AllAdded().emplace_back();
  added.program = {name, description.title.empty() ? name : description.title, words, description.data, {}};
  for (const auto& [key, node] : table) {
    if (!node.is_table()) continue;
    if (key.str() != "settings")
      base::Fail("{}", base::UnknownName("table of a method", key.str(), std::array{std::string_view("settings")}));
    for (const auto& [setting, value] : *node.as_table()) {
      added.program.settings.push_back(ReadSetting(setting.str(), value));
    }
  }
  added.color = description.color.empty() ? std::string(kColors[place]) : description.color;
  added.entry = external::MakeEntry(added.program);
  added.entry.color = added.color;
  added.entry.marker = kMarkers[place];
  added.entry.placement = description.placement == Placement::kCentral ? MethodEntry::Placement::kCentral
                                                                       : MethodEntry::Placement::kFederated;
  added.entry.version = VersionOf(description, words);
  added.entry.keeps_missing_values = description.missing == MissingValues::kKeep;
  baselines::AddMethod(added.entry);
}

}  // namespace

std::string MethodsFileOf(int argc, char** argv) {
  constexpr std::string_view kOption = "--methods";
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == kOption && i + 1 < argc) return argv[i + 1];
    if (word.starts_with(kOption) && word.substr(kOption.size()).starts_with("=")) {
      return std::string(word.substr(kOption.size() + 1));
    }
  }
  const char* const variable = std::getenv("FDSKL_METHODS");
  return variable == nullptr ? "" : variable;
}

void LoadMethods(const std::filesystem::path& file) {
  FDSKL_REQUIRE(LoadedFile().empty());
  const std::filesystem::path whole = std::filesystem::absolute(file);
  const toml::table table = ParseToml(base::ReadText(whole), whole.string());
  for (const auto& [key, node] : table) {
    if (key.str() != "method" || !node.is_table()) {
      base::Fail("{}: '{}' is no section [method.NAME]", Where(whole.string(), node), key.str());
    }
    for (const auto& [name, section] : *node.as_table()) {
      if (!section.is_table()) base::Fail("{}: '{}' must be a section", Where(whole.string(), section), name.str());
      try {
        AddOne(std::string(name.str()), *section.as_table(), whole);
      } catch (const base::Error& error) {
        const std::string_view message = error.what();
        if (message.starts_with(whole.string())) throw;
        base::Fail("{}: {}", Where(whole.string(), section), message);
      }
    }
  }
  LoadedFile() = whole.string();
}

const std::string& LoadedMethodsFile() { return LoadedFile(); }

}  // namespace fdskl::cell
