// For tests and fuzzers: what a cell's text must keep.
#ifndef FDSKL_RUNNERS_CELL_TESTING_TEXT_H_
#define FDSKL_RUNNERS_CELL_TESTING_TEXT_H_

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "base/error.h"
#include "runners/cell/cell_text.h"

namespace fdskl::cell::testing {

// Throws a logic_error when the cell's text, which the ranks read, is not that of the cell that they read from it.
inline void RequireSameText(const Cell& cell) {
  const std::string text = CellText(cell);
  std::string again;
  try {
    again = CellText(CellFromText(text, "text"));
  } catch (const base::Error& error) {
    again = error.what();
  }
  if (again != text) throw std::logic_error(fmt::format("does not read back: {}{}", text, again));
}

}  // namespace fdskl::cell::testing

#endif  // FDSKL_RUNNERS_CELL_TESTING_TEXT_H_
