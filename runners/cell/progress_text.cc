#include "runners/cell/progress_text.h"

#include <fmt/format.h>

#include <sstream>

namespace fdskl::cell {
namespace {

constexpr std::string_view kMark = "fdskl-progress";

}  // namespace

std::string ProgressText(const ProgressEvent& event) {
  return fmt::format("{} {} {} {} {} {} {} {}", kMark, event.iteration, event.iterations, event.features, event.seconds,
                     event.test_error ? fmt::format("{}", *event.test_error) : "-", event.level, event.levels);
}

std::optional<ProgressEvent> ParseProgress(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string mark;
  ProgressEvent event;
  std::string error;
  if (!(words >> mark >> event.iteration >> event.iterations >> event.features >> event.seconds >> error >>
        event.level >> event.levels)) {
    return {};
  }
  if (mark != kMark) return {};
  double test_error = 0;
  if (std::istringstream(error) >> test_error) event.test_error = test_error;
  return event;
}

}  // namespace fdskl::cell
