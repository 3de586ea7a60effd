// Compares FDSKL's training time with others', on the seven datasets that are whole, with the project's settings and
// one rank per party. The programs run in turns, so that all see the same machine; ratios are of medians. `make bench`
// runs it.
//
//   before       FDSKL with the settings that it had before it revisited blocks (experiments/first_version.toml)
//   secureboost  SecureBoost with FATE's settings
//   anchor       plain random features and averaged stochastic gradients, on one core and without parties: what FDSKL
//                would cost if there were no parties and a larger error were acceptable. It is compared with FDSKL's
//                whole training, with the time after which FDSKL reaches the anchor's error, and with `small`
//   small        FDSKL with the anchor's number of features and two sweeps; its other settings are the project's
//
// Usage: speed_bench FILE PROGRAM. Appends lines "name ratio limit at-most" to FILE, for scripts/bench.sh; PROGRAM is
// the built fdskl.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <limits>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "base/shuffle.h"
#include "base/statistics.h"
#include "base/stopwatch.h"
#include "base/testing.h"
#include "datasets/holding.h"
#include "datasets/prepare.h"
#include "datasets/split.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/masking/turns.h"
#include "fdskl/projection.h"
#include "fdskl/random_features.h"
#include "results/curve_row.h"
#include "runners/bench_cell.h"
#include "runners/cell/defaults.h"

namespace fdskl::runners {
namespace {

constexpr int kRounds = 3;
// The anchor has 2,000 features; FDSKL's blocks do not divide that.
constexpr const char* kSmall = " fdskl --features 2048 --sweeps 2";

struct Outcome {
  double seconds = 0;
  double error = 0;  // percent
};

// sqrt(2) cos(w_j . x + b_j) for all samples.
base::DenseMatrix AllFeatures(const base::Matrix& x, const base::DenseMatrix& w, const Eigen::RowVectorXf& phases) {
  constexpr std::int64_t kStrip = 128;
  base::DenseMatrix phi(x.rows(), w.cols());
  base::DenseMatrix gathered;
  std::vector<std::int32_t> rows;
  for (std::int64_t row = 0; row < x.rows(); row += kStrip) {
    rows.resize(base::Index(std::min(kStrip, x.rows() - row)));
    std::iota(rows.begin(), rows.end(), static_cast<std::int32_t>(row));
    auto strip = phi.middleRows(row, std::ssize(rows));
    Project(x, rows, w, gathered, strip);
    for (Eigen::Index i = 0; i < strip.rows(); ++i) {
      for (Eigen::Index j = 0; j < strip.cols(); ++j)
        strip(i, j) = std::numbers::sqrt2_v<float> * masking::CosTurns(strip(i, j) + phases[j]);
    }
  }
  return phi;
}

// Trains the anchor: random features of FDSKL's kernel, and stochastic gradients of the logistic loss, one sample at a
// time, with a constant rate. The model is the mean of all steps after the first epoch.
Outcome Anchor(const std::string& dataset, const Settings& settings) {
  constexpr Eigen::Index kFeatures = 2000;
  constexpr int kEpochs = 10;
  constexpr float kRate = 1.0F / kFeatures;  // the features of a sample have about this squared length
  const datasets::Prepared data = datasets::Prepare(dataset);
  const datasets::ColumnStore store = datasets::ColumnStore::Open(data.file);
  const datasets::Split split = datasets::MakeSplit(store.Labels(), dataset, 0);
  const datasets::Holding all = datasets::LoadHolding(
      store, split.train, split.test, datasets::ColumnsInTurn(store.columns(), 1, 0), {}, datasets::Missing::kFill);
  const base::Stopwatch watch;
  base::DenseMatrix w(all.train.columns(), kFeatures);
  RandomFeatures(settings.kernel, settings.sigma, 1).Fill(0, all.columns, w);
  const Eigen::RowVectorXf phases = Eigen::RowVectorXf::Random(kFeatures) / 2;
  const base::DenseMatrix phi = AllFeatures(all.train, w, phases);
  Eigen::VectorXf alpha = Eigen::VectorXf::Zero(kFeatures);
  Eigen::VectorXf mean = alpha;
  std::vector<std::int32_t> order = base::AllRows(all.train);
  std::int64_t steps = 0;
  for (int epoch = 0; epoch < kEpochs; ++epoch) {
    base::Shuffle(order, 1, static_cast<std::uint64_t>(epoch));
    for (const std::int32_t i : order) {
      const float y = all.labels[base::Index(i)];
      const float margin = y * phi.row(i).dot(alpha.transpose());
      alpha.noalias() += (kRate * y / (1 + std::exp(margin))) * phi.row(i).transpose();
      if (epoch > 0) mean.noalias() += (alpha - mean) / static_cast<float>(++steps);
    }
  }
  Outcome outcome{watch.Seconds(), 0};
  const Eigen::VectorXf f = AllFeatures(all.test, w, phases) * mean;
  for (Eigen::Index i = 0; i < f.size(); ++i)
    outcome.error += (f[i] > 0) == (all.test_labels[base::Index(i)] > 0) ? 0 : 100.0 / static_cast<double>(f.size());
  return outcome;
}

Outcome Cell(const std::string& program, const std::filesystem::path& folder, const std::string& cell) {
  const results::RunRow row = BenchCell(program, folder, cell);
  if (row.status != "ok") base::Fail("`fdskl run {}` failed: {}", cell, row.reason);
  return {row.train_seconds.value(), row.test_error.value()};
}

// Seconds of training after which FDSKL's error is at most `error` percent; infinite if it never is.
double SecondsToError(const std::string& program, const std::filesystem::path& folder, const std::string& dataset,
                      double error) {
  const results::RunRow run = BenchCell(program, folder, dataset + " fdskl", 60);
  for (const results::CurveRow& point : results::ReadRows<results::CurveRow>(folder / "curves.arrow")) {
    if (point.run == run.run && point.test_error && *point.test_error <= error) return point.seconds;
  }
  return std::numeric_limits<double>::infinity();
}

void Bench(const std::string& file, const std::string& program) {
  const base::testing::TempFolder folder;
  std::ofstream out(file, std::ios::app);
  const std::filesystem::path experiments = base::SourceFolder() / "runners/experiments";
  for (const std::string dataset : kSevenDatasets) {
    cell::Cell defaults = cell::DefaultCell(experiments / "defaults.toml", dataset, &kFdskl);
    const std::string first_version =
        fmt::format(" fdskl --settings '{}'", (experiments / "first_version.toml").string());
    std::vector<std::vector<double>> seconds(5);
    std::vector<double> errors(5);
    std::vector<double> to_error;
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<Outcome> outcomes = {
          Cell(program, folder.path(), dataset + " fdskl"), Cell(program, folder.path(), dataset + first_version),
          Cell(program, folder.path(), dataset + " secureboost --preset fate"),
          Anchor(dataset, defaults.As<Settings>()), Cell(program, folder.path(), dataset + kSmall)};
      for (std::size_t i = 0; i < outcomes.size(); ++i) {
        seconds[i].push_back(outcomes[i].seconds);
        errors[i] = outcomes[i].error;
      }
      to_error.push_back(SecondsToError(program, folder.path(), dataset, outcomes[3].error));
    }
    std::vector<double> median(seconds.size());
    std::transform(seconds.begin(), seconds.end(), median.begin(), base::Median);
    fmt::print(
        "{}, split 0: FDSKL {:.2f} s, error {:.2f} %; before {:.2f} s, {:.2f} %; SecureBoost {:.2f} s, {:.2f} %; "
        "anchor {:.2f} s, {:.2f} %, which FDSKL has after {:.2f} s; small {:.2f} s, {:.2f} %\n",
        dataset, median[0], errors[0], median[1], errors[1], median[2], errors[2], median[3], errors[3],
        base::Median(to_error), median[4], errors[4]);
    out << fmt::format("fdskl_over_first_version_{} {:.3f} 0.5 at-most\n", dataset, median[0] / median[1]);
    out << fmt::format("fdskl_over_secureboost_{} {:.3f} 1 at-most\n", dataset, median[0] / median[2]);
    out << fmt::format("fdskl_over_anchor_{} {:.3f} 1 at-most\n", dataset, median[0] / median[3]);
    out << fmt::format("small_over_anchor_{} {:.3f} 1 at-most\n", dataset, median[4] / median[3]);
    out << fmt::format("small_error_over_anchors_{} {:.3f} 1 at-most\n", dataset, errors[4] / errors[3]);
    // results/bench.json cannot hold a ratio that is not finite; the printed line says that there is none.
    if (const double ratio = base::Median(to_error) / median[3]; std::isfinite(ratio))
      out << fmt::format("fdskl_to_anchors_error_over_anchor_{} {:.3f} 1 at-most\n", dataset, ratio);
    std::fflush(stdout);
  }
}

}  // namespace
}  // namespace fdskl::runners

int main(int argc, char** argv) try {
  if (argc != 3) fdskl::base::Fail("usage: speed_bench FILE PROGRAM");
  fdskl::runners::Bench(argv[1], argv[2]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "speed_bench: {}\n", error.what());
  return 1;
}
