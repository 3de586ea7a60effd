#include <fmt/format.h>

#include <algorithm>

#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/rate_fit.h"

namespace fdskl::figures {
namespace {

using results::TheoryCheck;

constexpr std::size_t kMostCurves = 5;  // as many as the legend has room for

// The measured points of a curve, and the recursion that was fitted to them.
void AddCurve(const stored::RateCurve& curve, const Look& look, Panel& panel) {
  Line measured{.look = look, .markers_only = true};
  Line fitted{.look = look};
  fitted.without_markers = true;
  for (std::size_t i = 0; i < curve.iteration.size(); ++i) {
    measured.x.push_back(curve.iteration[i]);
    measured.y.push_back(curve.error[i]);
    fitted.x.push_back(curve.iteration[i]);
    fitted.y.push_back(curve.At(curve.iteration[i]));
  }
  panel.lines.push_back(std::move(measured));
  panel.lines.push_back(std::move(fitted));
}

// A number of each curve against γ, with its interval if it has one.
Line AgainstGamma(const std::vector<stored::RateCurve>& curves, double stored::RateCurve::*value,
                  base::Interval stored::RateCurve::*interval, const Look& look) {
  Line line{.look = look, .whiskers = true};
  const bool bounded = std::ranges::all_of(curves, [&](const stored::RateCurve& curve) {
    return (curve.*interval).low > 0 && (curve.*interval).high < 1e300;
  });
  for (const stored::RateCurve& curve : curves) {
    line.x.push_back(curve.gamma);
    line.y.push_back(curve.*value);
    if (!bounded) continue;
    line.low.push_back((curve.*interval).low);
    line.high.push_back((curve.*interval).high);
  }
  return line;
}

}  // namespace

std::optional<Figure> TheoremFigure(const stored::Stored& stored) {
  const auto rows = stored.Rows(TheoryCheck::kTheoremOne);
  if (rows.empty()) return std::nullopt;
  const std::vector<stored::RateCurve> curves = stored::FitRecursion(rows);
  Figure figure;
  figure.columns = 3;
  figure.panel_height_inches = 2.1;
  figure.caption =
      "Theorem 1 on a small problem whose solution is known: mean over seeds of |f_t − f*|² against iterations "
      "(left), and the recursion of the proof, e ← (1 − cγ)(e − e∞) + e∞, fitted to it (lines); the floor e∞ "
      "(middle) and the rate c (right) against γ, with 95% intervals by the jackknife over seeds. Dashed: proportional "
      "to γ, "
      "and λ, which the proof has in the place of c.";
  Panel errors{.title = "error: measured, and recursion fitted"};
  errors.x = {.label = "iterations", .logarithmic = true};
  errors.y = {.label = "|f − f*|²", .logarithmic = true};
  const std::size_t shown = std::min(curves.size(), kMostCurves);
  for (std::size_t i = 0; i < shown; ++i) {
    // From the largest gamma down to the smallest. If there are many, some are only in the other panels.
    const std::size_t step = shown == 1 ? 0 : i * (curves.size() - 1) / (shown - 1);
    const stored::RateCurve& curve = curves[curves.size() - 1 - step];
    AddCurve(curve, LookOf(i), errors);
    figure.legend.push_back({fmt::format("γ = {:g}", curve.gamma), LookOf(i)});
  }
  Panel floors{.title = "floor, proportional to γ?"};
  floors.x = {.label = "learning rate γ", .logarithmic = true};
  floors.y = {.label = "floor e∞", .logarithmic = true};
  const Look black = {.color = "#000000", .marker = Marker::kCircle};
  Look guide = black;
  guide.dash = Dash::kDashed;
  floors.lines.push_back(AgainstGamma(curves, &stored::RateCurve::floor, &stored::RateCurve::floor_interval, black));
  Line proportional{.look = guide, .without_markers = true};
  Line lambda{.look = guide, .without_markers = true};
  const stored::RateCurve& middle = curves[curves.size() / 2];
  for (const stored::RateCurve& curve : curves) {
    proportional.x.push_back(curve.gamma);
    proportional.y.push_back(middle.floor * curve.gamma / middle.gamma);
    lambda.x.push_back(curve.gamma);
    lambda.y.push_back(curve.lambda);
  }
  floors.lines.push_back(std::move(proportional));
  Panel rates{.title = "rate, λ by the proof"};
  rates.x = {.label = "learning rate γ", .logarithmic = true};
  rates.y = {.label = "rate c", .logarithmic = true};
  rates.lines.push_back(AgainstGamma(curves, &stored::RateCurve::rate, &stored::RateCurve::rate_interval, black));
  if (middle.lambda > 0) rates.lines.push_back(std::move(lambda));
  figure.legend.push_back({.name = "as the proof says", .look = guide, .without_markers = true});
  figure.panels = {std::move(errors), std::move(floors), std::move(rates)};
  return figure;
}

}  // namespace fdskl::figures
