// The search for a method's settings on a dataset, the same for all methods.
//
// It begins in the middle of every axis. A round goes through the axes in order. On an axis, all places are scored on
// the first fold, the better half of them (and always the present one) on the second as well, and so on. Of the places
// that were scored on all folds, the one with the least mean error is taken; on a tie the present one, else the earlier
// on the axis. The search ends after rules.rounds, or after a round that changed nothing.
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_SEARCH_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_SEARCH_H_

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "runners/studies/tune/grid.h"

namespace fdskl::tune {

using Point = std::vector<std::size_t>;  // one place for each axis

struct Trial {
  Point point;
  int fold = 0;
};

// Returns the error of each trial, in order. A search asks for no trial twice.
using ScoreTrials = std::function<std::vector<double>(std::span<const Trial>)>;

struct BestPoint {
  Point point;
  double error = 0;        // mean over the folds
  std::size_t points = 0;  // points that were scored
};

BestPoint Search(const Grid& grid, const ScoreTrials& score);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_SEARCH_H_
