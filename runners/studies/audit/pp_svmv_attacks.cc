#include "runners/studies/audit/pp_svmv_attacks.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/index.h"
#include "base/shuffle.h"
#include "baselines/svm/pp_svmv.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "runners/studies/audit/score.h"

namespace fdskl::audit {
namespace {

constexpr double kUnit = 0x1p-40;      // value of one unit of a masked word (baselines/svm/masked_ring_sum.h)
constexpr double kUseless = 1e6;       // at this ratio of noise to signal the products say nothing
constexpr double kLeastNoise = 1e-10;  // a variance: keeps dependent rows from making the system singular

// The words of the message that carried the matrix of n samples to a worker.
std::vector<std::int64_t> KernelWords(const net::TracingChannel& channel, Eigen::Index n) {
  const auto tile = std::ranges::find_if(channel.received(), [&](const net::Message& message) {
    return message.bytes.size() == base::Index(n * n) * sizeof(std::uint64_t);
  });
  FDSKL_REQUIRE(tile != channel.received().end());
  return tile->As<std::int64_t>();
}

// Two matrices, samples by samples, after a run of PP-SVMV with a linear kernel: at the holder the merged matrix less
// its own part, at its neighbour the masked matrix that it received.
struct SeenKernels {
  Eigen::MatrixXd holder, neighbour;
};

// REQUIRES: 2 <= workers; at most 256 samples, which cross as one tile.
SeenKernels RecordPpSvmv(const Table& table, int workers, std::uint64_t seed) {
  FDSKL_REQUIRE(workers >= 2);
  const Eigen::Index n = table.x.rows();
  const svm::SvmSettings settings{.kernel = svm::SvmKernel::kLinear, .points = 1, .seed = seed};
  SeenKernels seen{Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n)};
  net::RunWorkers(workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding holding = table.Deal(channel.rank(), workers, 1);
    svm::PpSvmv method(channel, settings, holding.View());
    method.Fit([](const Progress&) { return true; });
    if (channel.rank() == 0) {
      for (std::int32_t a = 0; a < n; ++a)
        for (std::int32_t b = 0; b < n; ++b) seen.holder(a, b) = method.Kernel(a, b);
      seen.holder -= (holding.train.dense() * holding.train.dense().transpose()).cast<double>();
    } else if (channel.rank() == 1) {
      const std::vector<std::int64_t> words = KernelWords(channel, n);
      // The matrix is in the order in which PpSvmv takes the samples, which all workers know.
      const auto order = base::StratifiedOrder(std::vector<float>(base::Index(n)), seed);
      for (Eigen::Index a = 0; a < n; ++a)
        for (Eigen::Index b = 0; b < n; ++b)
          seen.neighbour(order[base::Index(a)], order[base::Index(b)]) =
              kUnit * static_cast<double>(words[base::Index(a * n + b)]);
    }
  });
  return seen;
}

// Guesses the samples that `known_rows` does not have, for each number of known rows in `counts`. `products` are the
// inner products over `columns`, as the adversary believes; those between known rows show it how noisy they are. The
// estimate is Bayesian, with the columns' means and variances as prior: with no row known, the guess is the mean.
// REQUIRES: `known_rows` has the first samples by `columns`, and as many rows as the largest count.
std::vector<Outcome> MergedKernel(const Eigen::MatrixXd& products, const Eigen::MatrixXd& known_rows,
                                  const std::vector<std::int32_t>& columns, const ColumnMeans& means,
                                  FeatureCounts counts) {
  const Eigen::Index unknown = products.rows() - known_rows.rows();
  const Eigen::RowVectorXd mean = means(columns);
  // The largest variance of a column in [0, 1] with this mean. Binary columns attain it.
  const Eigen::VectorXd variance = (mean.array() * (1 - mean.array())).transpose();
  std::vector<std::int32_t> samples(base::Index(unknown));
  std::iota(samples.begin(), samples.end(), static_cast<std::int32_t>(known_rows.rows()));
  std::vector<Outcome> outcomes;
  for (const std::int64_t count : counts) {
    FDSKL_REQUIRE(count <= known_rows.rows());
    Eigen::MatrixXd guess = mean.replicate(unknown, 1);
    const auto known = known_rows.topRows(count);
    const double noise = count == 0 ? 0
                                    : (products.topLeftCorner(count, count) - known * known.transpose()).squaredNorm() /
                                          static_cast<double>(count * count);
    const Eigen::MatrixXd spread = known * variance.asDiagonal();  // covariance of known products with hidden columns
    Eigen::MatrixXd covariance = spread * known.transpose();
    if (count > 0 && noise < kUseless * covariance.diagonal().mean()) {
      covariance.diagonal().array() += std::max(noise, kLeastNoise);
      const Eigen::VectorXd expected = known * mean.transpose();
      const Eigen::MatrixXd surprise = products.block(0, known_rows.rows(), count, unknown).colwise() - expected;
      guess += (spread.transpose() * covariance.llt().solve(surprise)).transpose();
    }
    outcomes.push_back({count, samples, columns, std::move(guess)});
  }
  return outcomes;
}

}  // namespace

std::vector<results::AuditRow> AttackPpSvmv(const Setup& setup, const TableSource& tables,
                                            std::optional<AttackKind> wanted) {
  if (wanted && *wanted != AttackKind::kMergedKernel) return {};
  Tally of_holder;
  Tally of_neighbour;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const Table table = tables(repeat, setup.samples);
    const std::uint64_t seed = SeedOf(setup, repeat);
    const SeenKernels seen = RecordPpSvmv(table, setup.workers, seed);
    const auto attack = [&](const Eigen::MatrixXd& products, int adversary, Tally& tally) {
      const std::vector<std::int32_t> own = table.Deal(adversary, setup.workers, 1).columns;
      std::vector<std::int32_t> hidden;
      for (std::int32_t column = 0; column < table.x.cols(); ++column)
        if (!std::ranges::binary_search(own, column)) hidden.push_back(column);
      const Eigen::MatrixXd known = table.x(Eigen::seqN(0, setup.features.back()), hidden).cast<double>();
      const ColumnMeans means = MeansOf(table.x.bottomRows(table.x.rows() - known.rows()));  // over the guessed samples
      for (const Outcome& outcome : MergedKernel(products, known, hidden, means, setup.features))
        tally.Add(AttackKind::kMergedKernel, outcome, table.x, seed);
    };
    attack(seen.holder, 0, of_holder);
    attack(seen.neighbour, 1, of_neighbour);
  }
  std::vector<results::AuditRow> rows = of_holder.Rows();
  for (results::AuditRow& row : rows) {
    row.role = "measured";
    row.adversary = "holder of the kernel";
  }
  for (results::AuditRow& row : of_neighbour.Rows()) {
    row.role = "must-fail";
    row.adversary = "neighbour of the holder";
    rows.push_back(std::move(row));
  }
  for (results::AuditRow& row : rows) row.mode = "pp-svmv";
  return rows;
}

}  // namespace fdskl::audit
