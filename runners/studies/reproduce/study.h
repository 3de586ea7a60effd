// What `fdskl reproduce` runs under one profile, read from the TOML files of a folder, runners/experiments/.
//
//   profiles.toml   experiments = ["curves", ...]   each is described in a file of its name in the same folder
//                   [laptop]                        a profile
//                   about = "what it is for"
//                   [laptop.caps]                   caps.h
//   curves.toml     the members of Experiment, as in VisitMembers()
//                   arms = ["fdskl-as-printed"]     arms besides the methods' own (runners/cell/arm.h); an arm
//                                                   without a section in defaults.toml is left out with a message
//                   [settings]                      for all its methods, in place of those of defaults.toml
//                   [settings.secureboost]          for one of them
//                   [settings.libsvm.givemecredit]  for one of them on one dataset
//                   [laptop]                        members that differ in this profile
//                   [laptop.caps]                   and its caps
//   defaults.toml   runners/cell/defaults.h
//
// Experiments may have any name: a user's own folder (--experiments) adds some without a change to the program. Those
// that figures, tables and claims refer to are in results::Experiment (results/experiment.h).
//
// Errors: Error with file, line and the valid names. All files are checked in whole, whichever profile is wanted.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_STUDY_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_STUDY_H_

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "baselines/methods.h"
#include "runners/cell/arm.h"
#include "runners/cell/cell.h"

namespace fdskl::reproduce {

// One experiment under the profile. VisitMembers() gives the meaning of its members.
struct Experiment {
  std::string name;
  std::string shows;
  std::vector<std::string> datasets;          // all unless given
  std::vector<baselines::MethodRef> methods;  // all unless given
  std::vector<cell::ArmRef> arms;             // further arms of methods; none unless given
  int splits = 1;
  bool timed = true;
  bool one_core_beside = false;
  std::vector<double> row_shares = {1};
  std::vector<int> workers;            // empty: as in the settings
  std::vector<Masking> maskings;       // empty: as in the settings
  std::vector<int> ring_bits;          // empty: as in the settings
  std::vector<std::int64_t> features;  // empty: as in the settings
  toml::table settings;
  toml::table caps;
};

template <class Visit>
void VisitMembers(Experiment& experiment, Visit&& visit) {
  visit("shows", experiment.shows, "one line on what it is for");
  visit("datasets", experiment.datasets, "names in the catalogue");
  visit("methods", experiment.methods, "methods to run on each of them");
  visit("arms", experiment.arms, "further arms to run on each of them, see runners/cell/arm.h");
  visit("splits", experiment.splits, "number of 3:1 splits, from split 0");
  visit("timed", experiment.timed, "whether its cells' times are a result, so that each must run alone");
  visit("one_core_beside", experiment.one_core_beside,
        "whether cells that keep one core busy may run side by side, each on a core, though their times are a result");
  visit("row_shares", experiment.row_shares, "shares of the rows to run each with, above 0 and up to 1");
  visit("workers", experiment.workers, "numbers of workers to run each with");
  visit("maskings", experiment.maskings, "ways to hide the angles to run each with");
  visit("ring_bits", experiment.ring_bits, "bits of an angle to run each with");
  visit("features", experiment.features, "numbers of random features to run each with, whatever the caps");
}

// All experiments under one profile.
struct Study {
  std::filesystem::path folder;
  std::string profile, about;
  toml::table caps;  // the profile's caps on all experiments
  std::vector<Experiment> experiments;

  std::filesystem::path defaults() const { return folder / "defaults.toml"; }
};

// Reads a file of the folder. Errors: Error names it.
using ReadFile = std::function<std::string(const std::filesystem::path& file)>;

// Reads the files of `folder` for this profile.
Study LoadStudy(const std::filesystem::path& folder, std::string_view profile, const ReadFile& read = base::ReadText);

// Applies those settings of an experiment that are for cell.method() on cell.dataset.
void ApplySettings(const toml::table& settings, std::string_view source, cell::Cell& cell);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_STUDY_H_
