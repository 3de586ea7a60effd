// What `fdskl tune` searches: runners/experiments/grids.toml.
//
//   [search]                       # SearchRules, the same for every method
//   rows = 8000                    # at most this many samples of the pool
//   folds = 3
//   points = 30                    # every method gets exactly this many
//   give_up = 1.3                  # gives up a point whose first fold is so many times worse than the best's; 0: never
//   finalists = 4                  # the search goes on from this many of its best points
//   final_rows = 24000             # on at most this many samples of the pool; its folds, points, give_up:
//   final_folds = 5
//   final_points = 12
//   final_give_up = 1.1
//   final_finer = true             # and at half the spacing: Grid::Finer()
//   [search.gisette]               # rules that differ on this dataset
//   rows = 1500
//   [fdskl]
//   features = 4096                # one value: used and written to the settings file, not searched
//   kernel = ["gaussian", "laplace"]                           # an axis of choices without order
//   gamma = { values = [1.0, 2.0, 4.0], factor = 2.0 }         # an axis that continues beyond its ends by this factor
//   sweeps = { values = [0, 1, 2], factor = 2, most = 16 }     # up to `most`, and down to `least`
//   sigma = { values = [0.5, 1.0, 2.0], factor = 2.0, unit = "distance" }   # multiples of the samples' median distance
//   [fdskl.a9a]                    # values and axes that differ, or are added, on this dataset
//   [fdskl-as-printed]             # an arm (runners/cell/arm.h) has its own axes, and keeps what defines it
//   [dsg-diminishing]
//   inherit = "fdskl-as-printed"   # all values and axes of that section, and those given here
//
// A search begins in the middle of every axis. The whole file is checked, whichever part is used: methods, datasets,
// settings, values. A method or arm without a section is not searched. Errors: Error with file and line.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_GRID_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_GRID_H_

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runners/cell/arm.h"

namespace fdskl::tune {

// One of the two steps of a search: the search itself, or the one that goes on with more samples.
struct StepRules {
  std::int64_t rows = 0;  // at most this many samples of the pool; 0: there is no such step
  int folds = 3;
  int points = 0;
  double give_up = 0;

  bool operator==(const StepRules&) const = default;
};

// The section [search]. `widen` is how many places an axis may continue beyond its ends.
struct SearchRules {
  StepRules search = {.rows = 8000, .points = 30};
  int widen = 3;
  int finalists = 1;
  StepRules final;
  bool final_finer = false;

  bool operator==(const SearchRules&) const = default;
};

// How an axis of numbers continues beyond its first and last value.
struct Widening {
  double factor = 2;
  int places = 1;  // how many places one factor spans
  std::optional<double> least, most;
  bool in_distances = false;  // the values are multiples of the median distance between samples
};

// Places 0 .. size - 1 of an axis have the values of the file; -1, -2 .. and size, size + 1 .. those beyond its ends.
struct Axis {
  std::string name;
  std::vector<toml::table> values;   // one table, of one setting, for each place
  std::optional<Widening> widening;  // none for choices without order

  int size() const { return static_cast<int>(values.size()); }
  // Whether a value can lie between two places: real numbers.
  bool CanBeFiner() const;
  // The setting at a place; nothing beyond the bounds of the axis. Whole numbers stay whole.
  std::optional<toml::table> At(int place) const;
};

// Rounds to three digits, so that a settings file is easy to read. REQUIRES: value > 0.
double Rounded(double value);

using Point = std::vector<int>;  // one place for each axis

struct Grid {
  SearchRules rules;
  toml::table common;      // settings with one value on all datasets
  toml::table own;         // settings with one value on this dataset only
  std::vector<Axis> axes;  // in the order of the file

  // The middle of every axis.
  Point Start() const;
  // Whether the axis has the place: one of the file's, or one at most rules.widen factors beyond these.
  bool Has(std::size_t axis, int place) const;
  // How many places an axis may continue beyond each of its ends.
  int Beyond(std::size_t axis) const;
  // The grid with one place more between every two neighbours on the axes of real numbers: their geometric mean,
  // rounded to three digits.
  Grid Finer() const;
  // The point of Finer() that has the same settings.
  Point InFiner(Point point) const;
  // The settings at a point, without the common ones. Widths in distances are still multiples.
  // REQUIRES: one place for each axis, which it has.
  toml::table SettingsAt(std::span<const int> point) const;
  // The number of points, including those beyond the ends.
  std::int64_t Size() const;
};

// The arm whose search `arm` uses. DSG uses FDSKL's, since DSG is FDSKL over one worker and, with equal batches, gives
// the same model (Lemma 1). Any other arm has its own search.
cell::ArmRef SearchedAs(cell::ArmRef arm);

// The arms that the file has sections for, in the order of cell::Arms().
std::vector<cell::ArmRef> SearchedArms(const std::filesystem::path& file);

// Reads what is searched for an arm on a dataset. REQUIRES: SearchedAs(arm) == arm.
Grid ReadGrid(const std::filesystem::path& file, cell::ArmRef arm, std::string_view dataset);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_GRID_H_
