// Appendix C: bytes and processor time.

#include <atomic>

#include "base/cpu_time.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/trainer.h"
#include "runners/studies/theory/theory.h"

namespace fdskl::theory {
namespace {

// The settings of the paper's cost: no sums are saved.
Settings CostSettings(std::int64_t iterations) {
  Settings settings = PaperSettings();
  settings.cache_partials = false;
  settings.features = iterations;
  return settings;
}

// Trains up to the last of `iterations`. After each of them, sums over the workers by how much measure(channel) has
// grown since the start. `measure` runs on the worker's own thread.
template <class Measure>
std::vector<double> Grown(const TheoryProblem& problem, int workers, const std::vector<std::int64_t>& iterations,
                          const Measure& measure) {
  const Settings settings = CostSettings(iterations.back());
  std::vector<std::atomic<double>> sums(iterations.size());
  net::RunWorkers(workers, [&](net::Channel& channel) {
    const datasets::Holding part = HoldingOf(problem, channel.rank(), workers);
    Trainer trainer(channel, settings, part.View());
    const double before = measure(channel);
    std::size_t place = 0;
    for (std::int64_t t = 1; t <= settings.features; ++t) {
      trainer.Step();
      if (t == iterations[place]) sums[place++] += measure(channel) - before;
    }
  });
  return {sums.begin(), sums.end()};
}

void AddSeconds(std::int64_t columns, int workers, const std::vector<std::int64_t>& iterations,
                std::vector<results::TheoryRow>& rows) {
  const TheoryProblem problem(kSamples, columns);
  const std::vector<double> seconds =
      Grown(problem, workers, iterations, [](net::Channel& /*channel*/) { return base::ThreadSeconds(); });
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    rows.push_back(
        Row(results::TheoryCheck::kSeconds, CostSettings(iterations.back()), workers, columns, iterations[i]));
    rows.back().seconds = seconds[i];
  }
}

}  // namespace

std::vector<results::TheoryRow> CostRows(const TheoryScale& scale) {
  std::vector<results::TheoryRow> rows;
  const TheoryProblem narrow(kSamples, scale.workers.back());
  for (const int workers : scale.workers) {
    const std::vector<double> sent = Grown(narrow, workers, scale.iterations, [](net::Channel& channel) {
      return static_cast<double>(channel.total_traffic().sent_bytes);
    });
    for (std::size_t i = 0; i < sent.size(); ++i) {
      rows.push_back(Row(results::TheoryCheck::kBytes, CostSettings(scale.iterations.back()), workers, narrow.x.cols(),
                         scale.iterations[i]));
      rows.back().sent_bytes = static_cast<std::int64_t>(sent[i]);
    }
  }
  for (const std::int64_t columns : scale.columns) AddSeconds(columns, 1, scale.long_iterations, rows);
  std::vector<std::int64_t> fewer = scale.long_iterations;
  if (fewer.size() > 1) fewer.pop_back();
  for (const int workers : scale.time_workers) {
    if (workers > 1) AddSeconds(scale.columns.back(), workers, fewer, rows);
  }
  return rows;
}

}  // namespace fdskl::theory
