#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/statistics.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;

constexpr std::array<baselines::MethodRef, 1> kMethods = {&kFdskl};

using Runs = std::vector<const results::RunRow*>;

// The measured values of the runs with this many bits. A run without a value is left out.
template <class Value>
std::vector<double> SampleOf(const Runs& runs, std::int64_t bits, const Value& value) {
  std::vector<double> sample;
  for (const results::RunRow* run : runs)
    if (run->ring_bits == bits && value(*run)) sample.push_back(*value(*run));
  return sample;
}

// The dataset's panel with a slot for each number of bits, whether the dataset has runs with it or not.
Panel BitsPanel(const stored::Stored& stored, const std::string& dataset, const std::set<std::int64_t>& all_bits,
                const Axis& y) {
  Panel panel = DatasetPanel(stored, Experiment::kBits, dataset);
  for (std::string& note : AbsenceNotes(stored, Experiment::kBits, dataset, kMethods))
    panel.notes.push_back(std::move(note));
  panel.x = {.label = "bits of an angle"};
  for (const std::int64_t bits : all_bits)
    panel.x.ticks.emplace_back(static_cast<double>(panel.x.ticks.size() + 1), std::to_string(bits));
  panel.slots = static_cast<int>(all_bits.size());
  panel.y = y;
  return panel;
}

Panel ErrorPanel(const stored::Stored& stored, const std::string& dataset, const std::set<std::int64_t>& all_bits) {
  Panel panel = BitsPanel(stored, dataset, all_bits, {.label = "test error [%]"});
  const Runs runs = stored::Good(stored.Rows(Experiment::kBits, dataset, &kFdskl));
  Line line{.look = LookOf(&kFdskl), .whiskers = true};
  double position = 0;
  for (const std::int64_t bits : all_bits) {
    ++position;
    const auto errors = SampleOf(runs, bits, [](const results::RunRow& run) { return run.test_error; });
    if (!errors.empty()) AddMean(position, errors, line);
  }
  if (!line.x.empty()) panel.lines.push_back(std::move(line));
  return panel;
}

struct Unit {
  const char* name;
  double bytes;
};

Panel BytesPanel(const stored::Stored& stored, const std::string& dataset, const std::set<std::int64_t>& all_bits,
                 const Unit& unit) {
  Panel panel = BitsPanel(stored, dataset, all_bits, {.label = fmt::format("sent [{}]", unit.name), .from_zero = true});
  const Runs runs = stored::Good(stored.Rows(Experiment::kBits, dataset, &kFdskl));
  const auto sent = [&](const results::RunRow& run) {
    return run.sent_bytes ? std::optional(static_cast<double>(*run.sent_bytes) / unit.bytes) : std::nullopt;
  };
  double position = 0;
  for (const std::int64_t bits : all_bits) {
    ++position;
    const std::vector<double> sample = SampleOf(runs, bits, sent);
    if (sample.empty()) continue;
    const double mean = base::Mean(sample);
    panel.bars.push_back({LookOf(1), position, mean, mean - base::Deviation(sample), mean + base::Deviation(sample)});
  }
  return panel;
}

}  // namespace

std::optional<Figure> BitsFigure(const stored::Stored& stored) {
  std::set<std::int64_t> all_bits;
  std::int64_t most_bytes = 0;
  for (const results::RunRow* run : stored.Rows(Experiment::kBits)) {
    if (run->ring_bits) all_bits.insert(*run->ring_bits);
    most_bytes = std::max(most_bytes, run->sent_bytes.value_or(0));
  }
  if (all_bits.empty()) return std::nullopt;
  constexpr std::int64_t kGigabyte = 1'000'000'000;
  const Unit unit = most_bytes >= kGigabyte ? Unit{"GB", 1e9} : Unit{"MB", 1e6};
  Figure figure;
  figure.caption =
      "Error and bytes against bits: FDSKL in masking ring with angles rounded to so many bits, fractions of a turn, "
      "which is how they travel and how owners save them; all else equal. Above: test error. Below: payload that all "
      "workers together sent while training. Mean over splits, the same for all bits, with one standard deviation.";
  const auto datasets = stored.Datasets(Experiment::kBits);
  figure.columns = std::min(4, static_cast<int>(datasets.size()));
  for (const std::string& dataset : datasets) figure.panels.push_back(ErrorPanel(stored, dataset, all_bits));
  for (const std::string& dataset : datasets) figure.panels.push_back(BytesPanel(stored, dataset, all_bits, unit));
  return figure;
}

}  // namespace fdskl::figures
