#include "runners/studies/traffic/epoch_traffic.h"

#include <algorithm>
#include <regex>

#include "base/error.h"
#include "base/index.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/kernel_matrix.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/feature_tiles.h"
#include "fdskl/masking/angle_words.h"

namespace fdskl::traffic {
namespace {

constexpr std::int64_t kPublicKeyBytes = 32;
constexpr std::int64_t kNumberBytes = 8;  // bytes of a double

constexpr std::int64_t kSampleBytes = 4;  // bytes of a sample's number

// The traffic of FDSKL in masking `ring` or `none`.
class FdsklTraffic {
 public:
  FdsklTraffic(const cell::Cell& cell, std::int64_t n)
      : settings_(cell.As<Settings>()),
        batch_(std::min(settings_.batch, n / cell.active)),
        others_(cell.workers - 1),
        other_owners_(cell.active - 1),
        order_{settings_.block, cell.active} {
    FDSKL_REQUIRE(settings_.masking == Masking::kRing || settings_.masking == Masking::kNone);
  }

  std::int64_t batch() const { return batch_; }

  // Keys; with sweeps, also how many blocks each owner can save, and the least of these numbers.
  std::int64_t Start() const {
    std::int64_t bytes = settings_.sweeps > 0 ? kNumberBytes * (other_owners_ + others_) : 0;
    if (settings_.masking == Masking::kRing && others_ > 0) bytes += 2 * kPublicKeyBytes * (others_ + 1);
    return bytes;
  }

  // Iteration t, from 0, on samples that are all new.
  std::int64_t Iteration(std::int64_t t) const {
    std::int64_t angles = 0;
    for (int owner = 0; owner <= other_owners_; ++owner) angles += Angles(batch_, 0, order_.Owned(owner, t));
    const std::int64_t first = order_.Owned(order_.Leader(t), t);
    return angles + Angles(batch_, first, first + settings_.block) + BatchAndF(others_);
  }

  // The numbers of a batch to `told` other workers, and the sum of its partial f.
  std::int64_t BatchAndF(std::int64_t told) const {
    return batch_ * (told * kSampleBytes + other_owners_ * kNumberBytes);
  }
  std::int64_t Revisit() const { return BatchAndF(other_owners_); }

  // The angles of an owner's features begin .. end-1 at this many samples. Messages are cut where tiles end and after
  // whole bytes of rows, so only the end of a tile is rounded up.
  std::int64_t Angles(std::int64_t samples, std::int64_t begin, std::int64_t end) const {
    const int bits = settings_.masking == Masking::kRing ? settings_.ring_bits : 8 * static_cast<int>(sizeof(float));
    const std::int64_t width = FeatureTiles::Width(base::Index(samples));
    std::int64_t bytes = 0;
    while (begin < end) {
      const std::int64_t count = std::min(end - begin, width - begin % width);
      bytes += static_cast<std::int64_t>(masking::PackedBytes(base::Index(samples * count), bits));
      begin += count;
    }
    return others_ * bytes;
  }

 private:
  Settings settings_;
  std::int64_t batch_, others_, other_owners_;
  FeatureOrder order_;
};

std::int64_t FdsklBytes(const cell::Cell& cell, std::int64_t n) {
  const FdsklTraffic traffic(cell, n);
  std::int64_t bytes = traffic.Start();
  const std::int64_t iterations = cell.active * (n / cell.active / traffic.batch());
  for (std::int64_t t = 0; t < iterations; ++t) bytes += traffic.Iteration(t);
  return bytes;
}

std::int64_t FdSvrgBytes(const cell::Cell& cell, std::int64_t n) {
  const std::int64_t others = cell.workers - 1;
  const std::int64_t batch = std::min(cell.As<fd_svrg::SvrgSettings>().batch, n);
  const std::int64_t steps = (n + batch - 1) / batch;
  // Active workers lead in turn, each over the labels it holds.
  std::int64_t stepped = 0;
  for (std::int64_t step = 0; step < steps; ++step) {
    const std::int64_t leader = step % cell.active;
    stepped += std::min(batch, (n - leader + cell.active - 1) / cell.active);
  }
  constexpr std::int64_t kWords = 2 * kNumberBytes + 1;  // the two parts of F, and whether the epoch is accepted
  return others * (2 * kNumberBytes * (n + stepped) + kWords);
}

std::int64_t PpSvmvBytes(const cell::Cell& cell, std::int64_t n) {
  std::int64_t entries = 0;
  for (std::int64_t first = 0; first < n; first += svm::kTileRows) {
    const std::int64_t last = std::min(first + svm::kTileRows, n);
    entries += (last - first) * last;
  }
  constexpr std::int64_t kLabelBytes = 4 + 4;  // a sample's number and its label
  std::int64_t labels = 0;                     // sent by all active workers but 0
  for (std::int64_t worker = 1; worker < cell.active; ++worker) labels += (n - worker + cell.active - 1) / cell.active;
  return (cell.workers > 1 ? cell.workers * kNumberBytes * entries : 0) + labels * kLabelBytes;
}

}  // namespace

std::int64_t EpochBytes(const cell::Cell& cell, std::int64_t train_rows) {
  FDSKL_REQUIRE(train_rows >= cell.active);
  if (cell.method() == &kFdskl) return FdsklBytes(cell, train_rows);
  if (cell.method() == &fd_svrg::kFdSvrg) return FdSvrgBytes(cell, train_rows);
  FDSKL_REQUIRE(cell.method() == &svm::kPpSvmv);
  return PpSvmvBytes(cell, train_rows);
}

std::int64_t TrainingBytes(const cell::Cell& cell, std::int64_t train_rows) {
  const auto& settings = cell.As<Settings>();
  FDSKL_REQUIRE(settings.sweeps > 0 && settings.cache_partials && settings.block * settings.ring_bits % 8 == 0);
  const FdsklTraffic traffic(cell, train_rows);
  const std::int64_t blocks = (settings.features + settings.block - 1) / settings.block;
  return traffic.Start() + traffic.Angles(train_rows, 0, blocks * settings.block) +
         blocks * (traffic.BatchAndF(cell.workers - 1) + settings.sweeps * traffic.Revisit());
}

results::TrafficRow EpochRow(const cell::Cell& cell, std::int64_t train_rows) {
  results::TrafficRow row;
  row.part = "epoch";
  row.method = cell.method()->name;
  row.dataset = cell.dataset;
  row.train_rows = train_rows;
  row.workers = cell.workers;
  const std::int64_t most = train_rows / cell.active;
  if (const auto* settings = cell.TryAs<fd_svrg::SvrgSettings>()) row.batch = std::min(settings->batch, most);
  if (const auto* settings = cell.TryAs<Settings>()) {
    row.batch = std::min(settings->batch, most);
    row.masking = base::NameOf(settings->masking);
    row.block = settings->block;
    if (settings->masking == Masking::kRing) row.ring_bits = settings->ring_bits;
    row.cache_partials = true;
  }
  row.sent_bytes = EpochBytes(cell, train_rows);
  row.is_computed = true;
  return row;
}

results::TrafficRow TrainingRow(const cell::Cell& cell, std::int64_t train_rows) {
  results::TrafficRow row = EpochRow(cell, train_rows);
  row.part = "training";
  row.sweeps = cell.As<Settings>().sweeps;
  row.sent_bytes = TrainingBytes(cell, train_rows);
  return row;
}

std::optional<results::TrafficRow> CountedTree(std::span<const results::RunRow> runs, std::string_view dataset) {
  static const std::regex kTrees("\"trees\": ([0-9]+)");
  const auto newest = std::find_if(runs.rbegin(), runs.rend(), [&](const results::RunRow& run) {
    return run.dataset == dataset && run.method == secureboost::kSecureBoost.name && run.status == "ok";
  });
  std::smatch match;
  if (newest == runs.rend() || !std::regex_search(newest->settings, match, kTrees)) return std::nullopt;
  results::TrafficRow row;
  row.part = "epoch";
  row.method = newest->method;
  row.dataset = newest->dataset;
  row.train_rows = newest->train_rows;
  row.workers = newest->workers;
  row.sent_bytes = newest->sent_bytes.value() / std::stoll(match.str(1));
  return row;
}

}  // namespace fdskl::traffic
