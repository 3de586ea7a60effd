// What rank 0 tells the driver while it trains: one line of standard output per event.
#ifndef FDSKL_RUNNERS_CELL_PROGRESS_TEXT_H_
#define FDSKL_RUNNERS_CELL_PROGRESS_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fdskl::cell {

struct ProgressEvent {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;  // of how many; 0 when unknown
  std::int64_t features = 0;
  double seconds = 0;                // training time so far
  std::optional<double> test_error;  // when it was measured here
  int level = 0, levels = 0;         // as in Progress
};

std::string ProgressText(const ProgressEvent& event);

// None for a line that is anything else.
std::optional<ProgressEvent> ParseProgress(std::string_view line);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PROGRESS_TEXT_H_
