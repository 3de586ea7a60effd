#include "runners/audit/plan.h"

#include "base/names.h"

namespace fdskl::audit {

std::vector<AuditedDataset> ChooseDatasets(std::string_view name) {
  std::vector<AuditedDataset> all = {{"a9a", 3}, {"cod-rna", 1}};
  if (name.empty()) return all;
  std::vector<std::string_view> valid;
  for (const AuditedDataset& dataset : all) {
    if (dataset.name == name) return {dataset};
    valid.push_back(dataset.name);
  }
  throw Error(UnknownName("audited dataset", name, valid));
}

std::vector<Setup> SetupsFor(const AuditedDataset& dataset) {
  const std::vector<std::int64_t> series = {32, 63, 125, 250, 500, 1000, 2000};
  const std::vector<std::int64_t> middle = {500};
  std::vector<Setup> setups;
  for (const auto& [masking, name] : EnumNames<Masking>::table) {
    const Setup base{
        .dataset = dataset.name, .sweep = "features", .masking = masking, .sigma = dataset.sigma, .features = series};
    setups.push_back(base);
    const auto vary = [&](const char* sweep) -> Setup& {
      Setup& setup = setups.emplace_back(base);
      setup.sweep = sweep;
      setup.features = middle;
      return setup;
    };
    for (const std::int64_t samples : {50, 400}) vary("samples").samples = samples;
    for (const double sigma : {dataset.sigma / 3, dataset.sigma * 3}) vary("sigma").sigma = sigma;
    for (const int workers : {2, 3, 4}) {
      if (masking != Masking::kShared || workers == 4) vary("workers").workers = workers;  // two owners, two passive
    }
  }
  Setup same_trees = setups.front();
  same_trees.masking = Masking::kPaper;
  same_trees.same_trees = true;
  setups.push_back(same_trees);
  setups.push_back({.method = Audited::kPpSvmv,
                    .dataset = dataset.name,
                    .sweep = "features",
                    .features = {0, 25, 50, 75, 100, 125, 150}});
  setups.push_back(
      {.method = Audited::kSecureBoost, .dataset = dataset.name, .sweep = "features", .features = {1, 2, 5, 10, 20}});
  return setups;
}

}  // namespace fdskl::audit
