// Arms: what figures and claims compare. An arm is a method with the settings that make it a case of its own.
//
// Every method is an arm by itself, under its own name. The further arms of a method are listed in arm.cc and nowhere
// else: how an arm is named and drawn, which settings define it, and how a stored row tells that it belongs to it.
//
//   fdskl-as-printed    FDSKL as the paper prints it: plain steps, a constant rate, `paper` masks, no revisits
//   fdskl-private       FDSKL trained on secret shares: masking `private`, conjugate gradients, square loss
//   dsg-equal-batches   DSG that draws its batches as FDSKL's leaders do, so that Lemma 1 shows in the errors
//   dsg-diminishing     DSG with its authors' diminishing rate
//   secureboost-fate    SecureBoost with the preset `fate`
//
// The settings that an arm is free in come from its section of defaults.toml (defaults.h: DefaultCell()).
#ifndef FDSKL_RUNNERS_CELL_ARM_H_
#define FDSKL_RUNNERS_CELL_ARM_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>
#include <vector>

#include "baselines/methods.h"
#include "results/run_row.h"
#include "runners/cell/cell.h"

namespace fdskl::cell {

// A setting that defines an arm.
struct ArmSetting {
  std::string_view name;
  // What it must be, as TOML and stored rows write it. Empty: a number above zero, which the arm's section gives.
  std::string_view value;
};

struct Arm {
  std::string name;   // as files name it: "fdskl-as-printed"
  std::string title;  // as figures name it: "FDSKL as printed"
  MethodRef method = nullptr;
  std::string color;  // #rrggbb
  Marker marker = Marker::kCircle;
  std::vector<ArmSetting> settings = {};  // none for a method's own arm, which has the rows of no other

  bool is_own() const { return settings.empty(); }
};

// An arm, for code that stores or compares arms. Never null.
using ArmRef = const Arm*;

// All arms: the methods in the registry's order, each followed by its further arms.
const std::vector<ArmRef>& Arms();
// Those of one method, its own first.
std::vector<ArmRef> ArmsOf(MethodRef method);

// Errors: Error names the nearest valid names when no arm has this name.
ArmRef FindArm(std::string_view name);
// The arm that is the method by itself.
ArmRef OwnArm(MethodRef method);
// The arm that a stored row, or a cell, belongs to.
ArmRef ArmOf(const results::RunRow& run);
ArmRef ArmOf(const Cell& cell);

// For ReadMembers(). Errors: as FindArm().
void ReadValue(const toml::node& node, ArmRef& arm);

// The place of an arm in Arms().
std::size_t PlaceOf(ArmRef arm);

// Sets what defines the arm, as far as it is fixed. REQUIRES: the cell is of its method.
void Define(ArmRef arm, Cell& cell);
// Whether the settings, as SettingsJson() writes them, are the arm's.
bool HasSettings(ArmRef arm, std::string_view settings_json);

// A setting as text, without quotes; empty when there is none of this name. For text that SettingsJson() wrote.
std::string SettingOf(std::string_view settings_json, std::string_view name);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_ARM_H_
