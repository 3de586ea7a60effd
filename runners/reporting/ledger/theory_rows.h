// The stored rows of `fdskl theory`, for the claims that rest on them.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_THEORY_ROWS_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_THEORY_ROWS_H_

#include <string_view>
#include <vector>

#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

inline constexpr const char* kNoTheory = "no table of theory; run: fdskl theory";

// Those of one check; see results/theory_row.h. They live as long as `stored`.
inline std::vector<const results::TheoryRow*> RowsOfCheck(const stored::Stored& stored, std::string_view check) {
  std::vector<const results::TheoryRow*> rows;
  for (const results::TheoryRow& row : stored.theory()) {
    if (row.check == check) rows.push_back(&row);
  }
  return rows;
}

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_THEORY_ROWS_H_
