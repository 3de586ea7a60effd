#include "runners/studies/traffic/epoch_traffic.h"

#include <algorithm>
#include <regex>

#include "base/error.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/kernel_matrix.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"

namespace fdskl::traffic {
namespace {

constexpr std::int64_t kPublicKeyBytes = 32;
constexpr std::int64_t kNumberBytes = 8;  // bytes of a double

std::int64_t FdsklBytes(const cell::Cell& cell, std::int64_t n) {
  const auto& settings = cell.As<Settings>();
  FDSKL_REQUIRE(settings.masking != Masking::kPaper);
  const bool ring = settings.masking == Masking::kRing;
  const std::int64_t others = cell.workers - 1;
  const std::int64_t other_owners = cell.active - 1;
  const std::int64_t batch = std::min(settings.batch, n / cell.active);
  const std::int64_t angle_bytes = ring ? settings.ring_bits / 8 : 4;
  std::int64_t bytes = ring && cell.workers > 1 ? 2 * kPublicKeyBytes * cell.workers : 0;
  const std::int64_t iterations = cell.active * (n / cell.active / batch);
  for (std::int64_t t = 1; t <= iterations; ++t) {
    bytes += others * batch * (4 + angle_bytes * t * settings.block) + other_owners * kNumberBytes * batch;
  }
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
