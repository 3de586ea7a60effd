#include "runners/cell/arm.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/names.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/secureboost/secureboost_method.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/toml_value.h"

namespace fdskl::cell {
namespace {

// The further arms, in order. Each has a colour that no method has.
std::vector<Arm> FurtherArms() {
  return {{.name = "fdskl-as-printed",
           .title = "FDSKL as printed",
           .method = &kFdskl,
           .color = "#000000",
           .marker = Marker::kDownTriangle,
           .settings = {{"update", "plain"}, {"masking", "paper"}, {"sweeps", "0"}}},
          {.name = "fdskl-private",
           .title = "FDSKL, private",
           .method = &kFdskl,
           .color = "#8b4513",
           .marker = Marker::kPentagon,
           .settings = {{"masking", "private"}, {"update", "conjugate"}, {"loss", "square"}}},
          {.name = "dsg-equal-batches",
           .title = "DSG, FDSKL's batches",
           .method = &dsg::kDsg,
           .color = "#00436b",
           .marker = Marker::kSquare,
           .settings = {{"label_groups", ""}}},
          {.name = "dsg-diminishing",
           .title = "DSG, diminishing rate",
           .method = &dsg::kDsg,
           .color = "#5f9ed1",
           .marker = Marker::kDiamond,
           .settings = {{"decay", ""}}},
          {.name = "secureboost-fate",
           .title = "SecureBoost, FATE's preset",
           .method = &secureboost::kSecureBoost,
           .color = "#7a3b63",
           .marker = Marker::kPentagon,
           .settings = {{"preset", "fate"}}}};
}

std::vector<Arm> AllArms() {
  const std::vector<Arm> further = FurtherArms();
  std::vector<Arm> all;
  for (const MethodRef method : baselines::Methods()) {
    all.push_back({.name = std::string(method->name),
                   .title = std::string(method->title),
                   .method = method,
                   .color = std::string(method->color),
                   .marker = method->marker});
    std::ranges::copy_if(further, std::back_inserter(all), [&](const Arm& arm) { return arm.method == method; });
  }
  return all;
}

// The arm of the method that has these settings: the first further arm that fits, else the method's own.
ArmRef ArmWith(MethodRef method, std::string_view settings_json) {
  for (const ArmRef arm : ArmsOf(method)) {
    if (!arm->is_own() && HasSettings(arm, settings_json)) return arm;
  }
  return OwnArm(method);
}

bool IsAboveZero(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && value > 0;
}

}  // namespace

const std::vector<ArmRef>& Arms() {
  static const std::vector<Arm> kAll = AllArms();
  static const std::vector<ArmRef> kArms = [] {
    std::vector<ArmRef> arms(kAll.size());
    std::ranges::transform(kAll, arms.begin(), [](const Arm& arm) { return &arm; });
    return arms;
  }();
  return kArms;
}

std::vector<ArmRef> ArmsOf(MethodRef method) {
  std::vector<ArmRef> arms;
  std::ranges::copy_if(Arms(), std::back_inserter(arms), [&](ArmRef arm) { return arm->method == method; });
  return arms;
}

std::string ArmNames() {
  std::string names;
  for (const ArmRef arm : Arms()) names += fmt::format("{}{}", names.empty() ? "" : "|", arm->name);
  return names;
}

ArmRef FindArm(std::string_view name) {
  std::vector<std::string_view> names;
  for (const ArmRef arm : Arms()) {
    if (arm->name == name) return arm;
    names.push_back(arm->name);
  }
  throw base::Error(base::UnknownName("method or arm", name, names) + " (one of your own: --methods FILE)");
}

ArmRef OwnArm(MethodRef method) { return FindArm(method->name); }

ArmRef ArmOf(const results::RunRow& run) { return ArmWith(baselines::FindMethod(run.method), run.settings); }

ArmRef ArmOf(const Cell& cell) { return ArmWith(cell.method(), SettingsJson(cell)); }

void ReadValue(const toml::node& node, ArmRef& arm) {
  std::string name;
  ReadValue(node, name);
  arm = FindArm(name);
}

std::size_t PlaceOf(ArmRef arm) { return static_cast<std::size_t>(std::ranges::find(Arms(), arm) - Arms().begin()); }

void Define(ArmRef arm, Cell& cell) {
  FDSKL_REQUIRE(cell.method() == arm->method);
  toml::table fixed;
  for (const auto& [name, value] : arm->settings) {
    if (!value.empty()) InsertTyped(fixed, name, std::string(value));
  }
  ApplyOptions(fixed, arm->name, cell);
}

bool HasSettings(ArmRef arm, std::string_view settings_json) {
  return std::ranges::all_of(arm->settings, [&](const ArmSetting& setting) {
    const std::string text = SettingOf(settings_json, setting.name);
    return setting.value.empty() ? IsAboveZero(text) : text == setting.value;
  });
}

std::vector<std::pair<std::string, std::string>> SettingsOf(std::string_view settings_json) {
  std::vector<std::pair<std::string, std::string>> settings;
  // Takes the text up to one of these characters, and that character, off the front.
  const auto take = [&](std::string_view ends) {
    const std::string_view taken = settings_json.substr(0, settings_json.find_first_of(ends));
    settings_json.remove_prefix(std::min(taken.size() + 1, settings_json.size()));
    return std::string(taken);
  };
  for (take("\""); !settings_json.empty(); take("\"")) {
    std::string name = take("\"");
    take(":");
    settings_json.remove_prefix(std::min(settings_json.find_first_not_of(' '), settings_json.size()));
    const bool quoted = settings_json.starts_with('"');
    if (quoted) take("\"");
    settings.emplace_back(std::move(name), take(quoted ? "\"" : ",}"));
  }
  return settings;
}

std::string SettingOf(std::string_view settings_json, std::string_view name) {
  for (const auto& [own, value] : SettingsOf(settings_json)) {
    if (own == name) return value;
  }
  return "";
}

}  // namespace fdskl::cell
