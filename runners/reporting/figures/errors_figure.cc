#include <fmt/format.h>

#include <algorithm>

#include "baselines/methods.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/figures/scale.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;

constexpr double kBreakFrom = 0.45;  // an empty range may be left out if its share is larger than this

// The values that the panel's axis leaves out, if at most a third of the methods are far from the others.
Axis::Gap GapOf(const std::vector<Box>& boxes) {
  if (boxes.empty()) return {};
  std::vector<Stretch> spans;
  for (const Box& box : boxes) {
    Stretch span{box.whisker_low, box.whisker_high};
    for (const double value : box.outliers) span = {std::min(span.low, value), std::max(span.high, value)};
    spans.push_back(span);
  }
  const double low = std::ranges::min(spans, {}, &Stretch::low).low;
  const double high = std::ranges::max(spans, {}, &Stretch::high).high;
  const Stretch widest = WidestGap(spans);
  const auto below = static_cast<std::size_t>(
      std::ranges::count_if(spans, [&](const Stretch& span) { return span.high <= widest.low; }));
  const std::size_t fewer = std::min(below, spans.size() - below);
  if (widest.high - widest.low <= kBreakFrom * (high - low) || 3 * fewer > spans.size()) return {};
  return {widest.low, widest.high};
}

Panel ErrorsPanel(const stored::Stored& stored, const std::string& dataset, const std::vector<cell::ArmRef>& arms,
                  const std::vector<Look>& looks) {
  Panel panel = DatasetPanel(stored, Experiment::kErrors, dataset);
  panel.sideways = true;
  panel.slots = static_cast<int>(arms.size());
  for (std::size_t i = 0; i < arms.size(); ++i) {
    std::vector<double> errors;
    for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kErrors, dataset, arms[i]))) {
      if (run->test_error) errors.push_back(*run->test_error);
    }
    const auto position = static_cast<double>(i + 1);
    panel.y.ticks.emplace_back(position, arms[i]->title);
    if (!errors.empty()) panel.boxes.push_back(BoxOf(errors, position, looks[i]));
    const std::string absence = stored::Absence(stored, Experiment::kErrors, dataset, arms[i]);
    if (!absence.empty() && errors.empty()) panel.slot_texts.push_back({position, absence});
    if (!absence.empty() && !errors.empty()) panel.notes.push_back(fmt::format("{}: {}", arms[i]->title, absence));
  }
  panel.x.gap = GapOf(panel.boxes);
  panel.x.label = "test error [%]";
  return panel;
}

}  // namespace

std::optional<Figure> ErrorsFigure(const stored::Stored& stored) {
  if (stored.Rows(Experiment::kErrors).empty()) return std::nullopt;
  Figure figure;
  figure.caption =
      "Figure 6. Test errors over splits: quartiles, median (with the method's marker), whiskers to the furthest value "
      "within 1.5 box lengths, and the values beyond. Every panel has its own axis; where a method is far from the "
      "others, the axis is broken (//) and leaves out an empty stretch. A method that could not run is named.";
  // A method that was not planned keeps its slot, and is named as absent.
  std::vector<cell::ArmRef> arms = cell::Arms();
  const std::vector<cell::ArmRef> planned = stored.Arms(Experiment::kErrors);
  std::erase_if(arms,
                [&](cell::ArmRef arm) { return !arm->is_own() && std::ranges::find(planned, arm) == planned.end(); });
  const std::vector<Look> looks = LooksOf(arms);
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors))
    figure.panels.push_back(ErrorsPanel(stored, dataset, arms, looks));
  // Many arms are drawn closer together, so that five panels one above the other still fit on a page.
  const double slot_inches = arms.size() > 8 ? 0.115 : 0.135;
  constexpr double kAxisInches = 0.42;
  figure.panel_height_inches = kAxisInches + slot_inches * static_cast<double>(arms.size());
  figure.share_y = true;
  return figure;
}

}  // namespace fdskl::figures
