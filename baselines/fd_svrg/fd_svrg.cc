#include "baselines/fd_svrg/fd_svrg.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/index.h"
#include "base/seed.h"
#include "base/stopwatch.h"
#include "fdskl/loss.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl::fd_svrg {
namespace {

constexpr double kInterceptScale = 4;  // D for b: the curvature of the loss is at most 1/4
constexpr double kGrowth = 1.5;        // eta grows by this after an epoch in which F fell

net::Tree MakeTree(Structure structure, int workers, int root) {
  if (structure == Structure::kTree) return net::BroadcastTree(workers, root);
  net::Tree star(workers, root);
  for (int worker = 0; worker < workers; ++worker) {
    if (worker != root) star.Adopt(root, worker);
  }
  return star;
}

double Derivative(double f, double y) { return LossDerivative(LossKind::kLogistic, f, y); }

}  // namespace

ColumnMoments::ColumnMoments(const base::Matrix& x)
    : mean(Eigen::VectorXd::Zero(x.columns())), variance(Eigen::VectorXd::Zero(x.columns())) {
  FDSKL_REQUIRE(x.rows() > 0);
  for (std::int64_t row = 0; row < x.rows(); ++row) {
    base::ForEntries(x, row, [&](Eigen::Index k, double value) {
      mean[k] += value;
      variance[k] += value * value;
    });
  }
  const auto count = static_cast<double>(x.rows());
  mean /= count;
  variance = (variance / count - mean.cwiseAbs2()).cwiseMax(0);
}

void CentredProducts(const base::Matrix& x, const Eigen::VectorXd& mean, std::span<const std::int32_t> rows,
                     const Eigen::VectorXd& w, std::span<double> out) {
  FDSKL_REQUIRE(rows.size() == out.size() && w.size() == mean.size());
  const double shift = w.dot(mean);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = -shift;
    base::ForEntries(x, rows[i], [&](Eigen::Index k, double value) { sum += w[k] * value; });
    out[i] = sum;
  }
}

Eigen::VectorXd CentredCombination(const base::Matrix& x, const Eigen::VectorXd& mean,
                                   std::span<const std::int32_t> rows, std::span<const double> weight) {
  FDSKL_REQUIRE(rows.size() == weight.size());
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(mean.size());
  double total = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    total += weight[i];
    base::ForEntries(x, rows[i], [&](Eigen::Index k, double value) { sum[k] += weight[i] * value; });
  }
  return sum - total * mean;
}

FdSvrg::FdSvrg(net::Channel& channel, const SvrgSettings& settings, const WorkerView& view)
    : channel_(channel),
      settings_(settings),
      view_(view),
      moments_(*view.train),
      scale_((moments_.variance.array() / 4 + settings.lambda).max(1e-12).inverse()),
      label_of_(base::Index(view.train->rows())),
      eta_(settings.step) {
  FDSKL_REQUIRE(view.labelled.size() == view.labels.size());
  FDSKL_REQUIRE((channel.rank() < view.active) == !view.labelled.empty());
  FDSKL_REQUIRE(settings.batch >= 1 && settings.epochs >= 1 && settings.lambda >= 0 && settings.step >= 0);
  for (int root = 0; root < view.active; ++root) trees_.push_back(MakeTree(settings.structure, channel.size(), root));
  for (std::size_t i = 0; i < view.labels.size(); ++i) label_of_[base::Index(view.labelled[i])] = view.labels[i];
  ShareWhoHoldsLabels();
  // The curvature of one sample's loss is about the number of columns; a batch averages it out.
  if (eta_ == 0) {
    eta_ = 1 / (1 + static_cast<double>(view.total_columns) / static_cast<double>(settings.batch));
  }
  current_.w = Eigen::VectorXd::Zero(moments_.mean.size());
}

void FdSvrg::ShareWhoHoldsLabels() {
  std::vector<char> held(base::Index(view_.train->rows()));
  for (int holder = 0; holder < view_.active; ++holder) {
    const net::Tree& tree = trees_[base::Index(holder)];
    std::vector<std::int32_t> samples(view_.labelled.begin(), view_.labelled.end());
    auto count = std::ssize(samples);
    net::TreeBroadcast(channel_, tree, std::span(&count, 1));
    const net::Sender sender = net::SenderIn(tree, channel_);
    net::CheckRange(channel_, sender, "the number of labels", count, 1, view_.train->rows());
    samples.resize(base::Index(count));
    net::TreeBroadcast(channel_, tree, std::span(samples));
    net::CheckDistinct(channel_, sender, "a labelled sample", samples, held);
    plans_.emplace_back(samples, std::min<std::int64_t>(settings_.batch, count),
                        base::Seed("svrg batches", settings_.seed, holder));
    labelled_.push_back(std::move(samples));
  }
}

void FdSvrg::SumMargins(const base::Matrix& x, std::span<const std::int32_t> rows, const Eigen::VectorXd& w, double b,
                        int root, std::span<double> f) {
  CentredProducts(x, moments_.mean, rows, w, f);
  net::TreeSum(channel_, trees_[base::Index(root)], f);
  if (channel_.rank() != root) return;
  for (double& value : f) value += b;
}

void FdSvrg::PassOverAll(Snapshot& snapshot) {
  const auto samples = static_cast<double>(view_.train->rows());
  snapshot.z = Eigen::VectorXd::Zero(snapshot.w.size());
  snapshot.z_b = 0;
  snapshot.derivative.resize(label_of_.size());
  std::array<double, 2> parts = {0, settings_.lambda / 2 * snapshot.w.squaredNorm()};
  for (int holder = 0; holder < view_.active; ++holder) {
    const std::vector<std::int32_t>& rows = labelled_[base::Index(holder)];
    std::vector<double> values(rows.size());
    SumMargins(*view_.train, rows, snapshot.w, snapshot.b, holder, values);
    for (std::size_t i = 0; channel_.rank() == holder && i < rows.size(); ++i) {
      const double y = label_of_[base::Index(rows[i])];
      parts[0] += Loss(LossKind::kLogistic, values[i], y) / samples;
      values[i] = snapshot.derivative[base::Index(rows[i])] = Derivative(values[i], y);
    }
    net::TreeBroadcast(channel_, trees_[base::Index(holder)], std::span(values));
    snapshot.z += CentredCombination(*view_.train, moments_.mean, rows, values) / samples;
    snapshot.z_b += std::accumulate(values.begin(), values.end(), 0.0) / samples;
  }
  net::TreeSum(channel_, trees_[0], std::span<double>(parts));
  snapshot.loss = parts[0];
  snapshot.penalty = parts[1];
}

FdSvrg::Snapshot FdSvrg::InnerSteps(const Snapshot& from) {
  Snapshot to;
  to.w = from.w;
  to.b = from.b;
  const std::int64_t batch = std::min(settings_.batch, view_.train->rows());
  for (std::int64_t step = 0; step < (view_.train->rows() + batch - 1) / batch; ++step) {
    const auto leader = static_cast<int>(steps_++ % view_.active);
    const std::span<const std::int32_t> rows = plans_[base::Index(leader)].Next();
    std::vector<double> values(rows.size());
    SumMargins(*view_.train, rows, to.w, to.b, leader, values);
    for (std::size_t i = 0; channel_.rank() == leader && i < rows.size(); ++i) {
      values[i] = Derivative(values[i], label_of_[base::Index(rows[i])]) - from.derivative[base::Index(rows[i])];
    }
    net::TreeBroadcast(channel_, trees_[base::Index(leader)], std::span(values));
    const double share = 1 / static_cast<double>(rows.size());
    const Eigen::VectorXd gradient =
        share * CentredCombination(*view_.train, moments_.mean, rows, values) + from.z + settings_.lambda * to.w;
    to.w -= eta_ * scale_.cwiseProduct(gradient);
    to.b -= eta_ * kInterceptScale * (share * std::accumulate(values.begin(), values.end(), 0.0) + from.z_b);
  }
  return to;
}

bool FdSvrg::Accept(const Snapshot& candidate) {
  const double before = current_.loss + current_.penalty;
  const double after = candidate.loss + candidate.penalty;
  std::uint8_t accepted = after <= before || settings_.step > 0 ? 1 : 0;
  net::TreeBroadcast(channel_, trees_[0], std::span(&accepted, 1));
  return accepted != 0;
}

void FdSvrg::Fit(const Observer& observer) {
  double seconds = 0;
  base::Stopwatch watch;
  PassOverAll(current_);
  bool go_on = true;
  for (std::int64_t epoch = 1; go_on && epoch <= settings_.epochs; ++epoch) {
    Snapshot candidate = InnerSteps(current_);
    PassOverAll(candidate);
    const bool accepted = Accept(candidate);
    if (settings_.step == 0) eta_ = accepted ? eta_ * kGrowth : eta_ / 2;
    if (accepted) current_ = std::move(candidate);
    seconds += watch.Lap();
    const double loss = channel_.rank() == 0 ? current_.loss : std::numeric_limits<double>::quiet_NaN();
    go_on = observer({epoch, settings_.epochs, 0, seconds, loss});
    watch.Lap();
  }
}

std::vector<double> FdSvrg::Predict(const base::Matrix& x) {
  const std::vector<std::int32_t> rows = base::AllRows(x);
  std::vector<double> f(rows.size());
  SumMargins(x, rows, current_.w, current_.b, 0, f);
  if (channel_.rank() != 0) f.clear();
  return f;
}

double FdSvrg::Intercept() {
  double shift = -current_.w.dot(moments_.mean);
  net::TreeSum(channel_, trees_[0], std::span<double>(&shift, 1));
  return current_.b + shift;
}

}  // namespace fdskl::fd_svrg
