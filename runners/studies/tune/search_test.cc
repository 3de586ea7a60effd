#include "runners/studies/tune/search.h"

#include <gtest/gtest.h>

#include <set>

namespace fdskl::tune {
namespace {

Grid GridOf(const std::vector<std::size_t>& lengths, int folds = 3, int rounds = 2) {
  Grid grid;
  grid.rules.folds = folds;
  grid.rules.rounds = rounds;
  for (const std::size_t length : lengths) {
    grid.axes.push_back({std::string(1, static_cast<char>('a' + grid.axes.size())), {}});
    for (std::size_t place = 0; place < length; ++place) {
      grid.axes.back().values.push_back(toml::table{{grid.axes.back().name, static_cast<std::int64_t>(place)}});
    }
  }
  return grid;
}

// Scores by `error(point, fold)`, and keeps what was asked for.
struct Asked {
  std::function<double(const Point&, int)> error;
  std::vector<Trial> trials;

  std::vector<double> operator()(std::span<const Trial> wanted) {
    std::vector<double> errors;
    for (const Trial& trial : wanted) {
      trials.push_back(trial);
      errors.push_back(error(trial.point, trial.fold));
    }
    return errors;
  }
};

double Bowl(const Point& point, int fold) {
  const double a = static_cast<double>(point[0]) - 6;
  const double b = static_cast<double>(point[1]) - 0;
  return a * a + b * b + 0.1 * fold;
}

TEST(Search, FindsTheBottomOfABowlAndScoresNothingTwice) {
  Asked asked{Bowl, {}};
  const BestPoint best = Search(GridOf({7, 5}), std::ref(asked));
  EXPECT_EQ(best.point, (Point{6, 0}));
  EXPECT_NEAR(best.error, 0.1, 1e-12);
  std::set<std::pair<Point, int>> seen;
  std::set<Point> points;
  for (const Trial& trial : asked.trials) {
    EXPECT_TRUE(seen.insert({trial.point, trial.fold}).second);
    points.insert(trial.point);
  }
  EXPECT_EQ(best.points, points.size());
  EXPECT_LT(asked.trials.size(), 3 * points.size());  // the worse half went no further
}

TEST(Search, LeavesThePresentPlaceOnAxesOfAnyLength) {
  for (const std::size_t length : {2U, 3U, 4U, 5U, 6U, 7U}) {
    for (std::size_t best = 0; best < length; ++best) {
      const auto error = [&](const Point& point, int /*fold*/) { return point[0] == best ? 1.0 : 2.0; };
      EXPECT_EQ(Search(GridOf({length}), Asked{error, {}}).point, (Point{best})) << length;
    }
  }
}

TEST(Search, ALaterRoundFollowsWhatMovesTogether) {
  // The best b depends on a.
  const auto valley = [](const Point& point, int /*fold*/) {
    const auto a = static_cast<double>(point[0]);
    const auto b = static_cast<double>(point[1]);
    return 10 * (a - b) * (a - b) + (a - 4) * (a - 4);
  };
  const auto error = [&](int rounds) { return Search(GridOf({5, 5}, 2, rounds), Asked{valley, {}}).error; };
  EXPECT_LE(error(2), error(1));
}

TEST(Search, OnATieThePresentPlaceStays) {
  const BestPoint best = Search(GridOf({5, 3}), Asked{[](const Point&, int) { return 7.0; }, {}});
  EXPECT_EQ(best.point, (Point{2, 1}));
  EXPECT_EQ(best.error, 7);
}

TEST(Search, AFirstFoldAloneDoesNotDecide) {
  // The last place is lucky on the first fold.
  const auto lucky = [](const Point& point, int fold) { return point[0] == 2 ? (fold == 0 ? 0.0 : 9.0) : 3.0; };
  EXPECT_EQ(Search(GridOf({3}), Asked{lucky, {}}).point, (Point{1}));
}

}  // namespace
}  // namespace fdskl::tune
