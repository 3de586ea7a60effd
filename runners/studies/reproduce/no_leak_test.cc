// No search has ever seen a test sample of any cell, for any dataset, edition, profile, split and cap.
//
// Splits and pools depend on labels only, so made-up labels with the published counts stand in for the data.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "base/files.h"
#include "base/shuffle.h"
#include "baselines/methods.h"
#include "datasets/split.h"
#include "runners/studies/reproduce/plan.h"
#include "runners/studies/tune/folds.h"
#include "runners/studies/tune/grid.h"

namespace fdskl::reproduce {
namespace {

using Ids = std::vector<std::int32_t>;

constexpr int kSplits = 10;

// The numbers of rows and of positive samples of one edition.
struct Counts {
  std::int64_t rows = 0, positives = 0;
};

Counts CountsOf(const datasets::CatalogueEntry& entry, datasets::Edition edition) {
  const auto usual = [&](std::int64_t rows) { return std::llround(entry.positive_share * static_cast<double>(rows)); };
  for (const datasets::Source& source : entry.sources) {
    if (source.edition == edition) return {source.rows, source.positives.value_or(usual(source.rows))};
  }
  return {entry.rows, usual(entry.rows)};
}

// The editions of a dataset that the catalogue lists, and the stand-in.
std::vector<datasets::Edition> EditionsOf(const datasets::CatalogueEntry& entry) {
  std::vector<datasets::Edition> editions = {datasets::Edition::kStandIn};
  for (const datasets::Source& source : entry.sources) editions.push_back(source.edition);
  return editions;
}

// Labels in random order.
std::vector<float> MakeLabels(const Counts& counts) {
  std::vector<float> labels(static_cast<std::size_t>(counts.rows), -1.0F);
  const Ids order = base::ShuffledOrder(counts.rows, 7);
  for (std::int64_t i = 0; i < counts.positives; ++i) labels[static_cast<std::size_t>(order[i])] = 1.0F;
  return labels;
}

std::size_t Common(const Ids& a, const Ids& b) {
  Ids common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return common.size();
}

// The row caps of the cells of the three profiles on a dataset in this edition. `prefixes` gets the sizes of stand-ins
// that are shorter than the published dataset.
std::set<std::int64_t> CapsOfProfiles(const datasets::CatalogueEntry& entry, datasets::Edition edition,
                                      std::set<std::int64_t>& prefixes) {
  const Counts counts = CountsOf(entry, edition);
  const DataSource source = {[&](const std::string& /*dataset*/, auto /*wanted*/) { return edition; },
                             [&](const std::string& dataset, auto /*wanted*/, std::optional<std::int64_t> rows) {
                               const bool standin = edition == datasets::Edition::kStandIn;
                               const std::int64_t made =
                                   standin ? std::min(rows.value_or(counts.rows), counts.rows) : counts.rows;
                               prefixes.insert(made);
                               return datasets::Prepared{"nowhere", edition, made, entry.columns, dataset, ""};
                             }};
  CellFilter filter;
  filter.datasets = {std::string(entry.name)};
  std::set<std::int64_t> caps;
  for (const char* profile : {"smoke", "laptop", "paper"}) {
    const Study study = LoadStudy(base::SourceFolder() / "runners/experiments", profile);
    for (const PlannedCell& planned : MakePlan(study, filter, source)) {
      EXPECT_LT(planned.cell.split, kSplits);
      caps.insert(planned.cell.rows.value());
    }
  }
  return caps;
}

class NoLeak : public ::testing::TestWithParam<std::string> {};

TEST_P(NoLeak, NoTestSampleOfAnyCellIsInTheTuningPool) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(GetParam());
  for (const datasets::Edition edition : EditionsOf(entry)) {
    SCOPED_TRACE(base::NameOf(edition));
    const std::vector<float> labels = MakeLabels(CountsOf(entry, edition));
    const Ids pool = datasets::TuningPool(labels, entry.name);
    EXPECT_LE(std::abs(2 * std::ssize(pool) - std::ssize(labels)), 2);
    std::set<std::int64_t> prefixes;
    const std::set<std::int64_t> caps = CapsOfProfiles(entry, edition, prefixes);
    ASSERT_FALSE(caps.empty());
    for (const std::int64_t prefix : prefixes) {
      const auto data = std::span(labels).first(static_cast<std::size_t>(prefix));
      for (int split = 0; split < kSplits; ++split) {
        const datasets::Split whole = datasets::MakeSplit(data, entry.name, split);
        EXPECT_EQ(std::ssize(whole.train), prefix * 3 / 4);
        EXPECT_EQ(std::ssize(whole.test), prefix - prefix * 3 / 4);
        EXPECT_EQ(Common(whole.test, pool), 0U);
        EXPECT_TRUE(prefix < std::ssize(labels) || std::ranges::includes(whole.train, pool));
        for (const std::int64_t cap : caps) {
          if (cap > prefix) continue;
          const datasets::Split capped = datasets::MakeSplit(data, entry.name, split, cap);
          EXPECT_EQ(std::ssize(capped.train), cap * 3 / 4);
          EXPECT_EQ(std::ssize(capped.test), cap - cap * 3 / 4);
          EXPECT_EQ(Common(capped.test, pool), 0U) << "split " << split << ", cap " << cap;
        }
      }
    }
  }
}

TEST_P(NoLeak, SearchesReadThePoolOnly) {
  const datasets::CatalogueEntry& entry = datasets::FindDataset(GetParam());
  for (const datasets::Edition edition : EditionsOf(entry)) {
    const std::vector<float> labels = MakeLabels(CountsOf(entry, edition));
    const Ids pool = datasets::TuningPool(labels, entry.name);
    const std::filesystem::path grids = base::SourceFolder() / "runners/experiments/grids.toml";
    for (const cell::ArmRef arm : tune::SearchedArms(grids)) {
      const tune::Grid grid = tune::ReadGrid(grids, arm, entry.name);
      for (const tune::StepRules& step : {grid.rules.search, grid.rules.final}) {
        for (const Ids& fold : tune::FoldSamples(labels, entry.name, step.rows, step.folds)) {
          EXPECT_TRUE(std::ranges::includes(pool, fold)) << arm->name;
        }
      }
    }
  }
}

std::vector<std::string> AllDatasets() {
  std::vector<std::string> names;
  for (const datasets::CatalogueEntry& entry : datasets::Catalogue()) names.emplace_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, NoLeak, ::testing::ValuesIn(AllDatasets()));

}  // namespace
}  // namespace fdskl::reproduce
