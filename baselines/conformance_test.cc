// Tests what every method must do: FDSKL and its rivals, with each of their losses, on dense and sparse data, with one,
// few and many workers.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <mutex>

#include "baselines/dsg/dsg.h"
#include "baselines/fd_svrg/fd_svrg.h"
#include "baselines/methods.h"
#include "baselines/nearest_centroid/nearest_centroid.h"
#include "baselines/secureboost/secureboost.h"
#include "baselines/svm/libsvm.h"
#include "baselines/svm/pp_svmv.h"
#include "baselines/svm/testing.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"

namespace fdskl::baselines {
namespace {

constexpr std::int64_t kTrain = 400;
constexpr std::int64_t kTest = 200;
constexpr std::int64_t kColumns = 9;

// A method that is added by one line is tested like the others.
const bool kAdded = [] {
  AddMethod(nearest_centroid::kNearestCentroid);
  return true;
}();

enum class Target { kCurved, kLinear, kNumber };

// The whole problem, training samples first. Columns that do not matter vary little, so that few samples are enough.
testing::Problem MakeProblem(Target target) {
  testing::Problem problem(kTrain + kTest, kColumns);
  for (Eigen::Index k = 1; k < kColumns; ++k) {
    const bool matters = target == Target::kCurved ? k == kColumns - 1 : k < 3;
    if (!matters) problem.x.col(k) *= 0.1F;
  }
  for (std::size_t i = 0; i < problem.y.size(); ++i) {
    const auto x = problem.x.row(static_cast<Eigen::Index>(i));
    if (target == Target::kLinear) problem.y[i] = x[0] + x[1] + x[2] > 1 ? 1.0F : -1.0F;
    if (target == Target::kNumber) problem.y[i] = std::sin(4 * x[0]) + x[1];
  }
  return problem;
}

testing::Problem Rows(const testing::Problem& whole, std::int64_t begin, std::int64_t count) {
  testing::Problem part(0, kColumns);
  part.x = whole.x.middleRows(begin, count);
  part.y.assign(whole.y.begin() + begin, whole.y.begin() + begin + count);
  return part;
}

struct Subject {
  std::string name;
  Target target;
  std::vector<int> workers;  // numbers of workers to try
  std::function<std::unique_ptr<Method>(net::Channel&, const WorkerView&)> make;
  int most_active = 2;
  bool rounds_at_random = false;  // numbers on shares are, under masks that depend on how the columns are held
};

void PrintTo(const Subject& subject, std::ostream* out) { *out << subject.name; }

Settings FeatureSettings(LossKind loss, Update update) {
  Settings settings;
  settings.loss = loss;
  settings.update = update;
  settings.sigma = 0.5;
  settings.batch = 100;
  settings.block = 32;
  settings.features = update == Update::kPlain ? 3200 : 960;
  settings.gamma = update == Update::kPlain && loss != LossKind::kSquare ? 10 : 0.5;
  if (update == Update::kPreconditioned) settings.rho = 1e-1;
  return settings;
}

std::vector<Subject> Subjects() {
  EXPECT_TRUE(kAdded);
  const std::vector<int> kAny = {1, 3, 9};
  std::vector<Subject> subjects;
  for (const auto& [loss, loss_name] : base::kNames<LossKind>.table) {
    for (const auto& [update, update_name] : base::kNames<Update>.table) {
      if (update == Update::kConjugate) continue;
      const Settings settings = FeatureSettings(loss, update);
      for (const Target target : {Target::kCurved, Target::kNumber}) {
        if (target == Target::kNumber && loss != LossKind::kSquare) continue;
        const std::string name =
            fmt::format("{}_{}{}", loss_name, update_name, target == Target::kNumber ? "_regression" : "");
        subjects.push_back({"fdskl_" + name, target, kAny, [=](net::Channel& channel, const WorkerView& view) {
                              return std::make_unique<Trainer>(channel, settings, view);
                            }});
        subjects.push_back({"dsg_" + name, target, {1}, [=](net::Channel& channel, const WorkerView& view) {
                              return std::make_unique<dsg::Dsg>(channel, settings, view);
                            }});
      }
    }
  }
  Settings ridge = FeatureSettings(LossKind::kSquare, Update::kConjugate);
  ridge.sweeps = 20;
  for (const Target target : {Target::kCurved, Target::kNumber}) {
    const std::string name = target == Target::kNumber ? "_regression" : "";
    subjects.push_back({"fdskl_conjugate" + name, target, {1}, [=](net::Channel& channel, const WorkerView& view) {
                          return MakeTrainer(channel, ridge, view);
                        }});
    Settings shares = ridge;
    shares.masking = Masking::kPrivate;
    shares.lambda = 1e-3;  // a smaller one magnifies the random rounding
    subjects.push_back({"fdskl_private" + name, target, {4, 9}, [=](net::Channel& channel, const WorkerView& view) {
                          return MakeTrainer(channel, shares, view);
                        }});
    subjects.back().rounds_at_random = true;
  }
  for (const svm::SvmTask task : {svm::SvmTask::kClassification, svm::SvmTask::kRegression}) {
    const bool regression = task == svm::SvmTask::kRegression;
    const Target curved = regression ? Target::kNumber : Target::kCurved;
    const svm::SvmSettings gaussian = svm::testing::SmallSvm(task);
    const std::string end = regression ? "_regression" : "_classification";
    subjects.push_back({"libsvm" + end, curved, {1}, [=](net::Channel& /*channel*/, const WorkerView& view) {
                          return std::make_unique<svm::Libsvm>(gaussian, view);
                        }});
    subjects.push_back({"pp_svmv_gaussian" + end, curved, kAny, [=](net::Channel& channel, const WorkerView& view) {
                          return std::make_unique<svm::PpSvmv>(channel, gaussian, view);
                        }});
  }
  subjects.push_back({"pp_svmv_linear", Target::kLinear, kAny, [](net::Channel& channel, const WorkerView& view) {
                        return std::make_unique<svm::PpSvmv>(
                            channel, svm::testing::SmallSvm(svm::SvmTask::kClassification, svm::SvmKernel::kLinear),
                            view);
                      }});
  for (const auto& [structure, name] : base::kNames<fd_svrg::Structure>.table) {
    subjects.push_back({fmt::format("fd_svrg_{}", name), Target::kLinear, kAny,
                        [structure = structure](net::Channel& channel, const WorkerView& view) {
                          const fd_svrg::SvrgSettings settings{.batch = 32, .epochs = 10, .structure = structure};
                          return std::make_unique<fd_svrg::FdSvrg>(channel, settings, view);
                        }});
  }
  for (const Target target : {Target::kCurved, Target::kLinear, Target::kNumber}) {
    for (const int key_bits : {0, 256}) {
      const secureboost::BoostSettings settings{
          .trees = target == Target::kCurved ? 20 : 10,
          .depth = 4,
          .bins = 16,
          .key_bits = key_bits,
          .insecure_keys = true,
          .loss = target == Target::kNumber ? LossKind::kSquare : LossKind::kLogistic};
      const char* const kind = target == Target::kCurved   ? "curved"
                               : target == Target::kLinear ? "linear"
                                                           : "regression";
      subjects.push_back({fmt::format("secureboost_{}_{}_bits", kind, key_bits), target, kAny,
                          [=](net::Channel& channel, const WorkerView& view) {
                            return std::make_unique<secureboost::SecureBoost>(channel, settings, view);
                          },
                          1});
    }
  }
  // A method without subjects of its own learns a linear problem with its defaults.
  for (const MethodRef method : Methods()) {
    std::string name(method->name);
    std::replace(name.begin(), name.end(), '-', '_');
    if (std::ranges::any_of(subjects, [&](const Subject& subject) { return subject.name.starts_with(name); })) continue;
    subjects.push_back({name, Target::kLinear, method->is_central() ? std::vector{1} : kAny,
                        [method](net::Channel& channel, const WorkerView& view) {
                          return method->settings()->Make(channel, view, {.dataset = "conformance"});
                        }});
  }
  return subjects;
}

// The result of one training, as worker 0 sees it.
struct Outcome {
  // Decision values of the test samples at the first point with a model, and at the end.
  std::vector<double> before, after;
  std::vector<Progress> progress;
  std::vector<std::int64_t> points;  // observer calls of each worker
};

class Conformance : public ::testing::TestWithParam<Subject> {
 protected:
  // Trains with this many workers, until the observer's call number `stop`.
  Outcome Train(int workers, bool sparse, std::int64_t stop = -1) const {
    const Subject& subject = GetParam();
    Outcome outcome;
    outcome.points.resize(static_cast<std::size_t>(workers));
    net::RunWorkers(workers, [&](net::Channel& channel) {
      const int active = std::min(workers, subject.most_active);
      const datasets::Holding train = testing::Deal(train_, channel.rank(), workers, active, sparse);
      const datasets::Holding test = testing::Deal(test_, channel.rank(), workers, active, sparse);
      const auto method = subject.make(channel, train.View());
      std::int64_t& points = outcome.points[static_cast<std::size_t>(channel.rank())];
      bool has_model = false;
      method->Fit([&](const Progress& progress) {
        ++points;
        const bool evaluate = progress.evaluation != Evaluation::kNotNow && !has_model;
        has_model = has_model || evaluate;
        if (channel.rank() == 0) outcome.progress.push_back(progress);
        if (evaluate) {
          const std::vector<double> f = method->Predict(test.train);
          EXPECT_EQ(f.size(), channel.rank() == 0 ? kTest : 0);
          if (channel.rank() == 0) outcome.before = f;
        }
        return points != stop;
      });
      if (!has_model) return;
      const std::vector<double> f = method->Predict(test.train);
      EXPECT_EQ(f.size(), channel.rank() == 0 ? kTest : 0);
      if (channel.rank() == 0) outcome.after = f;
    });
    return outcome;
  }

  // Share of wrong signs, or in regression the squared error over the variance.
  double Error(const std::vector<double>& f) const {
    double wrong = 0;
    double mean = 0;
    for (const float y : test_.y) mean += y / static_cast<double>(kTest);
    double variance = 0;
    for (std::size_t i = 0; i < f.size(); ++i) {
      const double y = test_.y[i];
      const bool number = GetParam().target == Target::kNumber;
      wrong += number ? (f[i] - y) * (f[i] - y) : (f[i] * y > 0 ? 0 : 1);
      variance += number ? (y - mean) * (y - mean) : 1;
    }
    return wrong / variance;
  }

  testing::Problem whole_ = MakeProblem(GetParam().target);
  testing::Problem train_ = Rows(whole_, 0, kTrain);
  testing::Problem test_ = Rows(whole_, kTrain, kTest);
};

TEST_P(Conformance, LearnsWithAnyNumberOfWorkersDenseAndSparse) {
  std::vector<double> first;
  for (const int workers : GetParam().workers) {
    for (const bool sparse : {false, true}) {
      const Outcome outcome = Train(workers, sparse);
      ASSERT_EQ(outcome.after.size(), static_cast<std::size_t>(kTest));
      EXPECT_LT(Error(outcome.after), 0.2) << workers << " workers, sparse " << sparse;
      // Storage changes only the order of sums.
      if (!sparse) first = outcome.after;
      EXPECT_LT(testing::Distance(outcome.after, first), GetParam().rounds_at_random ? 5e-2 : 5e-3);
    }
  }
}

TEST_P(Conformance, ProgressIsTheSamePointsForAllAndTimeGoesOn) {
  const int workers = GetParam().workers.back();
  const Outcome outcome = Train(workers, false);
  ASSERT_FALSE(outcome.progress.empty());
  for (const std::int64_t points : outcome.points) EXPECT_EQ(points, outcome.points.front());
  for (const Progress& progress : outcome.progress) {
    EXPECT_GE(progress.seconds, 0);
    EXPECT_GE(progress.iteration, 0);
    EXPECT_TRUE(progress.iterations == 0 || progress.iteration <= progress.iterations);
  }
  EXPECT_LE(Error(outcome.after), Error(outcome.before) + 0.05);
}

TEST_P(Conformance, StopsWhenTheObserverSaysSo) {
  const int workers = GetParam().workers.back();
  const Outcome whole = Train(workers, true);
  const std::int64_t stop = whole.points.front() / 2;
  const Outcome stopped = Train(workers, true, stop);
  for (const std::int64_t points : stopped.points) EXPECT_EQ(points, stop);
}

TEST_P(Conformance, RepeatsItself) {
  const int workers = GetParam().workers.back();
  const Outcome first = Train(workers, true);
  const Outcome second = Train(workers, true);
  EXPECT_EQ(first.after, second.after);
}

INSTANTIATE_TEST_SUITE_P(Methods, Conformance, ::testing::ValuesIn(Subjects()), [](const auto& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace fdskl::baselines
