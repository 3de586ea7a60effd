// The caps of a profile: upper bounds on numeric settings. A setting above its cap is lowered to it; a setting without
// a value (rows, time_limit, memory_limit) gets the cap as its value.
//
//   [laptop.caps]
//   rows = 4000              # for every method that has the setting
//   [laptop.caps.libsvm]     # for this method in addition; or for a dataset or an edition
//   rows = 2000
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_CAPS_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_CAPS_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "runners/cell/cell.h"

namespace fdskl::reproduce {

// Errors: Error with file and line for an unknown setting, method, dataset or edition, or a value of the wrong kind.
void CheckCaps(const toml::table& caps, std::string_view source);

// Returns `caps` with those of `own` in place of the ones of the same name.
toml::table Overlay(toml::table caps, const toml::table& own);

// Applies to each setting the smallest of the caps that hold for the cell. `edition` is that of its data.
// REQUIRES: CheckCaps() has passed.
void ApplyCaps(const toml::table& caps, datasets::Edition edition, cell::Cell& cell);

// "rows 4000, time_limit 60; libsvm: rows 2000"; "nothing" when there is none.
std::string DescribeCaps(const toml::table& caps);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_CAPS_H_
