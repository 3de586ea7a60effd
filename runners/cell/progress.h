// The progress of a cell. Rank 0 tells the driver while it trains, one line of standard output per event. The driver
// shows it to a person: on a terminal in one line that is overwritten, elsewhere in plain lines.
#ifndef FDSKL_RUNNERS_CELL_PROGRESS_H_
#define FDSKL_RUNNERS_CELL_PROGRESS_H_

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "results/run_row.h"

namespace fdskl::cell {

// One report of rank 0 while it trains.
struct ProgressEvent {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;  // in total; 0 when unknown
  std::int64_t features = 0;
  double seconds = 0;                // training time so far
  std::optional<double> test_error;  // if it was measured at this point
  int level = 0, levels = 0;         // as in Progress
};

// The event as one line of text.
std::string ProgressText(const ProgressEvent& event);

// Reads a line of ProgressText(); none when it is another line.
std::optional<ProgressEvent> ParseProgress(std::string_view line);

// What a display shows.
enum class ProgressStyle {
  kTerminal,     // one line, overwritten until the cell ends
  kEvaluations,  // a line when a cell begins, at each evaluation, and when it ends
  kCells,        // a line when a cell ends
};

// Shows the progress of one cell after another. Not thread-safe.
class ProgressDisplay {
 public:
  // Lifetime: the stream outlives the display.
  ProgressDisplay(std::FILE* stream, ProgressStyle style) : stream_(stream), style_(style) {}

  // A cell begins. `title` precedes every line about it: "cell 2 of 3, a9a fdskl split 1".
  void Begin(std::string title);
  void Update(const ProgressEvent& event);
  void End(const results::RunRow& run);

  // Prints text between cells, on its own line.
  void Say(std::string_view text);

  // Prints a line that the next one replaces on a terminal.
  void Note(std::string_view text);

 private:
  void Rewrite(std::string_view text);

  std::FILE* stream_;
  ProgressStyle style_;
  std::string title_;
  std::optional<double> test_error_;  // the last measured one
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PROGRESS_H_
