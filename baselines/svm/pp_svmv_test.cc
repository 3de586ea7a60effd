#include "baselines/svm/pp_svmv.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/testing.h"
#include "baselines/svm/libsvm.h"
#include "baselines/svm/testing.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"

namespace fdskl::svm {
namespace {

constexpr std::int64_t kSamples = 600;  // more than two tiles
constexpr std::int64_t kColumns = 9;

TEST(PpSvmv, TheMergedKernelIsTheCentralOne) {
  const fdskl::testing::Problem problem(kSamples, kColumns);
  const Eigen::MatrixXd x = problem.x.cast<double>();
  for (const SvmKernel kernel : {SvmKernel::kGaussian, SvmKernel::kLinear, SvmKernel::kLaplace}) {
    const SvmSettings settings = testing::SmallSvm(SvmTask::kClassification, kernel);
    for (const int workers : {1, 2, 5}) {
      net::RunWorkers(workers, [&](net::Channel& channel) {
        const datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), workers, 1, workers == 5);
        PpSvmv method(channel, settings, part.View());
        method.Fit(fdskl::testing::GoOn);
        for (std::int32_t a = 0; channel.rank() == 0 && a < kSamples; a += 7) {
          for (std::int32_t b = 0; b < kSamples; b += 5) {
            const Eigen::RowVectorXd apart = x.row(a) - x.row(b);
            const double central = kernel == SvmKernel::kLinear ? x.row(a).dot(x.row(b))
                                   : kernel == SvmKernel::kLaplace
                                       ? std::exp(-apart.lpNorm<1>() / settings.sigma)
                                       : std::exp(-apart.squaredNorm() / (2 * settings.sigma * settings.sigma));
            ASSERT_NEAR(method.Kernel(a, b), central, 1e-10);
            ASSERT_EQ(method.Kernel(a, b), method.Kernel(b, a));
          }
        }
      });
    }
  }
}

// f(x) = sum_i a_i exp(-|x - x_i|_1 / sigma) + b separates the training samples, and does not depend on the
// partition of the columns.
TEST(PpSvmv, PredictsWithTheLaplaceKernelForEveryNumberOfWorkers) {
  const fdskl::testing::Problem problem(kSamples, kColumns);
  SvmSettings settings = testing::SmallSvm(SvmTask::kClassification, SvmKernel::kLaplace);
  settings.tolerance = 1e-6;
  std::vector<double> alone;
  for (const int workers : {1, 3}) {
    for (const bool sparse : {false, true}) {
      net::RunWorkers(workers, [&](net::Channel& channel) {
        const datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), workers, 1, sparse);
        PpSvmv method(channel, settings, part.View());
        method.Fit(fdskl::testing::GoOn);
        const std::vector<double> f = method.Predict(part.train);
        if (channel.rank() != 0) return;
        if (alone.empty()) {
          alone = f;
          std::int64_t right = 0;
          for (std::size_t i = 0; i < f.size(); ++i) right += (f[i] >= 0) == (problem.y[i] > 0) ? 1 : 0;
          EXPECT_GT(right, kSamples * 9 / 10);
        }
        EXPECT_LT(fdskl::testing::Distance(f, alone), 1e-5);
      });
    }
  }
}

TEST(PpSvmv, IsLibsvmOnTheSameSamples) {
  const fdskl::testing::Problem problem(kSamples, kColumns);
  const datasets::Holding whole = fdskl::testing::Deal(problem, 0, 1, 1);
  Libsvm central(testing::SmallSvm(), whole.View());
  central.Fit(fdskl::testing::GoOn);
  const std::vector<double> expected = central.Predict(whole.train);
  net::RunWorkers(4, [&](net::Channel& channel) {
    const datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), 4, 3);
    PpSvmv method(channel, testing::SmallSvm(), part.View());
    method.Fit(fdskl::testing::GoOn);
    const std::vector<double> f = method.Predict(part.train);
    if (channel.rank() == 0) {
      EXPECT_LT(fdskl::testing::Distance(f, expected), 1e-4);
    }
  });
}

// Where every target is within the tube, the model is a constant.
TEST(PpSvmv, MayHaveNoSupportVector) {
  fdskl::testing::Problem problem(kSamples, kColumns);
  for (float& target : problem.y) target = 0.01F;
  for (const int workers : {1, 3}) {
    net::RunWorkers(workers, [&](net::Channel& channel) {
      const datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), workers, 1);
      PpSvmv method(channel, testing::SmallSvm(SvmTask::kRegression), part.View());
      method.Fit(fdskl::testing::GoOn);
      const std::vector<double> f = method.Predict(part.train);
      for (const double value : f) EXPECT_NEAR(value, 0.01, 0.05);
      EXPECT_EQ(f.size(), channel.rank() == 0 ? base::Index(kSamples) : 0U);
    });
  }
}

TEST(PpSvmv, RefusesSamplesWithoutLabels) {
  const fdskl::testing::Problem problem(kSamples, kColumns);
  const std::string error = base::testing::ErrorOf([&] {
    net::RunWorkers(2, [&](net::Channel& channel) {
      datasets::Holding part = fdskl::testing::Deal(problem, channel.rank(), 2, 2);
      if (channel.rank() == 1) {
        part.labelled.pop_back();
        part.labels.pop_back();
      }
      const PpSvmv method(channel, testing::SmallSvm(), part.View());
    });
  });
  EXPECT_NE(error.find("no active worker sent the label of sample"), std::string::npos) << error;
}

TEST(PpSvmv, CountsWhatItNeeds) {
  SvmSettings settings;
  settings.kernel_cache.bytes = 1 << 20;
  EXPECT_EQ(PpSvmv::NeededBytes(settings, kSamples), 16 * kSamples * (kSamples + 2) + (1 << 20));
  EXPECT_GT(PpSvmv::NeededBytes(settings, 112500), 200000000000);
}

TEST(MaskedRingSum, SumsExactlyInOrder) {
  for (const int workers : {1, 2, 3, 7}) {
    net::RunWorkers(workers, [&](net::Channel& channel) {
      MaskedRingSum ring(channel);
      std::int64_t next = 0;
      ring.Stream(
          20,
          [&](std::int64_t t) {
            return std::vector<double>(static_cast<std::size_t>(t % 4), 0.25 * static_cast<double>(t) - channel.rank());
          },
          [&](std::int64_t t, std::span<const double> sum) {
            EXPECT_EQ(t, next++);
            EXPECT_EQ(sum.size(), static_cast<std::size_t>(t % 4));
            const double expected = 0.25 * static_cast<double>(t * workers) - 0.5 * workers * (workers - 1);
            for (const double value : sum) EXPECT_EQ(value, expected);
          });
      EXPECT_EQ(next, channel.rank() == 0 ? 20 : 0);
    });
  }
}

TEST(MaskedRingSum, RefusesWhatWouldWrapAround) {
  EXPECT_THROW(net::RunWorkers(2,
                               [](net::Channel& channel) {
                                 MaskedRingSum ring(channel);
                                 ring.Stream(
                                     1, [](std::int64_t) { return std::vector<double>{1e7}; },
                                     [](std::int64_t, std::span<const double>) {});
                               }),
               base::Error);
}

}  // namespace
}  // namespace fdskl::svm
