// The search from the data to the settings file, on a small made-up dataset.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/error.h"
#include "base/index.h"
#include "base/seed.h"
#include "base/testing.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/methods.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/svm_methods.h"
#include "datasets/column_writer.h"
#include "datasets/split.h"
#include "fdskl/fdskl_method.h"
#include "results/rows.h"
#include "runners/studies/tune/folds.h"
#include "runners/studies/tune/tune_dataset.h"

namespace fdskl::tune {
namespace {

constexpr std::int64_t kRows = 640;
constexpr const char* kDataset = "phishing";

double Uniform(std::int64_t i, std::int64_t k) {
  return static_cast<double>(base::Seed("tune test", i, k) >> 11U) * 0x1p-53;
}

// Samples whose classes are divided by a curve. The features and labels of `poisoned` samples are nonsense.
datasets::ColumnStore MakeStore(const std::filesystem::path& file, const std::vector<std::int32_t>& poisoned) {
  datasets::RowBlock block;
  base::DenseMatrix x(kRows, 3);
  for (std::int64_t i = 0; i < kRows; ++i) {
    for (std::int64_t k = 0; k < 3; ++k) x(i, k) = static_cast<float>(Uniform(i, k));
    block.labels.push_back(std::sin(6 * x(i, 0)) > x(i, 1) - 0.5 ? 1.0F : -1.0F);
  }
  for (const std::int32_t i : poisoned) {
    x.row(i).setConstant(1e6F);
    block.labels[static_cast<std::size_t>(i)] *= -1;
  }
  block.x = base::Matrix(x);
  datasets::ColumnWriter writer(file, 3, false);
  writer.Append(block);
  writer.Finish({kDataset, datasets::Edition::kStandIn, datasets::Task::kClassification, false, kRows, 3, "checksum",
                 "made here"});
  return datasets::ColumnStore::Open(file);
}

Grid SmallGrid(baselines::MethodRef method) {
  Grid grid;
  grid.rules = {.search = {.rows = 240, .folds = 3, .points = 5},
                .finalists = 2,
                .final = {.rows = 320, .folds = 4, .points = 4}};
  const auto axis = [&](const char* name, const auto&... values) {
    grid.axes.push_back({name, {toml::table{{name, values}}...}, Widening{.factor = 4}});
  };
  if (method == &fd_svrg::kFdSvrg) {
    grid.common = toml::table{{"epochs", 5}, {"batch", 32}};
    axis("lambda", 1e-4, 1e-2, 0.5);
    return grid;
  }
  if (method == &secureboost::kSecureBoost) {
    grid.common = toml::table{{"active", 1}, {"trees", 5}};
    axis("learning_rate", 0.3, 0.6);
    axis("least_hessian", 1000.0, 0.1);  // the first value allows no split
    return grid;
  }
  axis("sigma", 0.01, 0.3, 30.0);
  if (method == &svm::kLibsvm || method == &svm::kPpSvmv) axis("C", 0.01, 5.0);
  if (method == &kFdskl) {
    grid.common = toml::table{{"block", 32}, {"features", 1024}, {"rho", 0.01}};
    axis("gamma", 1.0, 0.01);
  }
  return grid;
}

class Tuning : public ::testing::Test {
 protected:
  // Returns the best settings; the scores stay in tuning.arrow.
  std::optional<Tuned> Tune(baselines::MethodRef method, const datasets::ColumnStore& store, bool finer = false) {
    TuneTask task{cell::OwnArm(method), kDataset, "stand-in", "checksum", SmallGrid(method), {}};
    task.grid.rules.final_finer = finer;
    const TuneFolds folds =
        LoadTuneFolds(store, clean_.Labels(), kDataset, task.grid.rules, cell::MissingFor(task.arm->method));
    ScoreStore scores(folder_.path());
    computed_ = 0;
    return TuneOn(task, folds, scores, [&](const std::string&) { ++computed_; });
  }
  std::vector<results::TuningRow> Rows() const {
    return results::ReadRows<results::TuningRow>(folder_.path() / "tuning.arrow");
  }

  base::testing::TempFolder folder_;
  datasets::ColumnStore clean_ = MakeStore(folder_.path() / "clean.arrow", {});
  int computed_ = 0;
};

constexpr std::array<baselines::MethodRef, 5> kSearched = {&kFdskl, &svm::kLibsvm, &svm::kPpSvmv, &fd_svrg::kFdSvrg,
                                                           &secureboost::kSecureBoost};

TEST_F(Tuning, FoldsAreStratifiedPartsOfTheTuningPoolAlone) {
  const std::vector<float> labels = clean_.Labels();
  const std::vector<std::int32_t> pool = datasets::TuningPool(labels, kDataset);
  const auto positive = [&](std::int32_t sample) { return labels[static_cast<std::size_t>(sample)] > 0; };
  const double share = static_cast<double>(std::ranges::count_if(pool, positive)) / static_cast<double>(pool.size());
  std::set<std::int32_t> seen;
  for (const auto& fold : FoldSamples(labels, kDataset, 120, 3)) {
    EXPECT_EQ(fold.size(), 40U);
    EXPECT_NEAR(static_cast<double>(std::ranges::count_if(fold, positive)), 40 * share, 2);
    for (const std::int32_t sample : fold) {
      EXPECT_TRUE(seen.insert(sample).second);
      EXPECT_TRUE(std::ranges::binary_search(pool, sample));
    }
  }
}

// Once the folds are known, the features and labels of every sample outside the tuning pool, and so of all test
// samples of all splits, become nonsense. The result is the same to the bit.
TEST_F(Tuning, SamplesOutsideThePoolAreNeverLookedAt) {
  const std::vector<std::int32_t> pool = datasets::TuningPool(clean_.Labels(), kDataset);
  std::vector<std::int32_t> outside;
  std::ranges::set_difference(base::FirstNumbers(kRows), pool, std::back_inserter(outside));
  for (int split = 0; split < 10; ++split) {
    EXPECT_TRUE(std::ranges::includes(outside, datasets::MakeSplit(clean_.Labels(), kDataset, split).test));
  }
  const datasets::ColumnStore poisoned = MakeStore(folder_.path() / "poisoned.arrow", outside);
  for (const baselines::MethodRef method : kSearched) {
    const auto first = Tune(method, clean_);
    std::vector<results::TuningRow> rows = Rows();
    EXPECT_GT(computed_, 0);
    std::filesystem::remove(folder_.path() / "tuning.arrow");
    const auto second = Tune(method, poisoned);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(first->settings, second->settings) << method->name;
    EXPECT_EQ(first->error, second->error);
    std::vector<results::TuningRow> again = Rows();
    ASSERT_EQ(again.size(), rows.size());
    const auto key = [](const results::TuningRow& row) { return std::tuple(row.settings, row.rows, row.fold); };
    std::ranges::sort(rows, {}, key);
    std::ranges::sort(again, {}, key);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(key(again[i]), key(rows[i]));
      EXPECT_EQ(again[i].error, rows[i].error);
    }
    std::filesystem::remove(folder_.path() / "tuning.arrow");
  }
  // The test would notice: the same poison in the pool changes the errors.
  const auto before = Tune(&svm::kLibsvm, clean_);
  std::filesystem::remove(folder_.path() / "tuning.arrow");
  const auto after = Tune(&svm::kLibsvm, MakeStore(folder_.path() / "worse.arrow", pool));
  EXPECT_NE(before->error, after->error);
}

TEST_F(Tuning, EveryMethodGetsTheSamePointsFoldsAndRows) {
  for (const baselines::MethodRef method : kSearched) {
    const auto tuned = Tune(method, clean_);
    ASSERT_TRUE(tuned);
    EXPECT_EQ(tuned->points, 5U) << method->name;
    EXPECT_EQ(tuned->rows, 240) << method->name;
    EXPECT_EQ(tuned->final_points, 4U) << method->name;
    EXPECT_EQ(tuned->final_rows, 320) << method->name;
    EXPECT_EQ(computed_, 5 * 3 + 4 * 4) << method->name;
  }
}

// The best points of the search are scored on more samples, and neighbours of these; those scores decide.
TEST_F(Tuning, TheSearchGoesOnWithMoreSamples) {
  const auto tuned = Tune(&svm::kLibsvm, clean_);
  ASSERT_TRUE(tuned);
  std::map<std::string, double> search, final;  // sums over the folds by settings
  for (const results::TuningRow& row : Rows()) (row.rows == 240 ? search : final)[row.settings] += row.error;
  ASSERT_EQ(search.size(), 5U);
  ASSERT_EQ(final.size(), 4U);
  std::vector<std::pair<double, std::string>> by_error;
  by_error.reserve(search.size());
  for (const auto& [settings, error] : search) by_error.emplace_back(error, settings);
  std::ranges::sort(by_error);
  ASSERT_LT(by_error[1].first, by_error[2].first);
  EXPECT_TRUE(final.contains(by_error[0].second) && final.contains(by_error[1].second));
  const auto best = std::ranges::min_element(final, {}, &std::pair<const std::string, double>::second);
  EXPECT_DOUBLE_EQ(tuned->error, best->second / 4);
}

TEST_F(Tuning, TheSearchDecidesWhereThePoolHasNoMoreSamples) {
  const SearchRules rules{.search = {.rows = 1000}, .final = {.rows = 2000}};
  EXPECT_TRUE(LoadTuneFolds(clean_, clean_.Labels(), kDataset, rules, datasets::Missing::kFill).final.empty());
}

TEST_F(Tuning, WidthsAreMultiplesOfTheMedianDistanceInTheKernelsOwnNorm) {
  const base::DenseMatrix x = 5 * base::DenseMatrix::Identity(64, 64);
  for (const base::Matrix& samples : {base::Matrix(x), base::Matrix(base::ToSparse(x))}) {
    EXPECT_NEAR(MedianDistances(samples).euclidean, std::sqrt(50), 1e-9);
    EXPECT_NEAR(MedianDistances(samples).absolute, 10, 1e-9);
  }
  EXPECT_THROW(MedianDistances(base::Matrix(base::DenseMatrix::Ones(9, 2).eval())), base::Error);

  Grid grid;
  grid.axes.push_back({"kernel", {toml::table{{"kernel", "gaussian"}}, toml::table{{"kernel", "laplace"}}}, {}});
  grid.axes.push_back({"sigma", {toml::table{{"sigma", 0.5}}}, Widening{.factor = 2, .in_distances = true}});
  const TuneTask task{
      cell::OwnArm(&kFdskl), kDataset, "stand-in", "checksum", grid, {.euclidean = 5, .absolute = 7.12345}};
  EXPECT_EQ(SettingsAt(task, {0, 0})["sigma"].value<double>(), 2.5);
  EXPECT_EQ(SettingsAt(task, {1, 0})["sigma"].value<double>(), 3.56);
  EXPECT_EQ(SettingsAt(task, {1, 1})["sigma"].value<double>(), 7.12);
  EXPECT_EQ(CellAt(task, {1, -1}).As<Settings>().sigma, 1.78);
}

TEST_F(Tuning, FindsWhatIsBetter) {
  for (const baselines::MethodRef method : {&kFdskl, &svm::kLibsvm}) {
    const auto tuned = Tune(method, clean_);
    ASSERT_TRUE(tuned);
    EXPECT_EQ(tuned->settings["sigma"].value<double>(), 0.3) << method->name;
    EXPECT_LT(tuned->error, 15);
  }
}

TEST_F(Tuning, AFinerSecondStepScoresTheSamePointsFirstAndThenPlacesBetween) {
  const auto sigmas = [&] {
    std::set<double> found;
    for (const results::TuningRow& row : Rows()) {
      if (row.folds == 4) found.insert(std::stod(cell::SettingOf(row.settings, "sigma")));
    }
    return found;
  };
  Tune(&svm::kLibsvm, clean_);
  const std::set<double> coarse = sigmas();
  const std::size_t rows = Rows().size();
  EXPECT_FALSE(coarse.contains(3.0));
  const auto tuned = Tune(&svm::kLibsvm, clean_, true);
  EXPECT_EQ(tuned->final_points, 4U);
  EXPECT_LT(Rows().size() - rows, 16U) << "the finalists are not scored again";
  EXPECT_TRUE(sigmas().contains(0.0548) || sigmas().contains(3.0)) << "between 0.01, 0.3 and 30";
}

// Trees are scored without encryption, which does not change them. The best settings name no keys, so runs keep theirs.
TEST_F(Tuning, SecureBoostIsScoredInPlainAndRunWithKeys) {
  const auto tuned = Tune(&secureboost::kSecureBoost, clean_);
  ASSERT_TRUE(tuned);
  EXPECT_EQ(tuned->settings["least_hessian"].value<double>(), 0.1);
  EXPECT_LT(tuned->error, 15);
  EXPECT_FALSE(tuned->settings.contains("key_bits"));
  const TuneTask task{cell::OwnArm(&secureboost::kSecureBoost), kDataset, "stand-in", "checksum",
                      SmallGrid(&secureboost::kSecureBoost),    {}};
  EXPECT_GE(CellAt(task, {1, 1}).As<secureboost::BoostSettings>().key_bits, 1024);
}

TEST_F(Tuning, GoesOnWhereItStopped) {
  const auto first = Tune(&svm::kLibsvm, clean_);
  const int all = computed_;
  std::vector<results::TuningRow> rows = Rows();
  ASSERT_EQ(static_cast<int>(rows.size()), all);
  Tune(&svm::kLibsvm, clean_);
  EXPECT_EQ(computed_, 0);
  // As after a kill, only some rows are stored.
  results::WriteRows<results::TuningRow>(folder_.path() / "tuning.arrow", std::span(rows).first(4));
  const auto resumed = Tune(&svm::kLibsvm, clean_);
  EXPECT_EQ(computed_, all - 4);
  EXPECT_EQ(resumed->settings, first->settings);
}

TEST_F(Tuning, ScoresOfOtherwiseScaledDataAreOthers) {
  ScoreStore store(folder_.path() / "scaling");
  results::TuningRow older{.dataset = "real-sim", .error = 7};
  store.Add(older);
  older.scaling = "minmax";
  EXPECT_EQ(store.Find(older), 7);
  older.scaling = "none";
  EXPECT_FALSE(store.Find(older));
}

// An arm is searched with the settings that define it, whatever its grid says.
TEST_F(Tuning, AnArmKeepsWhatDefinesIt) {
  const TuneTask task{
      cell::FindArm("fdskl-as-printed"), kDataset, "stand-in", "checksum", SmallGrid(&kFdskl), {.euclidean = 1}};
  const cell::Cell cell = CellAt(task, {1, 0});
  EXPECT_EQ(cell::ArmOf(cell)->name, "fdskl-as-printed");
  EXPECT_EQ(cell.As<Settings>().update, Update::kPlain);
  EXPECT_EQ(cell.As<Settings>().gamma, 1);
  EXPECT_EQ(cell.As<Settings>().features, 1024);
}

// By Lemma 1, the model scored over one worker is the one that FDSKL trains with two workers that hold labels.
TEST_F(Tuning, FdsklIsScoredWithTheBatchesOfItsActiveWorkers) {
  const TuneTask task{cell::OwnArm(&kFdskl), kDataset, "stand-in", "checksum", SmallGrid(&kFdskl), {}};
  const auto folds =
      LoadFolds(clean_, FoldSamples(clean_.Labels(), kDataset, 240, 3), cell::MissingFor(task.arm->method));
  cell::Cell cell = CellAt(task, {1, 0});
  EXPECT_EQ(cell.active, 2);
  cell.As<Settings>().batch = 1000;
  const auto two = FoldError(cell, folds[0]);
  cell.As<Settings>().batch = folds[0].train.rows() / 2;
  EXPECT_EQ(FoldError(cell, folds[0]), two);  // as a leader with half of the labels
}

}  // namespace
}  // namespace fdskl::tune
