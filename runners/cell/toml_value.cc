#include "runners/cell/toml_value.h"

#include "base/error.h"
#include "results/json.h"

namespace fdskl {

void ReadValue(const toml::node& node, baselines::MethodRef& method) {
  std::string name;
  base::ReadValue(node, name);
  method = baselines::FindMethod(name);
}

}  // namespace fdskl

namespace fdskl::cell {

std::string ValueText(const toml::node& node) {
  if (node.is_string()) return results::Json(node.value_or(std::string()));
  if (node.is_boolean()) return results::Json(node.value_or(false));
  if (node.is_integer()) return results::Json(node.value_or(std::int64_t{0}));
  FDSKL_REQUIRE(node.is_floating_point());
  std::string number = fmt::format("{}", node.value_or(0.0));
  if (number.find_first_of(".en") == std::string::npos) number += ".0";  // 'n' is for nan and inf
  return number;
}

}  // namespace fdskl::cell
