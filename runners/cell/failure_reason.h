// Why a launcher's run failed, in one line, from what it wrote on standard error: a rank's own message, or which rank
// died of what; never the launcher's paragraphs.
#ifndef FDSKL_RUNNERS_CELL_FAILURE_REASON_H_
#define FDSKL_RUNNERS_CELL_FAILURE_REASON_H_

#include <string>
#include <vector>

namespace fdskl::cell {

// `lines` are those of standard error, oldest first; `status` is that of waitpid(). The result is valid UTF-8.
std::string FailureReason(const std::vector<std::string>& lines, int status);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_FAILURE_REASON_H_
