// The stored rows of `fdskl theory`, for the claims that rest on them.
#ifndef FDSKL_RUNNERS_LEDGER_THEORY_ROWS_H_
#define FDSKL_RUNNERS_LEDGER_THEORY_ROWS_H_

#include <string_view>
#include <vector>

#include "runners/stored/stored.h"

namespace fdskl {

inline constexpr const char* kNoTheory = "no table of theory; run: fdskl theory";

// Those of one check; see results/theory_row.h. They live as long as `stored`.
inline std::vector<const TheoryRow*> RowsOfCheck(const Stored& stored, std::string_view check) {
  std::vector<const TheoryRow*> rows;
  for (const TheoryRow& row : stored.theory()) {
    if (row.check == check) rows.push_back(&row);
  }
  return rows;
}

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_LEDGER_THEORY_ROWS_H_
