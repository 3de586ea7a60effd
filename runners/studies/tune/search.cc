#include "runners/studies/tune/search.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "base/error.h"
#include "base/index.h"

namespace fdskl::tune {
namespace {

// How many neighbours are scored at a time, before a better one may begin a new round.
constexpr std::size_t kLookedAt = 6;

class Searcher {
 public:
  Searcher(const Grid& grid, const StepRules& rules, const ScoreTrials& score)
      : grid_(grid), rules_(rules), score_(score) {}

  SearchResult FromTheMiddle() {
    Begin({grid_.Start()});
    while (Left() > 0) {
      if (!Round() && !LookAround()) break;
    }
    return {Best(), errors_.size()};
  }

  SearchResult Around(const std::vector<Point>& start) {
    Begin(start);
    while (Left() > 0 && LookAround()) {
    }
    return {Best(), errors_.size()};
  }

 private:
  // Scores these points, the first before the others, and moves to the best of them.
  void Begin(const std::vector<Point>& start) {
    present_ = start.front();
    Score({present_});
    Score(start);
    Move(start);
  }

  std::size_t Left() const { return base::Index(rules_.points) - errors_.size(); }

  // Scores those of the points that have no score yet, in order, until no points are left: all on the first fold, then
  // on the other folds those that are not given up. Returns how many were scored.
  std::size_t Score(std::vector<Point> points) {
    std::erase_if(points, [&](const Point& point) { return errors_.contains(point); });
    points.resize(std::min(points.size(), Left()));
    if (points.empty()) return 0;
    const std::size_t scored = points.size();
    const std::vector<double> first = OnFolds(points, 0, 1);
    std::vector<Point> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (IsHopeless(first[i])) {
        errors_[points[i]] = std::numeric_limits<double>::infinity();
      } else {
        kept.push_back(points[i]);
        first_[points[i]] = first[i];
      }
    }
    const int others = rules_.folds - 1;
    const std::vector<double> errors = OnFolds(kept, 1, rules_.folds);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto begin = errors.begin() + static_cast<std::ptrdiff_t>(i) * others;
      errors_[kept[i]] = std::accumulate(begin, begin + others, first_.at(kept[i])) / rules_.folds;
    }
    return scored;
  }

  // The errors of the points on folds begin .. end - 1; those of one point are adjacent.
  std::vector<double> OnFolds(const std::vector<Point>& points, int begin, int end) {
    std::vector<Trial> trials;
    for (const Point& point : points) {
      for (int fold = begin; fold < end; ++fold) trials.push_back({point, fold});
    }
    std::vector<double> errors = trials.empty() ? std::vector<double>{} : score_(trials);
    FDSKL_REQUIRE(errors.size() == trials.size());
    return errors;
  }

  // Whether an error on the first fold is so far above that of the present point that the point is given up.
  bool IsHopeless(double error) const {
    const auto present = first_.find(present_);
    return rules_.give_up > 0 && present != first_.end() && error > rules_.give_up * present->second;
  }

  // Moves to the best of those points that have a score, if it is better than the present one.
  bool Move(const std::vector<Point>& points) {
    const Point before = present_;
    for (const Point& point : points) {
      const auto scored = errors_.find(point);
      if (scored != errors_.end() && scored->second < errors_.at(present_)) present_ = point;
    }
    return present_ != before;
  }

  Point With(std::size_t axis, int place) const {
    Point point = present_;
    point[axis] = place;
    return point;
  }

  // The points at the file's places on an axis, those near the present one first.
  std::vector<Point> Places(std::size_t axis) const {
    std::vector<Point> points;
    points.reserve(grid_.axes[axis].values.size());
    for (int place = 0; place < grid_.axes[axis].size(); ++place) points.push_back(With(axis, place));
    std::ranges::stable_sort(points, {}, [&](const Point& point) { return std::abs(point[axis] - present_[axis]); });
    return points;
  }

  // Whether the file has no place beyond the point on that side, and the point there has not been scored either.
  bool IsEnd(Point point, std::size_t axis, int step) const {
    const bool at_end = step < 0 ? point[axis] <= 0 : point[axis] >= grid_.axes[axis].size() - 1;
    point[axis] += step;
    return at_end && !errors_.contains(point);
  }

  // Continues beyond the ends of an axis while that is better.
  void Widen(std::size_t axis) {
    for (const int step : {-1, 1}) {
      while (IsEnd(present_, axis, step) && grid_.Has(axis, present_[axis] + step)) {
        const std::vector<Point> next = {With(axis, present_[axis] + step)};
        if (Score(next) == 0 || !Move(next)) break;
      }
    }
  }

  // Goes once over all axes. Returns whether the present point has changed.
  bool Round() {
    const Point before = present_;
    for (std::size_t axis = 0; axis < grid_.axes.size(); ++axis) {
      const std::vector<Point> places = Places(axis);
      Score(places);
      Move(places);
      if (grid_.axes[axis].widening) Widen(axis);
    }
    return present_ != before;
  }

  // Adds the points up to `radius` steps from the present one on the axes from `axis` on.
  void AddAround(std::size_t axis, int radius, Point& point, std::vector<Point>& points) const {
    if (axis == grid_.axes.size()) {
      points.push_back(point);
      return;
    }
    for (int place = present_[axis] - radius; place <= present_[axis] + radius; ++place) {
      if (!grid_.Has(axis, place)) continue;
      point[axis] = place;
      AddAround(axis + 1, radius, point, points);
    }
    point[axis] = present_[axis];
  }

  // Scores some of the nearest points that have no score. Returns whether there were any.
  bool LookAround() {
    int most = 0;
    for (std::size_t axis = 0; axis < grid_.axes.size(); ++axis) {
      most = std::max(most, grid_.axes[axis].size() + 2 * grid_.Beyond(axis));
    }
    for (int radius = 1; radius <= most; ++radius) {
      std::vector<Point> points;
      Point point = present_;
      AddAround(0, radius, point, points);
      std::ranges::stable_sort(points, {}, [&](const Point& other) {
        return std::inner_product(other.begin(), other.end(), present_.begin(), 0, std::plus<>(),
                                  [](int a, int b) { return a == b ? 0 : 1; });
      });
      std::erase_if(points, [&](const Point& other) { return errors_.contains(other); });
      points.resize(std::min(points.size(), kLookedAt));
      if (Score(points) == 0) continue;
      Move(points);
      return true;
    }
    return false;
  }

  std::vector<std::string> Edges(const Point& point) const {
    std::vector<std::string> edges;
    for (std::size_t axis = 0; axis < grid_.axes.size(); ++axis) {
      for (const int step : {-1, 1}) {
        const bool goes_on = grid_.axes[axis].At(point[axis] + step).has_value();
        if (IsEnd(point, axis, step) && goes_on) edges.push_back(grid_.axes[axis].name);
      }
    }
    return edges;
  }

  // The present point, which has the least error, and the next ones that were not given up.
  std::vector<ScoredPoint> Best() const {
    std::vector<ScoredPoint> best = {{present_, errors_.at(present_), Edges(present_)}};
    for (const auto& [point, error] : errors_) {
      if (point != present_ && std::isfinite(error)) best.push_back({point, error, Edges(point)});
    }
    std::ranges::stable_sort(best, {}, &ScoredPoint::error);
    best.resize(std::min(best.size(), base::Index(grid_.rules.finalists)));
    return best;
  }

  const Grid& grid_;
  const StepRules rules_;
  const ScoreTrials& score_;
  Point present_;
  std::map<Point, double> errors_;  // mean over the folds; infinite if the point was given up
  std::map<Point, double> first_;   // error on the first fold of the points that were not given up
};

}  // namespace

SearchResult Search(const Grid& grid, const ScoreTrials& score) {
  return Searcher(grid, grid.rules.search, score).FromTheMiddle();
}

SearchResult SearchFurther(const Grid& grid, const std::vector<ScoredPoint>& start, const ScoreTrials& score) {
  FDSKL_REQUIRE(!start.empty());
  std::vector<Point> points;
  points.reserve(start.size());
  for (const ScoredPoint& scored : start) points.push_back(scored.point);
  StepRules rules = grid.rules.final;
  rules.points = std::max(rules.points, static_cast<int>(points.size()));
  return Searcher(grid, rules, score).Around(points);
}

}  // namespace fdskl::tune
