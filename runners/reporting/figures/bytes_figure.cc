#include <algorithm>

#include "base/statistics.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::figures {
namespace {

using results::Experiment;

struct Sample {
  std::vector<double> errors, megabytes;
};

Sample SampleOf(const stored::Stored& stored, const std::string& dataset, cell::ArmRef arm) {
  constexpr double kMegabyte = 1e6;
  Sample sample;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kErrors, dataset, arm))) {
    const bool bare = cell::SettingOf(run->settings, "key_bits") == "0";  // plain numbers in place of ciphertexts
    if (!run->test_error || bare) continue;
    sample.errors.push_back(*run->test_error);
    sample.megabytes.push_back(static_cast<double>(run->sent_bytes.value_or(0)) / kMegabyte);
  }
  return sample;
}

}  // namespace

std::optional<Figure> BytesFigure(const stored::Stored& stored) {
  std::vector<cell::ArmRef> arms = stored.Arms(Experiment::kErrors);
  const std::vector<std::string> datasets = stored.Datasets(Experiment::kErrors);
  // A method that sends nothing has no place on the axis.
  std::erase_if(arms, [&](cell::ArmRef arm) {
    return std::ranges::none_of(datasets, [&](const std::string& dataset) {
      const Sample sample = SampleOf(stored, dataset, arm);
      return !sample.megabytes.empty() && base::Mean(sample.megabytes) > 0;
    });
  });
  if (arms.empty()) return std::nullopt;
  Figure figure;
  figure.caption =
      "Test error against payload that all workers together sent while training: each federated method after its whole "
      "training, mean over splits with one standard deviation of the error. To the left is cheaper, below is better. "
      "Methods in one process send nothing and are not shown, nor is SecureBoost where it ran without encryption.";
  const std::vector<Look> looks = LooksOf(arms);
  for (std::size_t i = 0; i < arms.size(); ++i)
    figure.legend.push_back({.name = arms[i]->title, .look = looks[i], .markers_only = true});
  for (const std::string& dataset : datasets) {
    Panel panel = DatasetPanel(stored, Experiment::kErrors, dataset);
    panel.x = {.label = "sent [MB]", .logarithmic = true};
    panel.y = {.label = "test error [%]"};
    for (std::size_t i = 0; i < arms.size(); ++i) {
      const Sample sample = SampleOf(stored, dataset, arms[i]);
      if (sample.errors.empty() || base::Mean(sample.megabytes) <= 0) continue;
      Line line{.look = looks[i], .whiskers = true, .markers_only = true};
      AddMean(base::Mean(sample.megabytes), sample.errors, line);
      panel.lines.push_back(std::move(line));
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace fdskl::figures
