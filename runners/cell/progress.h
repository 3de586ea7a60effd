// Progress for a person. On a terminal one line that is written over; elsewhere plain lines.
#ifndef FDSKL_RUNNERS_CELL_PROGRESS_H_
#define FDSKL_RUNNERS_CELL_PROGRESS_H_

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "results/run_row.h"
#include "runners/cell/progress_text.h"

namespace fdskl::cell {

enum class ProgressStyle {
  kTerminal,     // one line, written over until the cell ends
  kEvaluations,  // a line when a cell begins, at each evaluation, and when it ends
  kCells,        // a line when a cell ends
};

class ProgressDisplay {
 public:
  // The stream outlives the display.
  ProgressDisplay(std::FILE* stream, ProgressStyle style) : stream_(stream), style_(style) {}

  // A cell begins; `title` stands before all that is said of it: "cell 2 of 3, a9a fdskl split 1".
  void Begin(std::string title);
  void Update(const ProgressEvent& event);
  void End(const results::RunRow& run);

  // Text between cells, on a line of its own.
  void Say(std::string_view text);

  // Passing news: written over on a terminal.
  void Note(std::string_view text);

 private:
  void Rewrite(std::string_view text);

  std::FILE* stream_;
  ProgressStyle style_;
  std::string title_;
  std::optional<double> test_error_;  // the last that was measured
};

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_PROGRESS_H_
