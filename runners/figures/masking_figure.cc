#include <fmt/format.h>

#include <array>

#include "fdskl/settings.h"
#include "runners/figures/look.h"
#include "runners/figures/paper_figures.h"
#include "runners/sample.h"
#include "runners/stored/absence.h"

namespace fdskl {
namespace {

constexpr std::array kMaskings = {Masking::kNone, Masking::kPaper, Masking::kRing};

// A bar for each masking of value(run), mean within one standard deviation.
template <class Value>
Panel MaskingPanel(const Stored& stored, const std::string& dataset, const std::string& label, const Value& value) {
  Panel panel = DatasetPanel(stored, "masking", dataset);
  panel.x = {.label = "masking"};
  panel.y = {.label = label, .from_zero = true};
  panel.slots = static_cast<int>(kMaskings.size());
  double position = 0;
  for (const Masking masking : kMaskings) {
    ++position;
    panel.x.ticks.emplace_back(position, std::string(NameOf(masking)));
    std::vector<double> sample;
    for (const RunRow* run : Good(stored.Rows("masking", dataset, MethodKind::kFdskl))) {
      if (run->masking == NameOf(masking) && value(*run)) sample.push_back(*value(*run));
    }
    if (sample.empty()) {
      panel.notes.push_back(fmt::format("{}: no rows", NameOf(masking)));
      continue;
    }
    panel.bars.push_back({LookOf(static_cast<std::size_t>(position) - 1), position, Mean(sample),
                          Mean(sample) - Deviation(sample), Mean(sample) + Deviation(sample)});
  }
  return panel;
}

}  // namespace

std::optional<Figure> MaskingFigure(const Stored& stored) {
  if (stored.Rows("masking").empty()) return std::nullopt;
  constexpr double kMegabyte = 1e6;
  Figure figure;
  figure.name = "extra_masking";
  figure.caption =
      "What masking costs: FDSKL without masks, with the paper's (Algorithm 3) and with ours (ring), all else equal; "
      "training time and payload sent, mean over splits with one standard deviation.";
  const auto datasets = stored.Datasets("masking");
  figure.columns = std::min(4, static_cast<int>(datasets.size()));
  for (const std::string& dataset : datasets) {
    figure.panels.push_back(
        MaskingPanel(stored, dataset, "training time [s]", [](const RunRow& run) { return run.train_seconds; }));
  }
  for (const std::string& dataset : datasets) {
    figure.panels.push_back(MaskingPanel(stored, dataset, "sent [MB]", [](const RunRow& run) {
      return run.sent_bytes ? std::optional(static_cast<double>(*run.sent_bytes) / kMegabyte) : std::nullopt;
    }));
  }
  return figure;
}

}  // namespace fdskl
