#include "baselines/libsvm.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>

#include "base/error.h"
#include "fdskl/stopwatch.h"
#include "fdskl/testing.h"
#include "results/testing.h"

namespace fdskl {
namespace {

constexpr std::int64_t kSamples = 400;
constexpr std::int64_t kColumns = 6;

bool GoOn(const Progress& /*progress*/) { return true; }

SvmSettings SomeSettings(SvmTask task) {
  SvmSettings settings;
  settings.task = task;
  settings.sigma = 0.3;
  settings.C = 5;
  settings.tube = 0.05;
  return settings;
}

// The problem with its labels made targets of a regression.
testing::Problem Targets(testing::Problem problem) {
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    problem.y[i] = std::sin(5 * problem.x(row, 0)) + 0.3F * problem.x(row, 1);
  }
  return problem;
}

// svm-train and svm-predict on the same samples.
class Commands {
 public:
  Commands(const SvmSettings& settings, const testing::Problem& problem) {
    std::ofstream file(Path("samples"));
    file.precision(std::numeric_limits<float>::max_digits10);
    for (Eigen::Index i = 0; i < problem.x.rows(); ++i) {
      file << problem.y[static_cast<std::size_t>(i)];
      for (Eigen::Index k = 0; k < problem.x.cols(); ++k) {
        if (problem.x(i, k) != 0) file << ' ' << k + 1 << ':' << problem.x(i, k);
      }
      file << '\n';
    }
    file.close();
    Run(fmt::format("svm-train -q -s {} -t 2 -g {} -c {} -e {} -p {} '{}' '{}'",
                    settings.task == SvmTask::kRegression ? 3 : 0, 1 / (2 * settings.sigma * settings.sigma),
                    settings.C, settings.tolerance, settings.tube, Path("samples"), Path("model")));
    Run(fmt::format("svm-predict -q '{}' '{}' '{}'", Path("samples"), Path("model"), Path("predicted")));
  }

  // One number for each sample: a label, or in regression a decision value.
  std::vector<double> Predictions() const {
    std::ifstream file(Path("predicted"));
    return {std::istream_iterator<double>(file), {}};
  }
  SvmModel Model() const { return SvmModel(svm_load_model(Path("model").c_str())); }

 private:
  std::string Path(const char* name) const { return (folder_.path() / name).string(); }
  static void Run(const std::string& command) {
    if (std::system(command.c_str()) != 0) Fail("this failed: {}", command);
  }

  testing::TempFolder folder_;
};

TEST(Libsvm, ClassifiesAsTheCommandsDo) {
  const testing::Problem problem(kSamples, kColumns);
  const Commands commands(SomeSettings(SvmTask::kClassification), problem);
  const std::vector<double> labels = commands.Predictions();
  const SvmModel model = commands.Model();
  for (const bool sparse : {false, true}) {
    const testing::Part part(problem, 0, 1, 1, sparse);
    Libsvm method(SomeSettings(SvmTask::kClassification), part.view());
    method.Fit(GoOn);
    const std::vector<double> f = method.Predict(part.x);
    ASSERT_EQ(f.size(), labels.size());
    SvmSamples samples(part.x);
    for (std::size_t i = 0; i < f.size(); ++i) {
      double value = 0;
      svm_predict_values(model.get(), samples.rows()[i], &value);
      EXPECT_NEAR(f[i], SignOf(*model) * value, 1e-6);  // the file has eight digits of each number
      EXPECT_EQ(f[i] > 0 ? 1 : -1, labels[i]);
    }
  }
}

TEST(Libsvm, RegressesAsTheCommandsDo) {
  const testing::Problem problem = Targets(testing::Problem(kSamples, kColumns));
  const std::vector<double> predictions = Commands(SomeSettings(SvmTask::kRegression), problem).Predictions();
  const testing::Part part(problem, 0, 1, 1, true);
  Libsvm method(SomeSettings(SvmTask::kRegression), part.view());
  method.Fit(GoOn);
  const std::vector<double> f = method.Predict(part.x);
  ASSERT_EQ(f.size(), predictions.size());
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_NEAR(f[i], predictions[i], 1e-5);
}

TEST(Libsvm, GrowingSubsetsHaveTheirOwnTimes) {
  const testing::Problem problem(kSamples, kColumns);
  const testing::Part part(problem, 0, 1, 1, false);
  Libsvm method(SomeSettings(SvmTask::kClassification), part.view());
  std::vector<double> errors;
  method.Fit([&](const Progress& progress) {
    EXPECT_GT(progress.iteration, 0);
    EXPECT_GE(progress.seconds, 0);
    if (progress.evaluation != Evaluation::kNow) return true;
    EXPECT_GT(progress.features, 0);
    const std::vector<double> f = method.Predict(part.x);
    double wrong = 0;
    for (std::size_t i = 0; i < f.size(); ++i) wrong += f[i] * problem.y[i] <= 0 ? 1 : 0;
    errors.push_back(wrong);
    return true;
  });
  ASSERT_EQ(errors.size(), 5U);
  EXPECT_LT(errors.back(), errors.front() / 2);
}

// A problem on which the solver takes long: random labels, no error allowed.
TEST(Libsvm, StopsWhenToldAndStaysUsable) {
  testing::Problem problem(3000, 2);
  for (std::size_t i = 0; i < problem.y.size(); ++i) problem.y[i] = Seed("coin", i) % 2 == 0 ? 1.0F : -1.0F;
  const testing::Part part(problem, 0, 1, 1, false);
  SvmSettings settings = SomeSettings(SvmTask::kClassification);
  settings.C = 1e6;
  settings.points = 1;
  Libsvm method(settings, part.view());
  int calls = 0;
  const Stopwatch watch;
  method.Fit([&](const Progress& progress) {
    EXPECT_EQ(progress.evaluation, Evaluation::kNotNow);
    return ++calls < 3;
  });
  EXPECT_EQ(calls, 3);
  EXPECT_LT(watch.Seconds(), 10);
  EXPECT_THROW(method.Predict(part.x), std::logic_error);  // nothing was finished

  const testing::Problem easy(64, 2);
  const testing::Part easy_part(easy, 0, 1, 1, false);
  Libsvm next(SomeSettings(SvmTask::kClassification), easy_part.view());
  next.Fit(GoOn);
  EXPECT_EQ(next.Predict(easy_part.x).size(), 64U);
}

// LIBSVM prints on standard output; during a training it must not, and afterwards it must again.
TEST(Libsvm, LeavesNoGlobalStateBehind) {
  const testing::Problem problem(64, 2);
  const testing::Part part(problem, 0, 1, 1, false);
  std::srand(7);
  const int first = std::rand();
  std::srand(7);
  ::testing::internal::CaptureStdout();
  Libsvm method(SomeSettings(SvmTask::kClassification), part.view());
  method.Fit(GoOn);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(std::rand(), first);

  ::testing::internal::CaptureStdout();
  SvmSamples samples(part.x);
  std::vector<double> y(part.labels.begin(), part.labels.end());
  const svm_problem bare{64, y.data(), samples.rows().data()};
  svm_parameter parameter{};
  parameter.kernel_type = RBF;
  parameter.gamma = 1;
  parameter.C = 1;
  parameter.eps = 1e-3;
  parameter.cache_size = 10;
  const SvmModel model(svm_train(&bare, &parameter));
  EXPECT_NE(::testing::internal::GetCapturedStdout().find("#iter"), std::string::npos);
}

TEST(Libsvm, OneClassAloneIsAnError) {
  testing::Problem problem(64, 2);
  for (float& label : problem.y) label = 1;
  const testing::Part part(problem, 0, 1, 1, false);
  Libsvm method(SomeSettings(SvmTask::kClassification), part.view());
  EXPECT_THROW(method.Fit(GoOn), Error);
}

}  // namespace
}  // namespace fdskl
