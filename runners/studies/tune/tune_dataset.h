// The search for one method on one dataset: from the data to the choice.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_TUNE_DATASET_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_TUNE_DATASET_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "baselines/methods.h"
#include "datasets/holding.h"
#include "fdskl/fdskl_method.h"
#include "runners/studies/tune/grid.h"
#include "runners/studies/tune/score_store.h"
#include "runners/studies/tune/search.h"

namespace fdskl::tune {

struct TuneTask {
  baselines::MethodRef method = &kFdskl;
  std::string dataset, edition, data_checksum;
  Grid grid;
};

struct Tuned {
  toml::table settings;  // the choice, besides grid.common
  double error = 0;
  std::size_t points = 0;
  std::int64_t rows = 0;
};

// The cell that a point stands for, with the settings of the grid alone. Errors: Error.
cell::Cell CellAt(const TuneTask& task, const Point& point);

// None when Interrupted(). `tell` gets a line for each score that was computed.
std::optional<Tuned> TuneOn(const TuneTask& task, const std::vector<datasets::Holding>& folds, ScoreStore& store,
                            const std::function<void(const std::string&)>& tell);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_TUNE_DATASET_H_
