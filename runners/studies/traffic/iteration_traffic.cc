#include "runners/studies/traffic/iteration_traffic.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/statistics.h"
#include "datasets/holding.h"
#include "fdskl/net/chain_channel.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/trainer.h"

namespace fdskl::traffic {
namespace {

// Two columns at every worker; each label share holds two batches.
datasets::Holding SmallHolding(const IterationShape& shape, int worker) {
  const std::int64_t samples = 2 * shape.batch * shape.active;
  std::vector<float> labels;
  for (std::int64_t i = 0; i < samples; ++i) labels.push_back(i / shape.active % 2 == 0 ? 1.0F : -1.0F);
  return datasets::DealHolding(base::DenseMatrix::Constant(samples, Eigen::Index{2} * shape.workers, 0.5F), labels,
                               {2 * worker, 2 * worker + 1}, {worker, shape.active});
}

// Over all workers.
struct Totals {
  std::int64_t bytes = 0, messages = 0, chain = 0;
};

// Varies one quantity of the usual shape.
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

}  // namespace

results::TrafficRow MeasureIteration(const IterationShape& shape) {
  FDSKL_REQUIRE(shape.iteration >= 1 && shape.batch >= 1 && shape.block >= 1);
  Settings settings;
  settings.update = Update::kPlain;
  settings.masking = shape.masking;
  settings.ring_bits = shape.ring_bits;
  settings.batch = shape.batch;
  settings.block = shape.block;
  settings.cache_partials = shape.cache_partials;
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
  net::RunWorkers(shape.workers, [&](net::Channel& inner) {
    net::ChainChannel channel(inner);
    const datasets::Holding data = SmallHolding(shape, channel.rank());
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
  for (const auto& [masking, bits] :
       {std::pair{Masking::kPaper, 32}, {Masking::kRing, 32}, {Masking::kRing, 16}, {Masking::kNone, 32}}) {
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
