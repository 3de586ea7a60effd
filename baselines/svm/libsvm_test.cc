#include "baselines/svm/libsvm.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <memory>

#include "base/error.h"
#include "base/parallel.h"
#include "base/testing.h"
#include "base/text.h"
#include "baselines/svm/testing.h"
#include "fdskl/testing.h"

namespace fdskl::svm {
namespace {

constexpr std::int64_t kSamples = 400;
constexpr std::int64_t kColumns = 6;

// Settings with a small tolerance, so that results do not depend on the solver's path, which rounding may change.
SvmSettings ToTheEnd(SvmTask task) {
  SvmSettings settings = testing::SmallSvm(task);
  settings.tolerance = 1e-8;
  return settings;
}

// The problem with targets of a regression in place of its labels.
fdskl::testing::Problem Targets(fdskl::testing::Problem problem) {
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i);
    problem.y[i] = std::sin(5 * problem.x(row, 0)) + 0.3F * problem.x(row, 1);
  }
  return problem;
}

struct ModelDeleter {
  void operator()(svm_model* model) const { svm_free_and_destroy_model(&model); }
};
using OwnModel = std::unique_ptr<svm_model, ModelDeleter>;

// svm-train and svm-predict on the same samples.
class Commands {
 public:
  Commands(const SvmSettings& settings, const fdskl::testing::Problem& problem) {
    std::ofstream file(Path("samples"));
    file.precision(std::numeric_limits<double>::max_digits10);
    for (Eigen::Index i = 0; i < problem.x.rows(); ++i) {
      file << problem.y[static_cast<std::size_t>(i)];
      for (Eigen::Index k = 0; k < problem.x.cols(); ++k) {
        if (problem.x(i, k) != 0) file << ' ' << k + 1 << ':' << static_cast<double>(problem.x(i, k));
      }
      file << '\n';
    }
    file.close();
    Run(fmt::format("svm-train -q -s {} -t 2 -g {} -c {} -e {} -p {} '{}' '{}'",
                    settings.task == SvmTask::kRegression ? 3 : 0, 1 / (2 * settings.sigma * settings.sigma),
                    settings.C, settings.tolerance, settings.tube, Path("samples"), Path("model")));
    Run(fmt::format("svm-predict -q '{}' '{}' '{}'", Path("samples"), Path("model"), Path("predicted")));
    model_.reset(svm_load_model(Path("model").c_str()));
  }

  // One number for each sample: a label, or in regression a decision value.
  std::vector<double> Predictions() const {
    std::ifstream file(Path("predicted"));
    return {std::istream_iterator<double>(file), {}};
  }
  // The model in the file, positive for label +1.
  double DecisionValue(const svm_node* x) const {
    double value = 0;
    svm_predict_values(model_.get(), x, &value);
    return model_->label[0] * value;
  }

 private:
  std::string Path(const char* name) const { return (folder_.path() / name).string(); }
  static void Run(const std::string& command) {
    if (base::RunToEnd(base::SplitWords(command)).exit_status != 0) base::Fail("this failed: {}", command);
  }

  base::testing::TempFolder folder_;
  OwnModel model_;
};

TEST(GrowingSizes, HalveOrGrowByLessFromSixteenOnAndEndWithAll) {
  EXPECT_EQ(GrowingSizes(1600, 5), (std::vector<std::int64_t>{100, 200, 400, 800, 1600}));
  EXPECT_EQ(GrowingSizes(1600, 1), std::vector<std::int64_t>{1600});
  EXPECT_EQ(GrowingSizes(50, 5), (std::vector<std::int64_t>{16, 21, 28, 38, 50}));
  EXPECT_EQ(GrowingSizes(18, 5), (std::vector<std::int64_t>{16, 17, 18}));
  const std::vector<std::int64_t> many = GrowingSizes(36000, 12);
  ASSERT_EQ(many.size(), 12U);
  for (std::size_t i = 1; i < many.size(); ++i) {
    const double ratio = static_cast<double>(many[i]) / static_cast<double>(many[i - 1]);
    EXPECT_NEAR(ratio, 2, 0.1) << many[i];
  }
  EXPECT_EQ(GrowingSizes(3, 5), std::vector<std::int64_t>{3});
}

TEST(Libsvm, ClassifiesAsTheCommandsDo) {
  const fdskl::testing::Problem problem(kSamples, kColumns);
  const SvmSettings settings = ToTheEnd(SvmTask::kClassification);
  const Commands commands(settings, problem);
  const std::vector<double> labels = commands.Predictions();
  for (const bool sparse : {false, true}) {
    const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1, sparse);
    Libsvm method(settings, part.View());
    method.Fit(fdskl::testing::GoOn);
    const std::vector<double> f = method.Predict(part.train);
    ASSERT_EQ(f.size(), labels.size());
    SvmSamples samples(part.train);
    for (std::size_t i = 0; i < f.size(); ++i) {
      EXPECT_NEAR(f[i], commands.DecisionValue(samples.rows()[i]), 1e-6);  // the file has eight digits of each number
      EXPECT_EQ(f[i] > 0 ? 1 : -1, labels[i]);
    }
  }
}

TEST(Libsvm, RegressesAsTheCommandsDo) {
  const fdskl::testing::Problem problem = Targets(fdskl::testing::Problem(kSamples, kColumns));
  const std::vector<double> predictions = Commands(ToTheEnd(SvmTask::kRegression), problem).Predictions();
  const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1, true);
  Libsvm method(ToTheEnd(SvmTask::kRegression), part.View());
  method.Fit(fdskl::testing::GoOn);
  const std::vector<double> f = method.Predict(part.train);
  EXPECT_LT(fdskl::testing::Distance(f, predictions), 1e-5);
}

TEST(Libsvm, GrowingSubsetsHaveTheirOwnTimes) {
  const fdskl::testing::Problem problem(kSamples, kColumns);
  const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1);
  Libsvm method(testing::SmallSvm(), part.View());
  std::vector<double> errors;
  method.Fit([&](const Progress& progress) {
    EXPECT_GT(progress.iteration, 0);
    EXPECT_GE(progress.seconds, 0);
    if (progress.evaluation != Evaluation::kNow) return true;
    EXPECT_GT(progress.features, 0);
    const std::vector<double> f = method.Predict(part.train);
    double wrong = 0;
    for (std::size_t i = 0; i < f.size(); ++i) wrong += f[i] * problem.y[i] <= 0 ? 1 : 0;
    errors.push_back(wrong);
    return true;
  });
  ASSERT_EQ(errors.size(), 12U);
  EXPECT_LT(errors.back(), errors.front() / 2);
}

// A problem on which the solver takes long, also between two of its reports: random labels, no error allowed, many
// columns and almost no cache.
TEST(Libsvm, StopsWhenToldAndStaysUsable) {
  fdskl::testing::Problem problem(3000, 100);
  for (std::size_t i = 0; i < problem.y.size(); ++i) problem.y[i] = base::Seed("coin", i) % 2 == 0 ? 1.0F : -1.0F;
  const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1);
  SvmSettings settings = testing::SmallSvm();
  settings.C = 1e6;
  settings.points = 1;
  settings.kernel_cache.bytes = 1 << 20;
  Libsvm method(settings, part.View());
  int calls = 0;
  method.Fit([&](const Progress& progress) {
    EXPECT_EQ(progress.evaluation, Evaluation::kNotNow);
    EXPECT_LT(progress.iteration, 3000);  // it has hardly reported
    return ++calls < 2;
  });
  EXPECT_EQ(calls, 2);
  EXPECT_THROW(method.Predict(part.train), std::logic_error);  // nothing was finished

  const fdskl::testing::Problem easy(64, 2);
  const datasets::Holding easy_part = fdskl::testing::Deal(easy, 0, 1, 1);
  Libsvm next(testing::SmallSvm(), easy_part.View());
  next.Fit(fdskl::testing::GoOn);
  EXPECT_EQ(next.Predict(easy_part.train).size(), 64U);
}

// LIBSVM prints on standard output. It must not do so during a training, and must do so again afterwards.
TEST(Libsvm, LeavesNoGlobalStateBehind) {
  const fdskl::testing::Problem problem(64, 2);
  const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1);
  std::srand(7);
  const int first = std::rand();
  std::srand(7);
  ::testing::internal::CaptureStdout();
  Libsvm method(testing::SmallSvm(), part.View());
  method.Fit(fdskl::testing::GoOn);
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(std::rand(), first);

  ::testing::internal::CaptureStdout();
  SvmSamples samples(part.train);
  std::vector<double> y(part.labels.begin(), part.labels.end());
  const svm_problem bare{64, y.data(), samples.rows().data()};
  svm_parameter parameter{};
  parameter.kernel_type = RBF;
  parameter.gamma = 1;
  parameter.C = 1;
  parameter.eps = 1e-3;
  parameter.cache_size = 10;
  const OwnModel model(svm_train(&bare, &parameter));
  EXPECT_NE(::testing::internal::GetCapturedStdout().find("#iter"), std::string::npos);
}

TEST(Libsvm, TrainingsRunSideBySide) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a child that is forked beside other threads can find the sanitizer's allocator locked for ever";
#endif
  const fdskl::testing::Problem problem(kSamples, kColumns);
  const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1);
  std::array<std::vector<double>, 4> f;
  base::ParallelFor(4, 4, [&](std::int64_t i, int /*thread*/) {
    Libsvm method(testing::SmallSvm(), part.View());
    method.Fit(fdskl::testing::GoOn);
    f[static_cast<std::size_t>(i)] = method.Predict(part.train);
  });
  for (const auto& other : f) EXPECT_EQ(other, f[0]);
}

TEST(Libsvm, OneClassAloneIsAnError) {
  fdskl::testing::Problem problem(64, 2);
  for (float& label : problem.y) label = 1;
  const datasets::Holding part = fdskl::testing::Deal(problem, 0, 1, 1);
  Libsvm method(testing::SmallSvm(), part.View());
  EXPECT_THROW(method.Fit(fdskl::testing::GoOn), base::Error);
}

}  // namespace
}  // namespace fdskl::svm
