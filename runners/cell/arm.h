// Arms: what figures and claims compare. An arm is a method together with the settings that set this variant apart.
//
// Every method is an arm by itself, under its own name. arm.cc lists the further arms, each with its name, its look in
// figures and the settings that define it. A stored row belongs to a further arm when its settings are those.
//
//   fdskl-as-printed    FDSKL as the paper prints it: plain steps, a constant rate, `paper` masks, no revisits
//   fdskl-private       FDSKL trained on secret shares: masking `private`, conjugate gradients, square loss
//   dsg-equal-batches   DSG that draws its batches as FDSKL's leaders do, so that Lemma 1 shows in the errors
//   dsg-diminishing     DSG with its authors' diminishing rate
//   secureboost-fate    SecureBoost with the preset `fate`
//
// All other settings of an arm come from its section of defaults.toml (defaults.h: ArmCell()).
#ifndef FDSKL_RUNNERS_CELL_ARM_H_
#define FDSKL_RUNNERS_CELL_ARM_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "baselines/methods.h"
#include "results/run_row.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// A setting that defines an arm.
struct ArmSetting {
  std::string_view name;
  // The required value, as TOML and stored rows write it. Empty: any number above zero; the arm's section gives it.
  std::string_view value;
};

// How an arm is named and drawn, and the settings that define it.
struct Arm {
  std::string name;   // as files name it: "fdskl-as-printed"
  std::string title;  // as figures name it: "FDSKL as printed"
  MethodRef method = nullptr;
  std::string color;  // #rrggbb
  Marker marker = Marker::kCircle;
  std::vector<ArmSetting> settings = {};  // empty for a method's own arm, which gets the rows of no further arm

  bool is_own() const { return settings.empty(); }
};

// Points to an arm, for code that stores or compares arms. Lifetime: the program's.
using ArmRef = const Arm*;

// All arms: the methods in the registry's order, each followed by its further arms. The first call fixes the list, so
// LoadMethods() comes before it.
const std::vector<ArmRef>& Arms();
// The arms of one method, its own first.
std::vector<ArmRef> ArmsOf(MethodRef method);

// The names of all arms: "fdskl|fdskl-as-printed|dsg".
std::string ArmNames();

// Errors: Error names the nearest valid names when no arm has this name.
ArmRef FindArm(std::string_view name);
// The arm that is the method by itself.
ArmRef OwnArm(MethodRef method);
// The arm that a stored row, or a cell, belongs to.
ArmRef ArmOf(const results::RunRow& run);
ArmRef ArmOf(const Cell& cell);

// For ReadMembers(). Errors: as FindArm().
void ReadValue(const toml::node& node, ArmRef& arm);

// The index of an arm in Arms().
std::size_t PlaceOf(ArmRef arm);

// Sets those settings that the arm fixes to one value. REQUIRES: cell.method() is the arm's.
void Define(ArmRef arm, Cell& cell);
// Whether settings, as SettingsJson() writes them, are those that define the arm. Always true for a method's own arm.
bool HasSettings(ArmRef arm, std::string_view settings_json);

// Names and values of all settings as text, without quotes, in their order. REQUIRES: SettingsJson() wrote the text.
std::vector<std::pair<std::string, std::string>> SettingsOf(std::string_view settings_json);
// The value of one setting; empty when there is none of this name.
std::string SettingOf(std::string_view settings_json, std::string_view name);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_ARM_H_
