// TOML (base/toml.h) of what this room and those above it know besides: methods, and values of settings files.
#ifndef FDSKL_RUNNERS_CELL_TOML_VALUE_H_
#define FDSKL_RUNNERS_CELL_TOML_VALUE_H_

#include <string>

#include "base/toml.h"
#include "baselines/methods.h"

namespace fdskl {

// In the namespace of MethodEntry, where base/toml.h finds it for lists too.
void ReadValue(const toml::node& node, baselines::MethodRef& method);

}  // namespace fdskl

namespace fdskl::cell {

using base::FailToRead;
using base::InsertTyped;
using base::ParseToml;
using base::ReadMembers;
using base::ReadValue;
using base::Where;

// A number, truth value or text as it is written in a file: 4.0, 1e-06, true, "ring".
std::string ValueText(const toml::node& node);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_TOML_VALUE_H_
