// The error of settings on a fold, computed in this process.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_SCORE_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_SCORE_H_

#include <optional>

#include "datasets/holding.h"
#include "runners/cell/cell.h"

namespace fdskl::tune {

// Trains cell.method over one worker and predicts the held-out samples: misclassified ones in percent, or the root mean
// square error of a regression. 100 when the model is no longer finite. None when Interrupted().
// FDSKL batches as it does with cell.active workers that hold labels, and so gives their model (Lemma 1).
std::optional<double> FoldError(const cell::Cell& cell, const datasets::Holding& fold);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_SCORE_H_
