#include "runners/studies/theory/theory.h"

#include <fmt/format.h>

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "base/seed.h"
#include "fdskl/loss.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/reference.h"
#include "fdskl/trainer.h"
#include "results/rows.h"

namespace fdskl::theory {
namespace {

// M, kappa and phi of Assumption 1 for the logistic loss and a Gaussian kernel: |L'| < 1, K <= 1, |phi phi'| <= 2.
constexpr double kDerivativeBound = 1, kKernelBound = 1, kFeatureBound = 2;

constexpr double kPointRatio = 1.3;  // t grows by this factor from one evaluation to the next

}  // namespace

Settings PaperSettings() {
  Settings settings;
  settings.update = Update::kPlain;
  settings.masking = Masking::kPaper;
  settings.batch = 1;
  settings.block = 1;
  settings.gamma = 0.1;
  settings.lambda = 0.05;
  settings.sigma = 0.5;
  settings.label_groups = 1;
  return settings;
}

results::TheoryRow Row(results::TheoryCheck check, const Settings& settings, int workers, std::int64_t columns,
                       std::int64_t iteration) {
  results::TheoryRow row;
  row.check = base::NameOf(check);
  row.workers = workers;
  row.columns = columns;
  row.iteration = iteration;
  row.seed = settings.seed;
  row.gamma = settings.gamma;
  row.lambda = settings.lambda;
  row.masking = base::NameOf(settings.masking);
  row.update = base::NameOf(settings.update);
  return row;
}

datasets::Holding HoldingOf(const TheoryProblem& problem, int worker, int workers, int active) {
  datasets::Holding holding =
      datasets::DealHolding(problem.x, problem.y, datasets::ColumnsInTurn(problem.x.cols(), workers, worker),
                            {.worker = worker, .active = active});
  holding.test = holding.train;
  return holding;
}

TheoryProblem::TheoryProblem(std::int64_t samples, std::int64_t columns)
    : x(samples, columns), y(base::Index(samples)) {
  for (std::int64_t i = 0; i < samples; ++i) {
    for (std::int64_t k = 0; k < columns; ++k)
      x(i, k) = static_cast<float>(base::Seed("theory", i, k) >> 11U) * 0x1p-53F;
    y[base::Index(i)] = std::sin(6 * x(i, 0)) * std::cos(5 * x(i, columns - 1)) > 0 ? 1.0F : -1.0F;
  }
}

Eigen::VectorXd TheoryProblem::Solution(const Settings& settings) const {
  FDSKL_REQUIRE(settings.kernel == Kernel::kGaussian && settings.loss == LossKind::kLogistic);
  constexpr int kMostSteps = 100;
  constexpr double kTolerance = 1e-13;
  const Eigen::Index n = x.rows();
  Eigen::MatrixXd kernel(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double distance = (x.row(i) - x.row(j)).cast<double>().squaredNorm();
      kernel(i, j) = std::exp(-distance / (2 * settings.sigma * settings.sigma));
    }
  }
  Eigen::VectorXd beta = Eigen::VectorXd::Zero(n);
  for (int step = 0; step < kMostSteps; ++step) {
    Eigen::VectorXd f = kernel * beta;
    Eigen::VectorXd gradient(n);
    Eigen::VectorXd curvature(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const double label = y[base::Index(i)];
      gradient[i] = settings.lambda * beta[i] + LossDerivative(settings.loss, f[i], label) / static_cast<double>(n);
      const double p = 1 / (1 + std::exp(-label * f[i]));
      curvature[i] = p * (1 - p) / static_cast<double>(n);
    }
    if (gradient.lpNorm<Eigen::Infinity>() < kTolerance * settings.lambda) return f;
    const Eigen::MatrixXd jacobian =
        Eigen::MatrixXd(curvature.asDiagonal() * kernel) + settings.lambda * Eigen::MatrixXd::Identity(n, n);
    beta -= jacobian.partialPivLu().solve(gradient);
  }
  base::Fail("Newton's method did not reach {} on the small problem", kTolerance);
}

std::vector<results::TheoryRow> LemmaRows() {
  constexpr std::int64_t kSteps = 30;
  const TheoryProblem problem(kSamples, 4 * kColumns);
  std::vector<results::TheoryRow> rows;
  for (const Update update : {Update::kPlain, Update::kPreconditioned}) {
    Settings settings = PaperSettings();
    settings.update = update;
    settings.batch = update == Update::kPlain ? 1 : 20;
    settings.block = update == Update::kPlain ? 1 : 10;
    settings.features = kSteps * settings.block;
    Eigen::VectorXd y(kSamples);
    for (Eigen::Index i = 0; i < kSamples; ++i) y[i] = problem.y[base::Index(i)];
    Reference sequential(settings, problem.x.cast<double>(), y, ExperimentFeatures(settings, problem.x.cols()),
                         ExperimentBatches(settings, kSamples, settings.label_groups));
    for (std::int64_t t = 0; t < kSteps; ++t) sequential.Step();
    for (const Masking masking : {Masking::kPaper, Masking::kRing, Masking::kNone, Masking::kShared}) {
      settings.masking = masking;
      for (const int workers : {1, 2, 4, 8}) {
        if (masking == Masking::kShared && (update != Update::kPlain || workers < settings.label_groups + 2)) continue;
        results::TheoryRow row = Row(results::TheoryCheck::kLemmaOne, settings, workers, problem.x.cols(), kSteps);
        net::RunWorkers(workers, [&](net::Channel& channel) {
          const datasets::Holding part = HoldingOf(problem, channel.rank(), workers);
          Trainer trainer(channel, settings, part.View());
          for (std::int64_t t = 0; t < kSteps; ++t) trainer.Step();
          const std::vector<double> f = trainer.Predict(part.test);
          if (channel.rank() != 0) return;
          row.error = 0;
          for (std::size_t i = 0; i < f.size(); ++i) {
            const double expected = sequential.Predict(problem.x.row(static_cast<Eigen::Index>(i)).cast<double>());
            row.error = std::max(*row.error, std::abs(f[i] - expected));
          }
        });
        rows.push_back(row);
      }
    }
  }
  return rows;
}

double TheoryProblem::SquaredNorm(const Settings& settings, const Eigen::VectorXd& solution) const {
  // f* = sum_i beta_i K(x_i, .), so its squared norm is beta . f*.
  double sum = 0;
  for (Eigen::Index i = 0; i < x.rows(); ++i) {
    const double slope = LossDerivative(settings.loss, solution[i], y[base::Index(i)]);
    sum -= slope * solution[i] / (settings.lambda * static_cast<double>(x.rows()));
  }
  return sum;
}

std::vector<results::TheoryRow> TheoremRows(const TheoryScale& scale) {
  const TheoryProblem problem(kSamples, kColumns);
  const datasets::Holding part = HoldingOf(problem, 0, 1);
  Settings settings = PaperSettings();
  const Eigen::VectorXd solution = problem.Solution(settings);
  std::vector<results::TheoryRow> rows;
  for (const double gamma : scale.gammas) {
    settings.gamma = gamma;
    const auto steps = static_cast<std::int64_t>(scale.time_constants / (gamma * settings.lambda));
    settings.features = steps;
    for (int seed = 1; seed <= scale.seeds; ++seed) {
      settings.seed = static_cast<std::uint64_t>(seed);
      net::RunWorkers(1, [&](net::Channel& channel) {
        Trainer trainer(channel, settings, part.View());
        double next = 1;
        for (std::int64_t t = 1; t <= steps; ++t) {
          trainer.Step();
          if (static_cast<double>(t) < next && t < steps) continue;
          next = std::max(next * kPointRatio, next + 1);
          const std::vector<double> f = trainer.Predict(part.test);
          results::TheoryRow row = Row(results::TheoryCheck::kTheoremOne, settings, 1, kColumns, t);
          row.error = (Eigen::Map<const Eigen::VectorXd>(f.data(), kSamples) - solution).squaredNorm() / kSamples;
          rows.push_back(row);
        }
      });
    }
  }
  return rows;
}

std::vector<results::TheoryRow> BoundRows(const TheoryScale& scale) {
  const TheoryProblem problem(kSamples, kColumns);
  const datasets::Holding part = HoldingOf(problem, 0, 1);
  Settings settings = PaperSettings();
  settings.lambda = 1;
  const Eigen::VectorXd solution = problem.Solution(settings);
  const double start = solution.squaredNorm() / kSamples;
  // The theorem's constants: G_1, G_2, B and e_1 = |h_1 - f*|^2, where h_1 = 0.
  const double g1 = 2 * kKernelBound * kDerivativeBound * kDerivativeBound / settings.lambda;
  const double g2 = std::sqrt(kKernelBound) * kDerivativeBound * (std::sqrt(kKernelBound) + std::sqrt(kFeatureBound)) /
                    (2 * std::pow(settings.lambda, 1.5));
  const double b = std::pow(std::sqrt(g2 * g2 + g1) + g2, 2);
  const double e1 = problem.SquaredNorm(settings, solution);
  std::vector<results::TheoryRow> rows;
  for (const double share : scale.bound_shares) {
    const double eps = share * start;
    settings.gamma = eps / (8 * kKernelBound * b);
    const auto steps = static_cast<std::int64_t>(
        std::ceil(8 * kKernelBound * b * std::log(8 * kKernelBound * e1 / eps) / (eps * settings.lambda)));
    settings.features = steps;
    Eigen::VectorXd errors = Eigen::VectorXd::Zero(kSamples);
    for (int seed = 1; seed <= scale.seeds; ++seed) {
      settings.seed = static_cast<std::uint64_t>(seed);
      net::RunWorkers(1, [&](net::Channel& channel) {
        Trainer trainer(channel, settings, part.View());
        for (std::int64_t t = 1; t <= steps; ++t) trainer.Step();
        const std::vector<double> f = trainer.Predict(part.test);
        errors += (Eigen::Map<const Eigen::VectorXd>(f.data(), kSamples) - solution).cwiseAbs2() / scale.seeds;
      });
    }
    rows.push_back(Row(results::TheoryCheck::kTheoremOneBound, settings, 1, kColumns, steps));
    rows.back().error = errors.maxCoeff();
    rows.back().bound = eps;
    rows.back().control = solution.cwiseAbs2().maxCoeff();
    rows.back().cases = scale.seeds;
  }
  return rows;
}

int TheoryCommand(const std::filesystem::path& results) {
  const TheoryScale scale;
  std::vector<results::TheoryRow> rows = LemmaRows();
  for (const auto& more :
       {LemmaTwoRows(scale), ModelPrivacyRows(scale), TheoremRows(scale), BoundRows(scale), CostRows(scale)}) {
    rows.insert(rows.end(), more.begin(), more.end());
  }
  const auto lock = base::FileLock::IfThereAreLocks(results / ".lock");
  results::WriteRows<results::TheoryRow>(results / "theory.arrow", rows);
  fmt::print("{} rows in {}\n", rows.size(), (results / "theory.arrow").string());
  return 0;
}

}  // namespace fdskl::theory
