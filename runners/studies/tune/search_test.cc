#include "runners/studies/tune/search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace fdskl::tune {
namespace {

// Axes of powers of two, 1 at the first place. They go on beyond their ends if `widen` is above 0.
Grid GridOf(const std::vector<int>& lengths, int points, int widen = 0) {
  Grid grid;
  grid.rules = {.search = {.rows = 100, .folds = 3, .points = points}, .widen = widen};
  for (const int length : lengths) {
    const std::string name(1, static_cast<char>('a' + grid.axes.size()));
    grid.axes.push_back({name, {}, Widening{.factor = 2}});
    for (int place = 0; place < length; ++place) {
      grid.axes.back().values.push_back(toml::table{{name, std::pow(2.0, place)}});
    }
  }
  return grid;
}

// Scores by error(point, fold), and records which trials were asked for.
struct Asked {
  std::function<double(const Point&, int)> error;
  std::vector<Trial> trials = {};

  std::vector<double> operator()(std::span<const Trial> wanted) {
    std::vector<double> errors;
    for (const Trial& trial : wanted) {
      trials.push_back(trial);
      errors.push_back(error(trial.point, trial.fold));
    }
    return errors;
  }
};

// The sum of squared distances to `bottom`, a little more on later folds.
auto BowlAt(const Point& bottom) {
  return [bottom](const Point& point, int fold) {
    double sum = 0.1 * fold;
    for (std::size_t a = 0; a < point.size(); ++a) sum += std::pow(point[a] - bottom[a], 2);
    return sum;
  };
}

TEST(Search, FindsTheBottomOfABowl) {
  const ScoredPoint best = Search(GridOf({7, 5}, 20), Asked{BowlAt({6, 0})}).best.front();
  EXPECT_EQ(best.point, (Point{6, 0}));
  EXPECT_NEAR(best.error, 0.1, 1e-12);
}

// Whatever the number of axes, the search scores the same number of points, each on every fold, and none twice.
TEST(Search, EveryMethodGetsTheSameNumberOfPointsAndFolds) {
  for (const std::vector<int>& lengths : {std::vector<int>{7, 5}, {30}, {2, 5, 4, 3, 3, 4}, {5, 5, 5}}) {
    Asked asked{BowlAt(Point(lengths.size(), 1))};
    const SearchResult found = Search(GridOf(lengths, 25), std::ref(asked));
    std::set<std::pair<Point, int>> seen;
    for (const Trial& trial : asked.trials) EXPECT_TRUE(seen.insert({trial.point, trial.fold}).second);
    EXPECT_EQ(found.points, 25U);
    EXPECT_EQ(seen.size(), 75U);
  }
}

TEST(Search, EndsWhenTheGridHasNoOtherPoint) {
  Asked asked{BowlAt({0, 0})};
  EXPECT_EQ(Search(GridOf({3, 2}, 100), std::ref(asked)).points, 6U);
}

TEST(Search, AnOptimumAtTheEdgeWidensTheAxisUpToItsBound) {
  for (const int bottom : {-2, -1, 0, 4, 5, 6}) {
    const ScoredPoint best = Search(GridOf({5}, 30, 3), Asked{BowlAt({bottom})}).best.front();
    EXPECT_EQ(best.point, (Point{bottom}));
    EXPECT_TRUE(best.edges.empty()) << bottom;
  }
  const ScoredPoint best = Search(GridOf({5, 3}, 60, 3), Asked{BowlAt({20, 1})}).best.front();
  EXPECT_EQ(best.point, (Point{7, 1}));  // three beyond the last of the file
  EXPECT_EQ(best.edges, std::vector<std::string>{"a"});
}

TEST(Search, NaturalBoundsAreNoEdges) {
  Grid grid = GridOf({5}, 30, 3);
  grid.axes[0].widening->most = 32;  // place 5
  grid.axes[0].widening->least = 1;
  EXPECT_EQ(Search(grid, Asked{BowlAt({20})}).best.front().point, (Point{5}));
  EXPECT_TRUE(Search(grid, Asked{BowlAt({20})}).best.front().edges.empty());
  EXPECT_EQ(Search(grid, Asked{BowlAt({-20})}).best.front().point, (Point{0}));
}

TEST(Search, ChoicesHaveNoBeyond) {
  Grid grid = GridOf({2}, 30, 3);
  grid.axes[0].widening.reset();
  const SearchResult found = Search(grid, Asked{BowlAt({1})});
  EXPECT_EQ(found.best.front().point, (Point{1}));
  EXPECT_EQ(found.points, 2U);
}

TEST(Search, FollowsWhatMovesTogether) {
  // Along each axis alone, (1, 1) is the best. The minimum lies on the diagonal.
  const auto valley = [](const Point& point, int /*fold*/) {
    return 10 * std::pow(point[0] - point[1], 2) + std::pow(point[0] - 4, 2);
  };
  EXPECT_EQ(Search(GridOf({5, 5}, 25), Asked{valley}).best.front().point, (Point{4, 4}));
}

TEST(Search, GivesUpWhatIsHopelessOnTheFirstFoldAndFindsTheSame) {
  const auto error = [](const Point& point, int fold) { return 5 + BowlAt({6, 0})(point, fold); };
  Grid grid = GridOf({7, 5}, 30);
  Asked all{error};
  const SearchResult found = Search(grid, std::ref(all));
  grid.rules.search.give_up = 1.5;
  Asked fewer{error};
  const SearchResult again = Search(grid, std::ref(fewer));
  EXPECT_EQ(again.best.front().point, found.best.front().point);
  EXPECT_EQ(again.best.front().error, found.best.front().error);
  EXPECT_EQ(again.points, found.points);
  EXPECT_LT(fewer.trials.size(), all.trials.size());
  double present = error(grid.Start(), 0);  // error of the best point so far on the first fold
  std::set<Point> hopeless;
  for (const Trial& trial : fewer.trials) {
    const double first = error(trial.point, 0);
    if (trial.fold == 0 && first > 1.5 * present) hopeless.insert(trial.point);
    if (trial.fold > 0) {
      EXPECT_FALSE(hopeless.contains(trial.point));
      present = std::min(present, first);
    }
  }
  EXPECT_FALSE(hopeless.empty());
}

TEST(Search, OnATieThePresentPlaceStays) {
  const ScoredPoint best = Search(GridOf({5, 3}, 15), Asked{[](const Point&, int) { return 7.0; }}).best.front();
  EXPECT_EQ(best.point, (Point{2, 1}));
  EXPECT_EQ(best.error, 7);
}

TEST(Search, FinalistsAreTheBestPointsThatWereNotGivenUp) {
  Grid grid = GridOf({7}, 7);
  grid.rules.finalists = 4;
  const auto places = [&] {
    std::vector<int> found;
    for (const ScoredPoint& point : Search(grid, Asked{BowlAt({2})}).best) found.push_back(point.point[0]);
    return found;
  };
  EXPECT_EQ(places(), (std::vector<int>{2, 1, 3, 0}));  // 0 and 4 are equal; the first is taken
  grid.rules.search.give_up = 1;
  EXPECT_EQ(places(), (std::vector<int>{2, 1, 3}));  // on the first fold the others are worse than the middle, 3
}

// On more samples the bottom lies elsewhere: the further search begins at the best of the finalists there, and walks.
TEST(SearchFurther, WalksFromTheBestFinalistToTheBottom) {
  Grid grid = GridOf({9, 5}, 20);
  grid.rules.finalists = 3;
  const std::vector<ScoredPoint> finalists = Search(grid, Asked{BowlAt({2, 2})}).best;
  grid.rules.final = {.rows = 200, .folds = 4, .points = 30};
  Asked asked{BowlAt({5, 0})};
  const SearchResult found = SearchFurther(grid, finalists, std::ref(asked));
  EXPECT_EQ(found.best.front().point, (Point{5, 0}));
  EXPECT_EQ(found.points, 30U);
  std::set<std::pair<Point, int>> seen;
  for (const Trial& trial : asked.trials) EXPECT_TRUE(seen.insert({trial.point, trial.fold}).second);
  EXPECT_EQ(seen.size(), 120U);
  for (const ScoredPoint& finalist : finalists) EXPECT_TRUE(seen.contains({finalist.point, 3}));
}

TEST(SearchFurther, WithoutFurtherPointsTheFinalistsAreCompared) {
  const std::vector<ScoredPoint> finalists = {{{2}, 1, {}}, {{4}, 2, {}}, {{3}, 3, {}}};
  const SearchResult found = SearchFurther(GridOf({7}, 20), finalists, Asked{BowlAt({6})});
  EXPECT_EQ(found.best.front().point, (Point{4}));
  EXPECT_EQ(found.points, 3U);
  const Asked equal{[](const Point&, int) { return 7.0; }};
  EXPECT_EQ(SearchFurther(GridOf({7}, 20), finalists, equal).best.front().point, (Point{2}));
}

TEST(Search, AFirstFoldAloneDoesNotDecide) {
  const auto lucky = [](const Point& point, int fold) { return point[0] == 2 ? (fold == 0 ? 0.0 : 9.0) : 3.0; };
  EXPECT_EQ(Search(GridOf({3}, 3), Asked{lucky}).best.front().point, (Point{1}));
}

}  // namespace
}  // namespace fdskl::tune
