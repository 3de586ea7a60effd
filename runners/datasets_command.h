// `fdskl datasets [list|verify|fetch]`.
#ifndef FDSKL_RUNNERS_DATASETS_COMMAND_H_
#define FDSKL_RUNNERS_DATASETS_COMMAND_H_

#include <string_view>

namespace fdskl {

// Returns the exit status. Errors: Error for an unknown action.
int DatasetsCommand(std::string_view action);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_DATASETS_COMMAND_H_
