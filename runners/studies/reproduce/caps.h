// Caps of a profile: upper bounds on settings that are numbers. A setting above its cap is lowered to it; one that was
// not set (rows, time_limit, memory_limit) gets it.
//
//   [laptop.caps]
//   rows = 4000              # for every method that has the setting
//   [laptop.caps.libsvm]     # for this method, besides; or a dataset, or an edition
//   rows = 2000
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_CAPS_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_CAPS_H_

#include <toml++/toml.h>

#include <string>
#include <string_view>

#include "runners/cell/cell.h"

namespace fdskl::reproduce {

// Errors: Error with file and line when a name is none of a setting, method, dataset or edition, or a value is no
// number.
void CheckCaps(const toml::table& caps, std::string_view source);

// `caps` with those of `own` in place of its own of the same name.
toml::table Overlay(toml::table caps, const toml::table& own);

// Applies the smallest of those that are for such a cell. `edition` is that of its data.
// REQUIRES: CheckCaps() has passed.
void ApplyCaps(const toml::table& caps, datasets::Edition edition, cell::Cell& cell);

// "rows 4000, time_limit 60; libsvm: rows 2000"; "nothing" when there is none.
std::string DescribeCaps(const toml::table& caps);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_CAPS_H_
