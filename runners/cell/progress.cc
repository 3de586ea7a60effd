#include "runners/cell/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <sstream>
#include <utility>

namespace fdskl::cell {
namespace {

constexpr std::string_view kMark = "fdskl-progress";

std::string ErrorText(const std::optional<double>& test_error) {
  return test_error ? fmt::format("test error {:.2f}, ", *test_error) : "";
}

std::string Describe(const ProgressEvent& event) {
  const bool trees = event.levels > 0;
  std::string text = fmt::format("{} {}", trees ? "tree" : "iteration", event.iteration);
  if (event.iterations > 0) text += fmt::format("/{}", event.iterations);
  text +=
      trees ? fmt::format(", level {}/{}", event.level, event.levels) : fmt::format(", {} features", event.features);
  text += fmt::format(", {:.1f} s", event.seconds);
  const double within = trees ? static_cast<double>(event.level) / event.levels : 0;
  const double done = static_cast<double>(event.iteration) + within;
  if (event.iterations > 0 && done > 0) {
    text += fmt::format(", {:.1f} s left", event.seconds * (static_cast<double>(event.iterations) - done) / done);
  }
  return text;
}

// How many characters fit on one line. A longer line would wrap, and could not be overwritten.
std::size_t LineWidth(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::string_view::npos;
  return size.ws_col;
}

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

void ProgressDisplay::Begin(std::string title) {
  title_ = std::move(title);
  test_error_.reset();
  if (style_ == ProgressStyle::kTerminal) Rewrite(title_ + ": starting");
  if (style_ == ProgressStyle::kEvaluations) Say(title_);
}

void ProgressDisplay::Update(const ProgressEvent& event) {
  if (event.test_error) test_error_ = event.test_error;
  // On a terminal the error comes first, so that a narrow window does not cut it off.
  if (style_ == ProgressStyle::kTerminal) {
    Rewrite(fmt::format("{}{}: {}", ErrorText(test_error_), title_, Describe(event)));
  }
  if (style_ == ProgressStyle::kEvaluations && event.test_error) {
    Say(fmt::format("{}: {}{}", title_, ErrorText(test_error_), Describe(event)));
  }
}

void ProgressDisplay::End(const results::RunRow& run) {
  std::string text = fmt::format("{}: {}", title_, run.status);
  if (!run.reason.empty()) text += fmt::format(" ({})", run.reason);
  if (run.test_error) text += fmt::format(", test error {:.2f}", *run.test_error);
  if (run.train_seconds) text += fmt::format(", {:.1f} s of training", *run.train_seconds);
  Say(text);
}

void ProgressDisplay::Say(std::string_view text) {
  if (style_ == ProgressStyle::kTerminal) Rewrite("");
  fmt::print(stream_, "{}\n", text);
  std::fflush(stream_);
}

void ProgressDisplay::Note(std::string_view text) {
  if (style_ == ProgressStyle::kTerminal) {
    Rewrite(text);
  } else {
    Say(text);
  }
}

void ProgressDisplay::Rewrite(std::string_view text) {
  fmt::print(stream_, "\r\x1b[K{}", text.substr(0, LineWidth(stream_)));
  std::fflush(stream_);
}

}  // namespace fdskl::cell
