// Additions to base/toml.h for this room and those above it: reads methods, and writes values of settings files.
#ifndef FDSKL_RUNNERS_CELL_TOML_VALUE_H_
#define FDSKL_RUNNERS_CELL_TOML_VALUE_H_

#include <string>

#include "base/toml.h"
#include "baselines/methods.h"

namespace fdskl {

// Reads a method by its name. Errors: Error when there is none. It is in the namespace of MethodEntry so that
// base/toml.h finds it for lists too.
void ReadValue(const toml::node& node, baselines::MethodRef& method);

}  // namespace fdskl

namespace fdskl::cell {

using base::FailToRead;
using base::InsertTyped;
using base::ParseToml;
using base::ReadMembers;
using base::ReadValue;
using base::Where;

// A number, truth value or text as TOML writes it: 4.0, 1e-06, true, "ring". REQUIRES: the node is one of these.
std::string ValueText(const toml::node& node);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_TOML_VALUE_H_
