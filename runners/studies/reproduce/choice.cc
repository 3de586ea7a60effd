#include "runners/studies/reproduce/choice.h"

#include <algorithm>

#include "base/error.h"
#include "baselines/methods.h"

namespace fdskl::reproduce {
namespace {

bool AllOrHas(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Choice::Has(std::string_view experiment, std::string_view dataset, std::string_view method) const {
  return AllOrHas(experiments, experiment) && AllOrHas(datasets, dataset) && AllOrHas(methods, method);
}

void CheckChoice(const Choice& choice, const Study& study) {
  std::vector<std::string_view> known;
  for (const Experiment& experiment : study.experiments) known.emplace_back(experiment.name);
  for (const std::string& name : choice.experiments) {
    if (std::find(known.begin(), known.end(), name) == known.end())
      throw base::Error(base::UnknownName("experiment", name, known));
  }
  for (const std::string& name : choice.datasets) datasets::FindDataset(name);
  for (const std::string& name : choice.methods) baselines::FindMethod(name);
}

}  // namespace fdskl::reproduce
