#include "runners/studies/tune/search.h"

#include <algorithm>
#include <set>

#include "base/error.h"

namespace fdskl::tune {
namespace {

class Scores {
 public:
  explicit Scores(const ScoreTrials& score) : score_(score) {}

  // Scores the points that have no score on the fold yet.
  void Add(const std::vector<Point>& points, int fold) {
    std::vector<Trial> trials;
    for (const Point& point : points) {
      if (!errors_.contains({point, fold})) trials.push_back({point, fold});
    }
    if (trials.empty()) return;
    const std::vector<double> errors = score_(trials);
    FDSKL_REQUIRE(errors.size() == trials.size());
    for (std::size_t i = 0; i < trials.size(); ++i) errors_[{trials[i].point, fold}] = errors[i];
  }

  // The mean error over the first `folds` folds. REQUIRES: the point was scored on them.
  double Mean(const Point& point, int folds) const {
    double sum = 0;
    for (int fold = 0; fold < folds; ++fold) sum += errors_.at({point, fold});
    return sum / folds;
  }

  std::size_t points() const {
    std::set<Point> points;
    for (const auto& [key, error] : errors_) points.insert(key.first);
    return points.size();
  }

 private:
  const ScoreTrials& score_;
  std::map<std::pair<Point, int>, double> errors_;
};

// All places on an axis, the present one first, so that it wins ties.
std::vector<Point> Places(const Grid& grid, const Point& present, std::size_t axis) {
  std::vector<Point> points = {present};
  for (std::size_t place = 0; place < grid.axes[axis].values.size(); ++place) {
    if (place == present[axis]) continue;
    points.push_back(present);
    points.back()[axis] = place;
  }
  return points;
}

Point BestOnAxis(const Grid& grid, const Point& present, std::size_t axis, Scores& scores) {
  std::vector<Point> points = Places(grid, present, axis);
  for (int fold = 0; fold < grid.rules.folds; ++fold) {
    scores.Add(points, fold);
    const auto mean = [&](const Point& point) { return scores.Mean(point, fold + 1); };
    if (fold + 1 == grid.rules.folds) {
      std::ranges::stable_sort(points, {}, mean);
    } else {
      // The present one stays in front; the better half of the others stays too.
      std::stable_sort(points.begin() + 1, points.end(),
                       [&](const Point& a, const Point& b) { return mean(a) < mean(b); });
      points.resize(1 + points.size() / 2);
    }
  }
  return points.front();
}

}  // namespace

BestPoint Search(const Grid& grid, const ScoreTrials& score) {
  Scores scores(score);
  Point present = grid.Start();
  for (int round = 0; round < grid.rules.rounds; ++round) {
    const Point before = present;
    for (std::size_t axis = 0; axis < grid.axes.size(); ++axis) present = BestOnAxis(grid, present, axis, scores);
    if (present == before) break;
  }
  return {present, scores.Mean(present, grid.rules.folds), scores.points()};
}

}  // namespace fdskl::tune
