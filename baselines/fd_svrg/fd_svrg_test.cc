#include "baselines/fd_svrg/fd_svrg.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>

#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"
#include "fdskl/loss.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/testing.h"

namespace fdskl::fd_svrg {
namespace {

// The minimum of F, by Newton's method with halved steps. The last entry of each row of x is 1, with a weight that is
// not regularised.
double NewtonOptimum(const Eigen::MatrixXd& x, const Eigen::VectorXd& y, double lambda) {
  const auto n = static_cast<double>(x.rows());
  Eigen::VectorXd ridge = Eigen::VectorXd::Constant(x.cols(), lambda);
  ridge[x.cols() - 1] = 0;
  const auto objective = [&](const Eigen::VectorXd& w) {
    const Eigen::VectorXd f = x * w;
    double sum = 0;
    for (Eigen::Index i = 0; i < f.size(); ++i) sum += Loss(LossKind::kLogistic, f[i], y[i]);
    return sum / n + ridge.dot(w.cwiseAbs2()) / 2;
  };
  Eigen::VectorXd w = Eigen::VectorXd::Zero(x.cols());
  double least = objective(w);
  for (int iteration = 0; iteration < 50; ++iteration) {
    // The probability of the wrong label.
    const Eigen::VectorXd p = (1 + (x * w).array().cwiseProduct(y.array()).exp()).inverse();
    const Eigen::VectorXd gradient = -x.transpose() * p.cwiseProduct(y) / n + ridge.cwiseProduct(w);
    Eigen::MatrixXd hessian = x.transpose() * p.cwiseProduct((1 - p.array()).matrix()).asDiagonal() * x / n;
    hessian.diagonal() += ridge;
    const Eigen::VectorXd step = hessian.ldlt().solve(gradient);
    double length = 1;
    while (length > 1e-6 && objective(w - length * step) > least) length /= 2;
    w -= length * step;
    const double before = std::exchange(least, objective(w));
    if (before - least < 1e-12) return least;
  }
  return least;
}

Eigen::MatrixXd WithOnes(const base::DenseMatrix& x) {
  Eigen::MatrixXd result(x.rows(), x.cols() + 1);
  result.leftCols(x.cols()) = x.cast<double>();
  result.col(x.cols()).setOnes();
  return result;
}

Eigen::VectorXd ToVector(const std::vector<float>& values) {
  return Eigen::Map<const Eigen::VectorXf>(values.data(), std::ssize(values)).cast<double>();
}

TEST(FdSvrg, ReachesTheOptimumDenseAndSparseByTreeAndStar) {
  const testing::Problem problem(500, 12);
  SvrgSettings settings;
  settings.lambda = 1e-3;
  settings.batch = 32;
  const double optimum = NewtonOptimum(WithOnes(problem.x), ToVector(problem.y), settings.lambda);
  for (const int workers : {1, 3, 8}) {
    for (const bool sparse : {false, true}) {
      settings.structure = sparse ? Structure::kStar : Structure::kTree;
      net::RunWorkers(workers, [&](net::Channel& channel) {
        const datasets::Holding part = testing::Deal(problem, channel.rank(), workers, std::min(workers, 2), sparse);
        FdSvrg method(channel, settings, part.View());
        method.Fit(testing::GoOn);
        if (channel.rank() == 0) {
          EXPECT_NEAR(method.objective(), optimum, 1e-5 * optimum) << workers;
        }
      });
    }
  }
}

TEST(FdSvrg, AGivenStepIsKept) {
  const testing::Problem problem(500, 12);
  SvrgSettings settings;
  settings.lambda = 1e-3;
  settings.step = 0.2;
  const double optimum = NewtonOptimum(WithOnes(problem.x), ToVector(problem.y), settings.lambda);
  net::RunWorkers(2, [&](net::Channel& channel) {
    const datasets::Holding part = testing::Deal(problem, channel.rank(), 2, 1);
    FdSvrg method(channel, settings, part.View());
    method.Fit(testing::GoOn);
    if (channel.rank() == 0) {
      EXPECT_NEAR(method.objective(), optimum, 1e-3 * optimum);
    }
  });
}

TEST(FdSvrg, WeightsAndInterceptAreThoseOfTheColumnsAsTheyAre) {
  const testing::Problem problem(300, 5);
  const datasets::Holding part = testing::Deal(problem, 0, 1, 1);
  net::RunWorkers(1, [&](net::Channel& channel) {
    FdSvrg method(channel, {.lambda = 1e-3, .epochs = 5}, part.View());
    method.Fit(testing::GoOn);
    const std::vector<double> f = method.Predict(part.train);
    const double b = method.Intercept();
    for (std::size_t i = 0; i < f.size(); ++i) {
      const Eigen::VectorXd x = problem.x.row(static_cast<Eigen::Index>(i)).cast<double>();
      EXPECT_NEAR(f[i], method.weights().dot(x) + b, 1e-9);
    }
  });
}

// On the real a9a if it is available, otherwise on its stand-in.
TEST(FdSvrg, ReachesTheOptimumOnA9a) {
  constexpr int kWorkers = 4;
  constexpr int kActive = 2;
  const datasets::Prepared prepared = datasets::Prepare("a9a");
  const datasets::ColumnStore store = datasets::ColumnStore::Open(prepared.file);
  std::vector<std::int32_t> rows(static_cast<std::size_t>(store.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  const std::vector<float> labels = store.Labels();
  SvrgSettings settings;
  double objective = 0;
  Eigen::MatrixXd whole = Eigen::MatrixXd::Ones(store.rows(), store.columns() + 1);
  std::mutex mutex;
  net::RunWorkers(kWorkers, [&](net::Channel& channel) {
    const datasets::Holding own = datasets::LoadHolding(
        store, rows, {},
        datasets::WorkerColumns(store.columns(), kWorkers, channel.rank(), datasets::Partition::kContiguous, 0),
        {channel.rank(), kActive}, datasets::Missing::kFill);
    FdSvrg method(channel, settings, own.View());
    method.Fit(testing::GoOn);
    const std::lock_guard lock(mutex);
    if (channel.rank() == 0) objective = method.objective();
    std::vector<double> unit(rows.size());
    for (std::size_t k = 0; k < own.columns.size(); ++k) {
      const Eigen::VectorXd pick = Eigen::VectorXd::Unit(std::ssize(own.columns), static_cast<Eigen::Index>(k));
      CentredProducts(own.train, Eigen::VectorXd::Zero(std::ssize(own.columns)), rows, pick, unit);
      whole.col(own.columns[k]) = Eigen::Map<const Eigen::VectorXd>(unit.data(), store.rows());
    }
  });
  const double optimum = NewtonOptimum(whole, ToVector(labels), settings.lambda);
  EXPECT_GT(optimum, 0.1);
  EXPECT_NEAR(objective, optimum, 1e-4 * optimum);
}

}  // namespace
}  // namespace fdskl::fd_svrg
