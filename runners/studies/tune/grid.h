// What `fdskl tune` searches: runners/experiments/grids.toml.
//
//   [search]                       # SearchRules, the same for every method
//   rows = 8000                    # at most this many samples of the pool
//   folds = 3
//   [search.gisette]               # rules that differ on this dataset
//   rows = 1500
//   [fdskl]
//   features = 4096                # one value: used and written to the settings file, not searched
//   gamma = [1, 2, 4]              # an axis of the search, which begins in its middle
//   "kernel+sigma" = [["gaussian", 2.0], ["laplace", 4.0]]   # settings that move together
//   [fdskl.a9a]                    # values and axes that differ, or are added, on this dataset
//
// The whole file is checked, whichever part is used: methods, datasets, settings, values.
// Errors: Error with file and line.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_GRID_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_GRID_H_

#include <toml++/toml.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "baselines/methods.h"
#include "runners/cell/cell.h"

namespace fdskl::tune {

struct SearchRules {
  std::int64_t rows = 8000;
  int folds = 3;
  int rounds = 2;
};

struct Axis {
  std::string name;
  std::vector<toml::table> values;  // one table of settings for each place on the axis
};

struct Grid {
  SearchRules rules;
  toml::table common;      // settings with one value on all datasets
  toml::table own;         // settings with one value on this dataset only
  std::vector<Axis> axes;  // in the order of the file

  // The middle of every axis.
  std::vector<std::size_t> Start() const;
  // The settings at a point, without the common ones. REQUIRES: one place for each axis.
  toml::table SettingsAt(std::span<const std::size_t> point) const;
};

// The method whose search serves `method`: LIBSVM's for PP-SVMV, which solves the same problem with the same kernel;
// FDSKL's for DSG, which is FDSKL over one worker (Lemma 1); for any other method its own.
baselines::MethodRef SearchedAs(baselines::MethodRef method);

// REQUIRES: SearchedAs(method) == method.
Grid ReadGrid(const std::filesystem::path& file, baselines::MethodRef method, std::string_view dataset);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_GRID_H_
