// The scores of a setup's repeats, by attack and number of features, and the rows they become.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_TALLY_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_TALLY_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "results/audit_row.h"
#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/score.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

class Tally {
 public:
  // Scores one repeat's outcome against the truth; `seed` is the repeat's.
  void Add(AttackKind attack, const Outcome& outcome, const Table& truth, std::uint64_t seed);

  // What was recovered; all that describes the setup is left to the caller.
  std::vector<results::AuditRow> Rows() const;

 private:
  struct Entry {
    std::int64_t hidden_columns = 0;
    std::vector<Score> scores;
  };
  std::map<std::pair<AttackKind, std::int64_t>, Entry> entries_;
};

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_TALLY_H_
