// The cells of a study, each once, whichever experiments need it.
//
// In the order in which they run: by split, then dataset, then method, so that a noisy hour falls on all methods alike
// and the first split of everything comes first.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_PLAN_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_PLAN_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/prepare.h"
#include "results/plan_row.h"
#include "runners/cell/cell.h"
#include "runners/studies/reproduce/choice.h"
#include "runners/studies/reproduce/study.h"

namespace fdskl::reproduce {

struct PlannedCell {
  cell::Cell cell;  // points at its data
  datasets::Prepared data;
  std::string hash;                      // CellHash()
  std::vector<std::string> experiments;  // that need it
  std::string refusal;                   // why it cannot be started; empty when it can
};

// "phishing fdskl split 0, 2000 rows, 8 workers, masking ring"
std::string Title(const cell::Cell& cell);

// Where the data come from.
struct DataSource {
  // The edition at hand, or the one wanted; as Locate().
  std::function<datasets::Edition(const std::string& dataset, std::optional<datasets::Edition> wanted)> edition;
  // As Prepare().
  std::function<datasets::Prepared(const std::string& dataset, std::optional<datasets::Edition> wanted,
                                   std::optional<std::int64_t> rows)>
      prepare;
};

// The chosen cells. A cell that no data or machine could make possible (more workers than
// the data have columns) has a refusal. Data are prepared once for each dataset and wanted edition, a stand-in with the
// rows that the largest cell of the whole study has, so that what is chosen does not change the data.
// Errors: Error when a setting is out of its range, and those of `source`.
std::vector<PlannedCell> MakePlan(const Study& study, const Choice& choice, const DataSource& source);

// The rows of the new `plan` table: those of `cells`, and of the rows `before` those of this profile that were not
// chosen now.
std::vector<results::PlanRow> PlanRows(const std::vector<PlannedCell>& cells, const Study& study, const Choice& choice,
                                       const std::vector<results::PlanRow>& before);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_PLAN_H_
