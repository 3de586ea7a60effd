#include "runners/studies/audit/merged_kernel.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <numeric>

#include "base/error.h"
#include "base/shuffle.h"
#include "baselines/svm/pp_svmv.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "runners/studies/audit/recording.h"

namespace fdskl::audit {
namespace {

constexpr double kUnit = 0x1p-40;      // of a word of the masked sum (baselines/masked_ring_sum.h)
constexpr double kUseless = 1e6;       // noise in the known products, in terms of what they would say
constexpr double kLeastNoise = 1e-10;  // a variance, so that rows that depend on one another do no harm

// What came to a worker as the matrix of n samples.
std::vector<std::int64_t> KernelWords(const net::TracingChannel& channel, Eigen::Index n) {
  const auto tile = std::ranges::find_if(channel.received(), [&](const net::Message& message) {
    return message.bytes.size() == static_cast<std::size_t>(n * n) * sizeof(std::uint64_t);
  });
  FDSKL_REQUIRE(tile != channel.received().end());
  return tile->As<std::int64_t>();
}

}  // namespace

SeenKernels RecordPpSvmv(const Table& table, int workers, std::uint64_t seed) {
  FDSKL_REQUIRE(workers >= 2);
  const Eigen::Index n = table.x.rows();
  const svm::SvmSettings settings{.kernel = svm::SvmKernel::kLinear, .points = 1, .seed = seed};
  SeenKernels seen{Eigen::MatrixXd(n, n), Eigen::MatrixXd(n, n)};
  net::RunWorkers(workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const Holding holding(table, channel.rank(), workers, 1);
    svm::PpSvmv method(channel, settings, holding.View(), std::nullopt);
    method.Fit([](const Progress&) { return true; });
    if (channel.rank() == 0) {
      for (std::int32_t a = 0; a < n; ++a)
        for (std::int32_t b = 0; b < n; ++b) seen.holder(a, b) = method.Kernel(a, b);
      seen.holder -= (holding.x.dense() * holding.x.dense().transpose()).cast<double>();
    } else if (channel.rank() == 1) {
      const std::vector<std::int64_t> words = KernelWords(channel, n);
      // In the order that PpSvmv takes the samples in, which all workers know.
      const auto order = base::StratifiedOrder(std::vector<float>(static_cast<std::size_t>(n)), seed);
      for (Eigen::Index a = 0; a < n; ++a)
        for (Eigen::Index b = 0; b < n; ++b)
          seen.neighbour(order[static_cast<std::size_t>(a)], order[static_cast<std::size_t>(b)]) =
              kUnit * static_cast<double>(words[static_cast<std::size_t>(a * n + b)]);
    }
  });
  return seen;
}

std::vector<Outcome> MergedKernel(const Eigen::MatrixXd& products, const Eigen::MatrixXd& known_rows,
                                  const std::vector<std::int32_t>& columns, const ColumnMeans& means,
                                  FeatureCounts counts) {
  const Eigen::Index unknown = products.rows() - known_rows.rows();
  const Eigen::RowVectorXd mean = means(columns);
  // A column in [0, 1] with this mean has at most this variance; binary ones have it.
  const Eigen::VectorXd variance = (mean.array() * (1 - mean.array())).transpose();
  std::vector<std::int32_t> samples(static_cast<std::size_t>(unknown));
  std::iota(samples.begin(), samples.end(), static_cast<std::int32_t>(known_rows.rows()));
  std::vector<Outcome> outcomes;
  for (const std::int64_t count : counts) {
    FDSKL_REQUIRE(count <= known_rows.rows());
    Eigen::MatrixXd guess = mean.replicate(unknown, 1);
    const auto known = known_rows.topRows(count);
    const double noise = count == 0 ? 0
                                    : (products.topLeftCorner(count, count) - known * known.transpose()).squaredNorm() /
                                          static_cast<double>(count * count);
    const Eigen::MatrixXd spread = known * variance.asDiagonal();  // of what is known with each hidden column
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

}  // namespace fdskl::audit
