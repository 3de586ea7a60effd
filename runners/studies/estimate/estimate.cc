#include "runners/studies/estimate/estimate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "base/text.h"
#include "fdskl/memory_model.h"
#include "fdskl/net/tree.h"
#include "runners/studies/traffic/iteration_traffic.h"

namespace fdskl::estimate {
namespace {

constexpr double kHour = 3600, kGigabyte = 1e9;
// Rounds of an iteration on shares: those that open numbers, and what the dealer is told before.
constexpr double kPrivateRounds = 50;

// The most messages that enter one worker's link for one tile of angles. Owners' sums follow one another, so each waits
// for the busiest link of its own tree.
double BusiestLink(int workers) {
  const net::Tree tree = net::AngleTree(workers, 0);
  std::size_t most = 1;
  for (int worker = 0; worker < workers; ++worker) most = std::max(most, tree.children(worker).size());
  return static_cast<double>(most);
}

std::string Duration(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 4> kUnits = {
      {{365.25 * 24 * kHour, "years"}, {24 * kHour, "days"}, {kHour, "h"}, {60, "min"}}};
  for (const auto& [unit, name] : kUnits) {
    if (seconds >= 2 * unit) return fmt::format("{:.3g} {}", seconds / unit, name);
  }
  return fmt::format("{:.3g} s", seconds);
}

std::string Count(double number) { return base::Thousands(std::llround(number)); }

// "at least 1 GB, at most 2 GB"
std::string RangeText(std::span<const MemoryPart> parts) {
  return fmt::format("at least {}, at most {}", base::ByteText(cell::Least(parts)), base::ByteText(cell::Most(parts)));
}

}  // namespace

CostShape PlannedRun::Shape() const {
  return ShapeOf(cell.As<Settings>(), cell.workers, cell.active, size.train_rows, size.test_rows, size.columns,
                 size.entries, size.sparse);
}

double Estimate::Money(double seconds, const cell::Prices& prices) const {
  return seconds / kHour * shape.workers * party_cores * prices.core_hour +
         work.wire_bytes / kGigabyte * prices.gigabyte;
}

Estimate MakeEstimate(const PlannedRun& run, const UnitCosts& units, const std::vector<net::LinkModel>& links,
                      double party_cores) {
  const CostShape shape = run.Shape();
  Estimate estimate{.shape = shape, .units = units, .work = TrainingWork(shape)};
  estimate.cpu_seconds = CpuSeconds(estimate.work, units);
  estimate.evaluation_seconds = CpuSeconds(EvaluationWork(shape), units);
  estimate.party_cores = party_cores;
  estimate.party_seconds = PartySeconds(shape, estimate.work, units, party_cores);
  const int largest = shape.masking == Masking::kPrivate ? run.cell.workers - 1 : 0;
  estimate.memory = cell::WorkerNeed(run.cell, run.size, largest, true);
  estimate.store_memory = cell::WorkerNeed(run.cell, run.size, largest, false);
  const auto workers = static_cast<int>(shape.workers);
  const auto active = static_cast<int>(shape.active);
  const double blocks = std::ceil(shape.features / shape.block);
  for (const net::LinkModel& link : links) {
    NetworkTime time{.link = link, .seconds = estimate.party_seconds};
    if (workers > 1) {
      const double per_worker = estimate.work.wire_bytes / (shape.workers - 1);
      time.transfer_seconds = BusiestLink(workers) * 8 * per_worker / link.bandwidth_bits_per_second;
      // A revisit sends the batch to the other active workers and sums their partial f.
      const double rounds = shape.masking == Masking::kPrivate
                                ? shape.sweeps * kPrivateRounds
                                : blocks * traffic::IterationRounds(workers, active) +
                                      blocks * shape.sweeps * 2 * std::ceil(std::log2(shape.active));
      time.latency_seconds = rounds * link.latency_seconds;
      time.seconds = std::max(estimate.party_seconds, time.transfer_seconds) + time.latency_seconds;
    }
    estimate.networks.push_back(time);
  }
  return estimate;
}

std::string EstimateText(const Estimate& estimate, double cores_here, const std::optional<cell::Prices>& prices) {
  const CostShape& shape = estimate.shape;
  std::string text = fmt::format(
      "{} training rows, {} columns, {} workers ({} active), {} features in blocks of {}, batches of {}, {} sweeps, "
      "masking {}\n\n",
      Count(shape.train_rows), Count(shape.columns), Count(shape.workers), Count(shape.active), Count(shape.features),
      Count(shape.block), Count(shape.batch), Count(shape.sweeps), base::NameOf(shape.masking));
  text += "| work | how much | each | processor time |\n|---|---|---|---|\n";
  VisitUnits(estimate.units, estimate.work, [&](const char* name, double unit, double quantity) {
    if (quantity == 0) return;
    text += fmt::format("| {} | {:.3g} | {:.3g} ns | {} |\n", name, quantity, 1e9 * unit, Duration(unit * quantity));
  });
  text += fmt::format("\nprocessor time: {}; each evaluation at the end of training {} more\n",
                      Duration(estimate.cpu_seconds), Duration(estimate.evaluation_seconds));
  text += fmt::format("elapsed on one machine with {} cores: {}\n", Count(cores_here),
                      Duration(estimate.SharedSeconds(cores_here)));
  text += fmt::format("sent, over all workers: {}\n", base::ByteText(estimate.work.wire_bytes));
  std::vector<std::string> parts;
  for (const MemoryPart& part : estimate.memory) {
    if (part.most > 0) parts.push_back(fmt::format("{} {}", part.what, base::ByteText(part.most)));
  }
  text += fmt::format("memory of {}: {} ({}); with its columns in the store {}\n",
                      shape.masking == Masking::kPrivate ? "a helper" : "an active worker", RangeText(estimate.memory),
                      fmt::join(parts, ", "), RangeText(estimate.store_memory));
  const bool priced = prices.has_value();
  text += fmt::format(
      "\nWith a machine of {} cores for every worker:\n\n| network | computing | transfer | latency | time |{}\n",
      Count(estimate.party_cores), priced ? " money |" : "");
  text += priced ? "|---|---|---|---|---|---|\n" : "|---|---|---|---|---|\n";
  for (const NetworkTime& time : estimate.networks) {
    text += fmt::format("| {} | {} | {} | {} | {} |", net::LinkText(time.link), Duration(estimate.party_seconds),
                        Duration(time.transfer_seconds), Duration(time.latency_seconds), Duration(time.seconds));
    if (priced) text += fmt::format(" {:.2f} |", estimate.Money(time.seconds, *prices));
    text += "\n";
  }
  return text;
}

std::string ScaleTable() {
  struct Step {
    double rows, columns;
    int workers;
  };
  constexpr double kCores = 16, kMachineBytes = 64e9;
  constexpr double kPatience = 30 * 24 * kHour;
  std::string text =
      "| rows | columns | parties | core-hours | lan | wan | sent by a party | memory at most, columns in "
      "memory | in the store | of it saved angles | breaks first |\n|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const Step& step : {Step{1e5, 1e2, 8}, Step{1e6, 1e2, 8}, Step{1e6, 1e3, 8}, Step{1e7, 1e3, 8},
                           Step{1e8, 1e3, 32}, Step{1e8, 1e4, 128}, Step{1e9, 1e4, 128}, Step{1e9, 1e5, 1024}}) {
    cell::Cell cell;
    cell.workers = step.workers;
    cell.active = 2;
    auto& settings = cell.As<Settings>();
    settings.features = 4096;
    settings.block = 512;
    settings.batch = 16384;
    settings.gram_rows = 4096;
    settings.ring_bits = 8;
    settings.sweeps = 1;
    const Estimate estimate =
        MakeEstimate({cell, cell::DenseSize(0.75 * step.rows, 0.25 * step.rows, step.columns, 1)}, kReferenceCosts,
                     {net::LinkOf(net::LinkPreset::kLan), net::LinkOf(net::LinkPreset::kWan)}, kCores);
    const double columns = estimate.memory.front().least;
    const double saved = std::ranges::find(estimate.memory, kSavedAngles, &MemoryPart::what)->most;
    std::string breaks = "nothing";
    if (estimate.networks[1].seconds > kPatience) breaks = "time on the wide network";
    if (estimate.networks[0].seconds > kPatience) breaks = "time on the local network";
    if (columns > kMachineBytes) breaks = "columns in memory";
    if (saved > kMachineBytes) breaks = "saved angles in memory";
    text += fmt::format("| {} | {} | {} | {:.3g} | {} | {} | {} | {} | {} | {} | {} |\n", Count(step.rows),
                        Count(step.columns), step.workers, estimate.cpu_seconds / kHour,
                        Duration(estimate.networks[0].seconds), Duration(estimate.networks[1].seconds),
                        base::ByteText(estimate.work.wire_bytes / (step.workers - 1)),
                        base::ByteText(cell::Most(estimate.memory)), base::ByteText(cell::Most(estimate.store_memory)),
                        base::ByteText(saved), breaks);
  }
  return text;
}

}  // namespace fdskl::estimate
