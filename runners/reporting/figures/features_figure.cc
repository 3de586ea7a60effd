#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/statistics.h"
#include "base/text.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;

constexpr std::array kMethods = {&kFdskl, &fd_svrg::kFdSvrg, &svm::kLibsvm};

constexpr double kNear = 1;  // points of test error between FDSKL and the linear method

// The test errors of a method's runs, by number of random features; 0 for a method that has none.
using Errors = std::map<std::int64_t, std::vector<double>>;
Errors ErrorsOf(const stored::Stored& stored, const std::string& dataset, baselines::MethodRef method) {
  Errors errors;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kFeatures, dataset, method)))
    if (run->test_error) errors[run->features.value_or(0)].push_back(*run->test_error);
  return errors;
}

// All lines but LIBSVM's are solid, so that it and FD-SVRG are both visible when their errors are the same.
Look LookHere(baselines::MethodRef method) {
  Look look = LookOf(method);
  if (method == &svm::kLibsvm) look.dash = Dash::kDashed;
  return look;
}

// A note on the fewest features from which on FDSKL's mean error is near the linear method's.
std::string NearNote(const Errors& fdskl, const std::vector<double>& linear) {
  const double most = base::Mean(linear) + kNear;
  const auto far =
      std::find_if(fdskl.rbegin(), fdskl.rend(), [&](const auto& entry) { return base::Mean(entry.second) > most; });
  if (far == fdskl.rbegin()) return fmt::format("FD-SVRG + {} point: not reached", kNear);
  return fmt::format("FD-SVRG + {} point: from {} features on", kNear, base::Thousands(std::prev(far)->first));
}

Panel FeaturesPanel(const stored::Stored& stored, const std::string& dataset, const std::set<std::int64_t>& counts) {
  Panel panel = DatasetPanel(stored, Experiment::kFeatures, dataset);
  for (std::string& note : AbsenceNotes(stored, Experiment::kFeatures, dataset, kMethods))
    panel.notes.push_back(std::move(note));
  panel.x = {.label = "random features", .logarithmic = true};
  for (const std::int64_t count : counts) panel.x.ticks.emplace_back(static_cast<double>(count), std::to_string(count));
  for (const baselines::MethodRef method : kMethods) {
    Line line{.look = LookHere(method), .whiskers = true};
    for (const auto& [count, errors] : ErrorsOf(stored, dataset, method)) {
      if (count > 0) {
        AddMean(static_cast<double>(count), errors, line);
        continue;
      }
      for (const std::int64_t end : {*counts.begin(), *counts.rbegin()})
        AddMean(static_cast<double>(end), errors, line);
    }
    if (!line.x.empty()) panel.lines.push_back(std::move(line));
  }
  const bool positive =
      std::ranges::all_of(panel.lines, [](const Line& line) { return std::ranges::min(line.low) > 0; });
  panel.y = {.label = "test error [%]", .logarithmic = positive};
  const Errors fdskl = ErrorsOf(stored, dataset, &kFdskl);
  const Errors linear = ErrorsOf(stored, dataset, &fd_svrg::kFdSvrg);
  if (!fdskl.empty() && !linear.empty()) panel.notes.push_back(NearNote(fdskl, linear.begin()->second));
  return panel;
}

}  // namespace

std::optional<Figure> FeaturesFigure(const stored::Stored& stored) {
  std::set<std::int64_t> counts;
  for (const results::RunRow* run : stored.Rows(Experiment::kFeatures))
    if (run->features) counts.insert(*run->features);
  if (counts.empty()) return std::nullopt;
  Figure figure;
  figure.caption = fmt::format(
      "Error against random features where columns are many: FDSKL, all its other settings equal, beside two methods "
      "without random features on the same splits, FD-SVRG (linear) and LIBSVM (the kernel itself). Mean over splits "
      "with one standard deviation. Each panel says from how many features on FDSKL's mean error is at most {} point "
      "above FD-SVRG's.",
      kNear);
  for (const baselines::MethodRef method : kMethods)
    figure.legend.push_back({std::string(method->title), LookHere(method)});
  const auto datasets = stored.Datasets(Experiment::kFeatures);
  figure.columns = std::min(3, static_cast<int>(datasets.size()));
  figure.panel_height_inches = 1.8;
  for (const std::string& dataset : datasets) figure.panels.push_back(FeaturesPanel(stored, dataset, counts));
  return figure;
}

}  // namespace fdskl::figures
