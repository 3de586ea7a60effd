#include "runners/studies/traffic/iteration_traffic.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "base/statistics.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "fdskl/net/chain_channel.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"
#include "fdskl/net/tree.h"
#include "fdskl/trainer.h"

namespace fdskl::traffic {
namespace {

// Two columns for each worker and two batches for each active worker's labels. The values do not matter.
struct SmallTable {
  base::DenseMatrix x;
  std::vector<float> y;

  explicit SmallTable(const IterationShape& shape) {
    x.setConstant(2 * shape.batch * shape.active, Eigen::Index{2} * shape.workers, 0.5F);
    for (std::int64_t i = 0; i < x.rows(); ++i) y.push_back(i / shape.active % 2 == 0 ? 1.0F : -1.0F);
  }

  datasets::Holding Deal(const IterationShape& shape, int worker) const {
    return datasets::DealHolding(
        x, y, datasets::WorkerColumns(x.cols(), shape.workers, worker, datasets::Partition::kContiguous, 0),
        {worker, shape.active});
  }
};

// Totals over all workers.
struct Totals {
  std::int64_t bytes = 0, messages = 0, chain = 0;
};

// Measures the default shape with one quantity varied.
template <class T>
void Vary(const char* varied, std::initializer_list<T> values, T IterationShape::*member, bool cache_partials,
          std::vector<results::TrafficRow>& rows) {
  for (const T value : values) {
    IterationShape shape;
    shape.cache_partials = cache_partials;
    shape.*member = value;
    rows.push_back(MeasureIteration(shape));
    rows.back().varied = std::string(varied);
  }
}

using Chains = std::vector<std::int64_t>;  // for each worker the length of the longest chain that ends there

void SumUp(const net::Tree& tree, int worker, Chains& chains) {
  for (const int child : tree.children(worker)) {
    SumUp(tree, child, chains);
    chains[base::Index(worker)] = std::max(chains[base::Index(worker)], chains[base::Index(child)] + 1);
  }
}

void SpreadDown(const net::Tree& tree, int worker, Chains& chains) {
  for (const int child : tree.children(worker)) {
    chains[base::Index(child)] = std::max(chains[base::Index(child)], chains[base::Index(worker)] + 1);
    SpreadDown(tree, child, chains);
  }
}

// Extends the chains by a turn of all leaders, each of whom owns features already.
void AddTurn(int workers, int active, Chains& chains) {
  for (int leader = 0; leader < active; ++leader) {
    SpreadDown(net::BroadcastTree(workers, leader), leader, chains);
    for (int owner = 0; owner < active; ++owner) SumUp(net::AngleTree(workers, owner), owner, chains);
    SumUp(net::BroadcastTree(active, leader), leader, chains);
    SumUp(net::AngleTree(workers, leader), leader, chains);
  }
}

Settings SettingsOf(const IterationShape& shape) {
  Settings settings;
  settings.update = Update::kPlain;
  settings.masking = shape.masking;
  settings.ring_bits = shape.ring_bits;
  settings.batch = shape.batch;
  settings.block = shape.block;
  settings.cache_partials = shape.cache_partials;
  return settings;
}

}  // namespace

results::TrafficRow MeasureIteration(const IterationShape& shape) {
  FDSKL_REQUIRE(shape.iteration >= 1 && shape.batch >= 1 && shape.block >= 1);
  const Settings settings = SettingsOf(shape);
  const std::int64_t turn = std::min<std::int64_t>(shape.active, shape.iteration);
  std::mutex mutex;
  Totals before_turn;
  Totals before;
  Totals after;
  const auto add = [&](const net::ChainChannel& channel, Totals& totals) {
    const std::lock_guard lock(mutex);
    totals.bytes += channel.total_traffic().sent_bytes;
    totals.messages += channel.total_traffic().sent_messages;
    totals.chain = std::max(totals.chain, channel.longest_chain());
  };
  const SmallTable table(shape);
  net::RunWorkers(shape.workers, [&](net::Channel& inner) {
    net::ChainChannel channel(inner);
    const datasets::Holding data = table.Deal(shape, channel.rank());
    Trainer trainer(channel, settings, data.View());
    for (std::int64_t t = 1; t <= shape.iteration; ++t) {
      if (t == shape.iteration - turn + 1) add(channel, before_turn);
      if (t == shape.iteration) add(channel, before);
      trainer.Step();
    }
    add(channel, after);
  });
  results::TrafficRow row;
  row.part = std::string("order");
  row.method = std::string("fdskl");
  row.masking = base::NameOf(shape.masking);
  row.train_rows = 2 * shape.batch * shape.active;
  row.workers = shape.workers;
  row.iteration = shape.iteration;
  row.batch = shape.batch;
  row.block = shape.block;
  if (shape.masking == Masking::kRing) row.ring_bits = shape.ring_bits;
  row.cache_partials = shape.cache_partials;
  row.sent_bytes = after.bytes - before.bytes;
  row.sent_messages = after.messages - before.messages;
  row.rounds = static_cast<double>(after.chain - before_turn.chain) / static_cast<double>(turn);
  return row;
}

double IterationRounds(int workers, int active) {
  FDSKL_REQUIRE(1 <= active && active <= workers);
  Chains chains(base::Index(workers));
  constexpr int kTurnsBefore = 2;  // from then on all turns are alike
  for (int turn = 0; turn < kTurnsBefore; ++turn) AddTurn(workers, active, chains);
  const std::int64_t before = *std::ranges::max_element(chains);
  AddTurn(workers, active, chains);
  return static_cast<double>(*std::ranges::max_element(chains) - before) / active;
}

std::vector<results::TrafficRow> MeasureOrders() {
  std::vector<results::TrafficRow> rows;
  Vary("q", {4, 8, 16, 32}, &IterationShape::workers, false, rows);
  Vary<std::int64_t>("t", {8, 16, 32, 64, 128}, &IterationShape::iteration, false, rows);
  Vary<std::int64_t>("B", {16, 32, 64, 128, 256}, &IterationShape::batch, false, rows);
  Vary<std::int64_t>("m", {8, 16, 32, 64, 128}, &IterationShape::block, false, rows);
  Vary<std::int64_t>("t", {8, 16, 32, 64, 128}, &IterationShape::iteration, true, rows);
  return rows;
}

std::vector<results::TrafficRow> MeasureMaskings() {
  std::vector<results::TrafficRow> rows;
  for (const auto& [masking, bits] : {std::pair{Masking::kPaper, 32},
                                      {Masking::kRing, 32},
                                      {Masking::kRing, 16},
                                      {Masking::kRing, 12},
                                      {Masking::kRing, 8},
                                      {Masking::kNone, 32}}) {
    IterationShape shape;
    shape.batch = 1024;
    shape.block = 256;
    shape.masking = masking;
    shape.ring_bits = bits;
    rows.push_back(MeasureIteration(shape));
    rows.back().part = std::string("masking");
  }
  return rows;
}

std::vector<results::TrafficRow> RecordTranscript() {
  const IterationShape shape = {.workers = 4, .iteration = 3, .ring_bits = 8};
  const Settings settings = SettingsOf(shape);
  const auto kind_of = [&](std::size_t bytes) {
    if (bytes == base::Index(4 * shape.batch)) return "sample-numbers";
    return bytes == base::Index(8 * shape.batch) ? "partial-f" : "masked-angles";
  };
  FDSKL_REQUIRE(shape.block * shape.ring_bits / 8 > 8);  // no message of angles has the size of another kind
  std::map<std::tuple<std::int64_t, std::string, int, int>, std::pair<std::int64_t, std::int64_t>> sent;
  std::mutex mutex;
  const SmallTable table(shape);
  net::RunWorkers(shape.workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const datasets::Holding data = table.Deal(shape, channel.rank());
    Trainer trainer(channel, settings, data.View());
    const std::size_t keys = channel.sent().size();
    for (std::int64_t t = 1; t < shape.iteration; ++t) trainer.Step();
    const std::size_t before = channel.sent().size();
    trainer.Step();
    const std::lock_guard lock(mutex);
    for (std::size_t i = 0; i < channel.sent().size(); ++i) {
      if (i >= keys && i < before) continue;
      const net::Message& message = channel.sent()[i];
      const std::size_t size = message.bytes.size();
      auto& [bytes, messages] =
          sent[{i < keys ? 0 : shape.iteration, i < keys ? "keys" : kind_of(size), message.from, message.to}];
      bytes += static_cast<std::int64_t>(size);
      ++messages;
    }
  });
  std::vector<results::TrafficRow> rows;
  for (const auto& [key, total] : sent) {
    results::TrafficRow& row = rows.emplace_back();
    row.part = "transcript";
    row.method = "fdskl";
    row.masking = base::NameOf(settings.masking);
    row.train_rows = table.x.rows();
    row.workers = shape.workers;
    row.batch = shape.batch;
    row.block = shape.block;
    row.ring_bits = shape.ring_bits;
    row.cache_partials = shape.cache_partials;
    std::tie(row.iteration, row.kind, row.sender, row.receiver) = key;
    std::tie(row.sent_bytes, row.sent_messages) = total;
  }
  return rows;
}

std::int64_t VariedValue(const results::TrafficRow& row) {
  const std::string& name = row.varied.value();
  if (name == "q") return row.workers;
  return (name == "t" ? row.iteration : name == "B" ? row.batch : row.block).value();
}

Exponents FitExponents(std::span<const results::TrafficRow> rows) {
  FDSKL_REQUIRE(rows.size() >= 2);
  const bool workers = rows.front().varied == "q";
  std::vector<double> senders;
  std::vector<double> levels;
  std::vector<double> bytes;
  std::vector<double> rounds;
  for (const results::TrafficRow& row : rows) {
    const auto x = static_cast<double>(VariedValue(row));
    senders.push_back(workers ? x - 1 : x);
    levels.push_back(workers ? std::log2(x) : x);
    bytes.push_back(static_cast<double>(row.sent_bytes));
    rounds.push_back(row.rounds.value());
  }
  return {base::LogSlope(senders, bytes), base::LogSlope(levels, rounds)};
}

}  // namespace fdskl::traffic
