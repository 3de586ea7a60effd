// plan.arrow: which cells each experiment needs.
#ifndef FDSKL_RESULTS_PLAN_ROW_H_
#define FDSKL_RESULTS_PLAN_ROW_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

namespace fdskl::results {

// One row per experiment and cell. Several experiments may use the same cell; its newest row in `runs` counts.
struct PlanRow {
  std::string experiment, profile, cell, dataset, method;
  std::int64_t split = 0;
  std::optional<std::string> arm = {};
};

template <class Row, class Visit>
requires std::is_same_v<std::remove_const_t<Row>, PlanRow>
void VisitFields(Row& row, Visit&& visit) {
  visit("experiment", row.experiment,
        "`curves`, `errors`, `scaling`, `workers`, `masking`, `bits`, `features`, `times` or `shapes`");
  visit("profile", row.profile, "`smoke`, `laptop` or `paper`");
  visit("cell", row.cell, "the cell, as in `runs`, whether or not it has run");
  visit("dataset", row.dataset, "as in `runs`");
  visit("method", row.method, "as in `runs`");
  visit("split", row.split, "as in `runs`");
  visit("arm", row.arm, "the method's name, or that of one of its further arms; null in older rows");
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_PLAN_ROW_H_
