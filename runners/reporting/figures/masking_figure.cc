#include <fmt/format.h>

#include <array>

#include "base/statistics.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/settings.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;

constexpr std::array kMaskings = {Masking::kNone, Masking::kPaper, Masking::kRing};

// A bar per masking: the mean of value(run), with one standard deviation.
template <class Value>
Panel MaskingPanel(const stored::Stored& stored, const std::string& dataset, const std::string& label,
                   const Value& value) {
  Panel panel = DatasetPanel(stored, Experiment::kMasking, dataset);
  panel.x = {.label = "masking"};
  panel.y = {.label = label, .from_zero = true};
  panel.slots = static_cast<int>(kMaskings.size());
  double position = 0;
  for (const Masking masking : kMaskings) {
    ++position;
    panel.x.ticks.emplace_back(position, std::string(base::NameOf(masking)));
    std::vector<double> sample;
    for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kMasking, dataset, &kFdskl))) {
      if (run->masking == base::NameOf(masking) && value(*run)) sample.push_back(*value(*run));
    }
    if (sample.empty()) {
      panel.notes.push_back(fmt::format("{}: no rows", base::NameOf(masking)));
      continue;
    }
    panel.bars.push_back({LookOf(static_cast<std::size_t>(position) - 1), position, base::Mean(sample),
                          base::Mean(sample) - base::Deviation(sample), base::Mean(sample) + base::Deviation(sample)});
  }
  return panel;
}

}  // namespace

std::optional<Figure> MaskingFigure(const stored::Stored& stored) {
  if (stored.Rows(Experiment::kMasking).empty()) return std::nullopt;
  constexpr double kMegabyte = 1e6;
  Figure figure;
  figure.caption =
      "What masking costs: FDSKL without masks, with the paper's (Algorithm 3) and with ours (ring), all else equal; "
      "training time and payload sent, mean over splits with one standard deviation.";
  const auto datasets = stored.Datasets(Experiment::kMasking);
  figure.columns = std::min(4, static_cast<int>(datasets.size()));
  for (const std::string& dataset : datasets) {
    figure.panels.push_back(MaskingPanel(stored, dataset, "training time [s]",
                                         [](const results::RunRow& run) { return run.train_seconds; }));
  }
  for (const std::string& dataset : datasets) {
    figure.panels.push_back(MaskingPanel(stored, dataset, "sent [MB]", [](const results::RunRow& run) {
      return run.sent_bytes ? std::optional(static_cast<double>(*run.sent_bytes) / kMegabyte) : std::nullopt;
    }));
  }
  return figure;
}

}  // namespace fdskl::figures
