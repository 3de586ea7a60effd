// The search for a method's settings on a dataset. It is the same for all methods: every method gets exactly the
// points of the rules. Each point is scored on every fold. But a point whose error on the first fold is more than
// `give_up` times the present point's is given up there: it counts as scored, and is never taken.
//
// The search begins in the middle of every axis. A round goes through the axes in order and scores all places of the
// file on each. It takes the place with the least mean error; on a tie the present one stays. If that is the first or
// last place scored on the axis, the search continues beyond it (Axis::At()) as long as that is better, by up to
// rules.widen places. When a round has changed nothing and points are left, neighbours of the present point in all
// directions are scored, a few at a time: those that differ on the fewest axes first, then those two steps away, and so
// on. A better one begins a new round.
// The search ends when all points are used, or when the grid has no others. Then it goes on with more samples, since
// the best place moves with their number: SearchFurther() scores the best rules.finalists points again, then
// neighbours of the best of them in the same way, and that decides (tune_dataset.h).
#ifndef FDSKL_RUNNERS_STUDIES_TUNE_SEARCH_H_
#define FDSKL_RUNNERS_STUDIES_TUNE_SEARCH_H_

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "runners/studies/tune/grid.h"

namespace fdskl::tune {

// One training: a point, scored on a fold.
struct Trial {
  Point point;
  int fold = 0;
};

// Returns the error of each trial, in order. A search asks for no trial twice.
using ScoreTrials = std::function<std::vector<double>(std::span<const Trial>)>;

struct ScoredPoint {
  Point point;
  double error = 0;                // mean over the folds
  std::vector<std::string> edges;  // axes that could continue beyond the point, but points or places ran out
};

struct SearchResult {
  std::vector<ScoredPoint> best;  // at most rules.finalists, by ascending error; at least one
  std::size_t points = 0;         // points that were scored
};

// Runs the search. `score` may run its trials in any order. An exception that it throws ends the search.
SearchResult Search(const Grid& grid, const ScoreTrials& score);

// Scores these points, which Search() found, then neighbours of the best of them, nearest first, until
// rules.final_points are scored, these included. On a tie the earlier of `start` is better.
// REQUIRES: start is not empty.
SearchResult SearchFurther(const Grid& grid, const std::vector<ScoredPoint>& start, const ScoreTrials& score);

}  // namespace fdskl::tune

#endif  // FDSKL_RUNNERS_STUDIES_TUNE_SEARCH_H_
