#include "baselines/svm/pp_svmv.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/index.h"
#include "base/matrix.h"
#include "base/shuffle.h"
#include "base/stopwatch.h"
#include "baselines/svm/svm_solver.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sums.h"

namespace fdskl::svm {
namespace {

// Gathers all training labels, by sample, at worker 0 from the active workers that hold them; elsewhere nothing.
// Collective: all workers call it.
// Privacy:    worker 0 learns every label; the others learn none.
std::vector<float> GatherLabels(net::Channel& channel, const WorkerView& view, SvmTask task) {
  std::vector<float> label_of;
  if (channel.rank() == 0) {
    label_of.resize(base::Index(view.train->rows()));
    std::vector<char> held(label_of.size());
    const auto keep = [&](int peer, std::span<const std::int32_t> samples, std::span<const float> labels) {
      net::CheckDistinct(channel, peer, "a labelled sample", samples, held);
      for (std::size_t i = 0; i < samples.size(); ++i) {
        const bool fits = task == SvmTask::kRegression ? std::isfinite(labels[i]) : std::abs(labels[i]) == 1;
        if (!fits) net::Refuse(channel, peer, "the label of sample {} is {}", samples[i], labels[i]);
        label_of[base::Index(samples[i])] = labels[i];
      }
    };
    keep(0, view.labelled, view.labels);
    for (int peer = 1; peer < view.active; ++peer) {
      std::int64_t count = 0;
      channel.Receive<std::int64_t>(peer, std::span(&count, 1));
      net::CheckRange(channel, peer, "the number of labels", count, 0, view.train->rows());
      std::vector<std::int32_t> samples(base::Index(count));
      std::vector<float> labels(base::Index(count));
      channel.Receive<std::int32_t>(peer, samples);
      channel.Receive<float>(peer, labels);
      keep(peer, samples, labels);
    }
    const auto missing = std::ranges::find(held, 0);
    if (missing != held.end()) base::Fail("no active worker sent the label of sample {}", missing - held.begin());
  } else if (channel.rank() < view.active) {
    const std::int64_t count = std::ssize(view.labels);
    channel.Send<std::int64_t>(0, std::span(&count, 1));
    channel.Send<std::int32_t>(0, view.labelled);
    channel.Send<float>(0, view.labels);
  }
  return label_of;
}

}  // namespace

PpSvmv::PpSvmv(net::Channel& channel, const SvmSettings& settings, const WorkerView& view)
    : channel_(channel),
      settings_(settings),
      view_(view),
      tree_(net::BroadcastTree(channel.size(), 0)),
      ring_(channel),
      // The order does not depend on labels, so that all workers may know it.
      order_(base::StratifiedOrder(std::vector<float>(base::Index(view.train->rows())), settings.seed)),
      place_(order_.size()) {
  FDSKL_REQUIRE(view.labelled.size() == view.labels.size());
  for (std::size_t place = 0; place < order_.size(); ++place) {
    place_[base::Index(order_[place])] = static_cast<std::int32_t>(place);
  }
  label_of_ = GatherLabels(channel, view, settings.task);
}

std::int64_t PpSvmv::NeededBytes(const SvmSettings& settings, std::int64_t samples) {
  return KernelRows::Bytes(samples) + settings.kernel_cache.bytes;
}

void PpSvmv::Fit(const Observer& observer) {
  const base::Stopwatch watch;
  if (channel_.rank() == 0) kernel_.Allocate(std::ssize(order_));
  merge_seconds_ = watch.Seconds();
  std::int64_t merged = 0;
  for (const std::int64_t size : GrowingSizes(std::ssize(order_), settings_.points)) {
    if (!Merge(merged, size, observer) || !Train(size, observer)) return;
    merged = size;
  }
}

bool PpSvmv::Merge(std::int64_t begin, std::int64_t end, const Observer& observer) {
  base::Stopwatch watch;
  for (std::int64_t first = begin; first < end; first += kTileRows) {
    const std::int64_t last = std::min(first + kTileRows, end);
    const std::span all(order_);
    const std::span rows = all.subspan(base::Index(first), base::Index(last - first));
    const std::span columns = all.first(base::Index(last));
    ring_.Stream(
        RowTiles(last),
        [&](std::int64_t t) {
          return KernelTile(settings_.kernel, *view_.train, rows, *view_.train, RowsOfTile(columns, t));
        },
        [&](std::int64_t t, std::span<const double> sum) {
          const std::int64_t width = std::ssize(RowsOfTile(columns, t));
          for (std::int64_t i = 0; i < std::ssize(rows); ++i) {
            for (std::int64_t j = 0; j < width; ++j) {
              kernel_.SetProduct(first + i, t * kTileRows + j, sum[base::Index(i * width + j)]);
            }
          }
        });
    if (channel_.rank() == 0) kernel_.Finish(settings_, first, last);
    merge_seconds_ += watch.Lap();
    if (!observer({.seconds = merge_seconds_, .evaluation = Evaluation::kNotNow})) return false;
    watch.Lap();
  }
  return true;
}

bool PpSvmv::Train(std::int64_t size, const Observer& observer) {
  const base::Stopwatch watch;
  // Worker 0 calls it as it trains, the others when they receive its status.
  const auto observe = [&](const Status& status) {
    const auto evaluation = status.support >= 0 ? Evaluation::kNow : Evaluation::kNotNow;
    return observer({.iteration = status.iterations,
                     .features = std::max<std::int64_t>(status.support, 0),
                     .seconds = merge_seconds_ + watch.Seconds(),
                     .evaluation = evaluation,
                     .aside = true});
  };
  const net::Sender sender = net::SenderIn(tree_, channel_);
  Status status;
  if (channel_.rank() == 0) {
    auto model = Solve(size, [&](Status now) {
      net::TreeBroadcast(channel_, tree_, std::span(&now, 1));
      status = now;
      return now.support != Status::kTraining || observe(now);
    });
    if (!model) return false;
    model_ = std::move(*model);
  } else {
    while (status.support == Status::kTraining) {
      net::TreeBroadcast(channel_, tree_, std::span(&status, 1));
      net::CheckRange(channel_, sender, "the number of support vectors", status.support, Status::kTraining, size);
      if (status.support == Status::kTraining && !observe(status)) return false;
    }
    if (status.support == Status::kSkipped && size == std::ssize(order_))
      net::Refuse(channel_, sender, "that all samples together are skipped");
  }
  if (status.support == Status::kSkipped) return true;
  model_.support.resize(base::Index(status.support));
  net::TreeBroadcast(channel_, tree_, std::span(model_.support));
  std::vector<char> seen(order_.size());
  net::CheckDistinct(channel_, sender, "a support vector", model_.support, seen);
  has_model_ = true;
  return observe(status);
}

std::optional<PpSvmv::Model> PpSvmv::Solve(std::int64_t size, const std::function<bool(Status)>& tell) {
  std::vector<std::int32_t> samples(order_.begin(), order_.begin() + size);
  std::ranges::sort(samples);
  std::vector<svm_node*> x;
  std::vector<double> y;
  for (const std::int32_t sample : samples) {
    x.push_back(kernel_.row(place_[base::Index(sample)]));
    y.push_back(label_of_[base::Index(sample)]);
  }
  if (size < std::ssize(order_) && settings_.task == SvmTask::kClassification && !HasBothClasses(y)) {
    tell({0, Status::kSkipped});
    return model_;
  }
  const SvmSolution solution = SolveSvm(settings_, KernelForm::kPrecomputed, x, y, [&](std::int64_t iterations) {
    return tell({iterations, Status::kTraining});
  });
  if (!solution.model) return std::nullopt;
  const std::vector<std::int32_t>& support = solution.model->support();
  Model model;
  for (std::size_t i = 0; i < support.size(); ++i) {
    model.support.push_back(samples[base::Index(support[i])]);
    model.coefficient.push_back(solution.model->coefficient(i));
  }
  model.offset = solution.model->offset();
  tell({solution.iterations, std::ssize(support)});
  return model;
}

std::vector<double> PpSvmv::Predict(const base::Matrix& x) {
  FDSKL_REQUIRE(has_model_);
  const bool leader = channel_.rank() == 0;
  const std::vector<std::int32_t> all = base::AllRows(x);
  std::vector<double> f(leader ? all.size() : 0, model_.offset);
  for (std::int64_t block = 0; block < RowTiles(x.rows()); ++block) {
    const std::span<const std::int32_t> rows = RowsOfTile(all, block);
    std::vector<double> norms;
    const auto add = [&](std::int64_t first, std::int64_t width, std::span<const double> products) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::int64_t j = 0; j < width; ++j) {
          const double norm = kernel_.squared_norm(place_[base::Index(model_.support[base::Index(first + j)])]);
          f[base::Index(rows[i])] +=
              model_.coefficient[base::Index(first + j)] *
              KernelValue(settings_, products[i * base::Index(width) + base::Index(j)], norms[i], norm);
        }
      }
    };
    // The first tile holds the norms.
    ring_.Stream(
        1 + RowTiles(std::ssize(model_.support)),
        [&](std::int64_t t) {
          if (t == 0) return SquaredNorms(settings_.kernel, x, rows);
          return KernelTile(settings_.kernel, x, rows, *view_.train, RowsOfTile(model_.support, t - 1));
        },
        [&](std::int64_t t, std::span<const double> sum) {
          if (t == 0) {
            norms.assign(sum.begin(), sum.end());
          } else {
            add((t - 1) * kTileRows, std::ssize(RowsOfTile(model_.support, t - 1)), sum);
          }
        });
  }
  return f;
}

double PpSvmv::Kernel(std::int32_t a, std::int32_t b) const {
  return kernel_.at(place_[base::Index(a)], place_[base::Index(b)]);
}

}  // namespace fdskl::svm
