#include "runners/progress.h"

#include <fmt/format.h>

#include <utility>

namespace fdskl {
namespace {

std::string Describe(const ProgressEvent& event, const std::optional<double>& test_error) {
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
  if (test_error) text += fmt::format(", test error {:.2f}", *test_error);
  return text;
}

}  // namespace

void ProgressDisplay::Begin(std::string title) {
  title_ = std::move(title);
  test_error_.reset();
  if (terminal_) {
    Rewrite(title_ + ": starting");
  } else {
    Say(title_);
  }
}

void ProgressDisplay::Update(const ProgressEvent& event) {
  if (event.test_error) test_error_ = event.test_error;
  const std::string text = fmt::format("{}: {}", title_, Describe(event, test_error_));
  if (terminal_) {
    Rewrite(text);
  } else if (event.test_error) {
    Say(text);
  }
}

void ProgressDisplay::End(const RunRow& run) {
  std::string text = fmt::format("{}: {}", title_, run.status);
  if (!run.reason.empty()) text += fmt::format(" ({})", run.reason);
  if (run.test_error) text += fmt::format(", test error {:.2f}", *run.test_error);
  if (run.train_seconds) text += fmt::format(", {:.1f} s of training", *run.train_seconds);
  Say(text);
}

void ProgressDisplay::Say(std::string_view text) {
  if (terminal_) Rewrite("");
  fmt::print(stream_, "{}\n", text);
  std::fflush(stream_);
}

void ProgressDisplay::Rewrite(std::string_view text) {
  fmt::print(stream_, "\r\x1b[K{}", text);
  std::fflush(stream_);
}

}  // namespace fdskl
