#include "runners/datasets_command.h"

#include <array>
#include <iostream>
#include <utility>

#include "base/names.h"
#include "datasets/status.h"

namespace fdskl {

enum class DatasetsAction { kList, kVerify, kFetch };

template <>
struct EnumNames<DatasetsAction> {
  static constexpr std::string_view what = "action on datasets";
  static constexpr std::array<std::pair<DatasetsAction, std::string_view>, 3> table{
      {{DatasetsAction::kList, "list"}, {DatasetsAction::kVerify, "verify"}, {DatasetsAction::kFetch, "fetch"}}};
};

int DatasetsCommand(std::string_view action) {
  switch (ParseName<DatasetsAction>(action)) {
    case DatasetsAction::kVerify:
      return VerifyDatasets(std::cout) ? 0 : 1;
    case DatasetsAction::kFetch:
      return FetchDatasets(std::cout) ? 0 : 1;
    case DatasetsAction::kList:
      break;
  }
  ListDatasets(std::cout);
  return 0;
}

}  // namespace fdskl
