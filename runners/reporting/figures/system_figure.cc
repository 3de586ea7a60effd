#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "base/text.h"
#include "runners/reporting/figures/paper_figures.h"

namespace fdskl::figures {
namespace {

struct Step {
  std::string_view kind;
  const char* title;
};
// The kinds of messages, in the order of an iteration.
constexpr std::array<Step, 4> kSteps = {{{"keys", "0. once: keys for masks\nneighbours agree on them"},
                                         {"sample-numbers", "1. sample numbers\nfrom the leader, along T0"},
                                         {"masked-angles", "2. masked angles\nto the features' owners, along T1"},
                                         {"partial-f", "3. partial f\nfrom the other owner to the leader"}}};

// The panel of one kind of message: the workers in a circle, clockwise from the upper left, and an arrow for each
// pair of workers between which it was sent.
Panel StepPanel(const stored::Stored& stored, const Step& step) {
  constexpr std::int64_t kActive = 2;
  constexpr std::int64_t kLeader = 0;
  Panel panel{.title = step.title};
  Diagram& diagram = panel.diagram.emplace();
  std::map<std::pair<std::size_t, std::size_t>, std::int64_t> bytes;
  std::int64_t workers = 0;
  for (const results::TrafficRow& row : stored.traffic()) {
    if (row.part != "transcript") continue;
    workers = std::max(workers, row.workers);
    if (row.kind != step.kind) continue;
    bytes[{static_cast<std::size_t>(*row.sender), static_cast<std::size_t>(*row.receiver)}] += row.sent_bytes;
  }
  for (std::int64_t worker = 0; worker < workers; ++worker) {
    const double angle = 2 * std::numbers::pi * (static_cast<double>(worker) - 0.5) / static_cast<double>(workers);
    Look look = LookOf(worker == kLeader ? 0U : worker < kActive ? 1U : 2U);
    look.marker = Marker::kCircle;
    diagram.nodes.push_back({.x = std::sin(angle), .y = std::cos(angle), .text = std::to_string(worker), .look = look});
  }
  const std::size_t color = step.kind == "keys"             ? 6U
                            : step.kind == "sample-numbers" ? 5U
                            : step.kind == "partial-f"      ? 1U
                                                            : 0U;
  for (const auto& [pair, total] : bytes) {
    diagram.arrows.push_back({.from = pair.first,
                              .to = pair.second,
                              .text = fmt::format("{} B", base::Thousands(total)),
                              .look = {.color = LookOf(color).color}});
  }
  return panel;
}

}  // namespace

std::optional<Figure> SystemFigure(const stored::Stored& stored) {
  const auto first = std::ranges::find(stored.traffic(), "transcript", &results::TrafficRow::part);
  if (first == stored.traffic().end()) return std::nullopt;
  Figure figure;
  figure.caption = fmt::format(
      "Figure 1. The system, from what was recorded on the wire: who sent what to whom in iteration 3 over {} workers "
      "with {} samples in the batch, {} features in a block and angles of {} bits, in masking {}. Every worker holds "
      "its own columns; workers 0 and 1 also hold labels and take turns to lead, here worker 0. Columns, labels and "
      "coefficients are not among the messages.",
      first->workers, *first->batch, *first->block, first->ring_bits.value_or(0), first->masking.value_or("-"));
  figure.columns = 4;
  figure.panel_height_inches = 1.55;
  const auto role = [&](const char* name, std::size_t look) {
    figure.legend.push_back({.name = name, .look = {.color = LookOf(look).color}, .markers_only = true});
  };
  role("leads: holds columns and labels", 0);
  role("active: holds columns and labels", 1);
  role("passive: holds columns", 2);
  for (const Step& step : kSteps) figure.panels.push_back(StepPanel(stored, step));
  return figure;
}

}  // namespace fdskl::figures
