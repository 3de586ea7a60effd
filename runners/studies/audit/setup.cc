#include "runners/studies/audit/setup.h"

#include <stdexcept>

#include "base/error.h"
#include "base/names.h"
#include "runners/studies/audit/fdskl_attacks.h"
#include "runners/studies/audit/pp_svmv_attacks.h"
#include "runners/studies/audit/secureboost_attacks.h"

namespace fdskl::audit {
namespace {

constexpr std::string_view kPartitionSweep = "partition";
constexpr std::int64_t kMiddleFeatures = 500;
constexpr std::int64_t kMiddleRows = 75;  // rows that the adversary of a merged kernel knows

std::vector<results::AuditRow> Attack(const Setup& setup, const TableSource& tables, std::optional<AttackKind> wanted) {
  switch (setup.method) {
    case Audited::kFdskl:
      return AttackFdskl(setup, tables, wanted);
    case Audited::kPpSvmv:
      return AttackPpSvmv(setup, tables, wanted);
    case Audited::kSecureBoost:
      return AttackSecureBoost(setup, tables, wanted);
  }
  throw std::logic_error("a method without attacks");
}

// The points of the other series: each has `middle` features and differs from the base in one setting.
struct Others {
  std::int64_t middle;
  std::vector<std::int64_t> samples;
  std::vector<double> sigmas;
  std::vector<int> workers;
};

void AddSeries(const Setup& base, const Others& others, std::vector<Setup>& setups) {
  setups.push_back(base);
  const auto vary = [&](const char* sweep) -> Setup& {
    Setup& setup = setups.emplace_back(base);
    setup.sweep = sweep;
    setup.features = {others.middle};
    return setup;
  };
  for (const std::int64_t samples : others.samples) vary("samples").samples = samples;
  for (const double sigma : others.sigmas) vary("sigma").sigma = sigma;
  for (const int workers : others.workers) vary("workers").workers = workers;
}

}  // namespace

std::vector<results::AuditRow> RunSetup(const Setup& setup, const TableSource& tables,
                                        std::optional<AttackKind> wanted) {
  const TableSource dealt = [&](int repeat, std::int64_t samples) {
    Table table = tables(repeat, samples);
    table.partition = setup.partition;
    return table;
  };
  std::vector<results::AuditRow> rows = Attack(setup, dealt, wanted);
  for (results::AuditRow& row : rows) {
    row.sweep = setup.sweep;
    if (setup.sweep == kPartitionSweep) row.partition = setup.partition.Text();
    row.dataset = setup.dataset;
    row.workers = setup.workers;
    row.samples = setup.samples;
    row.seed = SeedOf(setup, 0);
  }
  return rows;
}

std::vector<AuditedDataset> ChooseDatasets(std::string_view name) {
  std::vector<AuditedDataset> all = {{"a9a", 3}, {"cod-rna", 1}};
  if (name.empty()) return all;
  std::vector<std::string_view> valid;
  for (const AuditedDataset& dataset : all) {
    if (dataset.name == name) return {dataset};
    valid.push_back(dataset.name);
  }
  throw base::Error(base::UnknownName("audited dataset", name, valid));
}

std::vector<Setup> PartitionSetups(const AuditedDataset& dataset, const datasets::PartitionRule& partition) {
  constexpr int kLeastWorkers = 4;  // what `shared` and `private` need
  if (partition.workers() < kLeastWorkers) {
    base::Fail("the partition of an audit must be weights or lists for at least {} workers, as in 8,1,1,1, not {}",
               kLeastWorkers, partition.Text());
  }
  const Setup base{.dataset = dataset.name,
                   .sweep = std::string(kPartitionSweep),
                   .workers = partition.workers(),
                   .partition = partition,
                   .sigma = dataset.sigma,
                   .features = {kMiddleFeatures}};
  std::vector<Setup> setups;
  for (const auto& [masking, name] : base::kNames<Masking>.table) setups.emplace_back(base).masking = masking;
  Setup& pp_svmv = setups.emplace_back(base);
  pp_svmv.method = Audited::kPpSvmv;
  pp_svmv.features = {kMiddleRows};
  return setups;
}

std::vector<Setup> SetupsFor(const AuditedDataset& dataset) {
  std::vector<Setup> setups;
  const double sigma = dataset.sigma;
  const auto fdskl = [&](Masking masking, bool same_trees, const std::vector<int>& workers) {
    const Setup base{.dataset = dataset.name,
                     .sweep = "features",
                     .masking = masking,
                     .same_trees = same_trees,
                     .sigma = sigma,
                     .features = {32, 63, 125, 250, 500, 1000, 2000}};
    AddSeries(base, {kMiddleFeatures, {50, 400}, {sigma / 3, sigma * 3}, workers}, setups);
  };
  // `shared` and `private` need two passive workers in addition to the two owners.
  for (const auto& [masking, name] : base::kNames<Masking>.table) {
    const bool helped = masking == Masking::kShared || masking == Masking::kPrivate;
    fdskl(masking, false, helped ? std::vector{4} : std::vector{2, 3, 4});
  }
  fdskl(Masking::kPaper, true, {3, 4});
  setups.push_back({.dataset = dataset.name,
                    .sweep = "features",
                    .masking = Masking::kPrivate,
                    .pads = false,
                    .sigma = sigma,
                    .features = {500, 1000, 2000}});
  const Setup pp_svmv{.method = Audited::kPpSvmv,
                      .dataset = dataset.name,
                      .sweep = "features",
                      .features = {0, 25, 50, 75, 100, 125, 150}};
  AddSeries(pp_svmv, {kMiddleRows, {100, 250}, {}, {2, 3, 4}}, setups);
  const Setup secureboost{
      .method = Audited::kSecureBoost, .dataset = dataset.name, .sweep = "features", .features = {1, 2, 5, 10, 20}};
  AddSeries(secureboost, {10, {50, 400}, {}, {2, 4}}, setups);
  return setups;
}

}  // namespace fdskl::audit
