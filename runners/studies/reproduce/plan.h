// The plan: all cells of a study, each once, however many experiments need it.
//
// Cells are in the order in which they run one at a time: by split, then dataset, then method. So a noisy hour affects
// all methods alike, and the first split of everything comes first. (jobs.h: the order for several at a time.)
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_PLAN_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_PLAN_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/prepare.h"
#include "results/plan_row.h"
#include "runners/cell/cell.h"
#include "runners/studies/reproduce/study.h"

namespace fdskl::reproduce {

// The cells that the user asks for: `--experiment`, `--dataset`, `--method`. An empty list admits all.
struct CellFilter {
  std::vector<std::string> experiments, datasets, methods;

  bool Has(std::string_view experiment, std::string_view dataset, std::string_view method) const;
};

// Errors: Error when the study has no such name; it lists the valid ones.
void CheckFilter(const CellFilter& filter, const Study& study);

struct PlannedCell {
  cell::Cell cell;  // after UseData()
  cell::ArmRef arm;
  datasets::Prepared data;
  std::string hash;                      // CellHash()
  std::vector<std::string> experiments;  // experiments that need it
  std::string refusal;                   // why it cannot be started; empty when it can
  bool timed = true;                     // an experiment needs its time, measured while nothing else runs
};

// Whether the cell may run beside others: it can be started, no experiment needs its time measured alone, and it keeps
// one core busy.
bool MayRunBeside(const PlannedCell& planned);

// The dataset, the arm, and the settings that tell its cells apart:
// "phishing fdskl split 0, 2000 rows, 8 workers, 4096 features, masking ring of 16 bits"
std::string Title(const cell::Cell& cell);

// Where the data come from; tests supply their own.
struct DataSource {
  // The edition that is available, or the wanted one; as Locate().
  std::function<datasets::Edition(const std::string& dataset, std::optional<datasets::Edition> wanted)> edition;
  // As Prepare().
  std::function<datasets::Prepared(const std::string& dataset, std::optional<datasets::Edition> wanted,
                                   std::optional<std::int64_t> rows)>
      prepare;
};

// The cells that the filter admits. A cell that its data make impossible (more workers than columns) has a refusal.
// Data are prepared once for each dataset and wanted edition. A stand-in has as many rows as the largest cell of the
// whole study, so the filter does not change the data.
// An arm without settings in defaults.toml is left out; `left_out`, if not null, gets a line about it.
// Errors: Error when a setting is out of its range, and those of `source`.
std::vector<PlannedCell> MakePlan(const Study& study, const CellFilter& filter, const DataSource& source,
                                  std::vector<std::string>* left_out = nullptr);

// The rows of the new table `plan`: those of `cells`, and those rows of `before`, of this profile, that the filter
// leaves out.
std::vector<results::PlanRow> PlanRows(const std::vector<PlannedCell>& cells, const Study& study,
                                       const CellFilter& filter, const std::vector<results::PlanRow>& before);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_PLAN_H_
