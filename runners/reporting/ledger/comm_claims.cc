// Claims about communication: Figure 4, and how much PP-SVMV sends.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/statistics.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/net/link_model.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;

constexpr std::string_view kTree = "tree", kPipelinedTree = "pipelined-tree";
constexpr std::string_view kMpi = "mpi-reduce";  // MPI chooses the structure itself, so it is not compared

// The tree against the best other structure at the most workers, for one link and dataset.
struct Race {
  std::string link, dataset, rival;
  std::int64_t workers = 0;
  bool is_bare = false, is_prediction = false;
  double log_ratio = 0;  // log(the rival's time / the tree's)
};

std::vector<Race> Races(const stored::Stored& stored) {
  // The keys: whether it is a prediction, link and dataset; then workers; then structure.
  std::map<std::tuple<bool, std::string, std::string>,
           std::map<std::int64_t, std::map<std::string, std::vector<double>>>>
      times;
  for (const results::CommRow& row : stored.comm()) {
    const auto& run_seconds = row.clock_seconds ? row.clock_seconds : row.seconds;
    const auto& seconds = row.is_prediction ? row.predicted_seconds : run_seconds;
    if (seconds && *seconds > 0)
      times[{row.is_prediction, net::PresentLinkName(row.link), row.dataset}][row.workers][row.structure].push_back(
          *seconds);
  }
  std::vector<Race> races;
  for (const auto& [key, by_workers] : times) {
    const auto& [workers, by_structure] = *by_workers.rbegin();
    const auto tree = by_structure.find(std::string(kTree));
    if (tree == by_structure.end() || !by_structure.contains("ring") || !by_structure.contains("star")) continue;
    Race race{.link = std::get<1>(key), .dataset = std::get<2>(key), .workers = workers};
    race.is_prediction = std::get<0>(key);
    race.is_bare = net::ParseLink(race.link).IsBare();
    double best = INFINITY;
    for (const auto& [structure, seconds] : by_structure) {
      if (structure == kTree || structure == kPipelinedTree || structure == kMpi) continue;
      if (base::Median(seconds) >= best) continue;
      best = base::Median(seconds);
      race.rival = structure;
    }
    double tree_seconds = base::Median(tree->second);
    if (const auto pipelined = by_structure.find(std::string(kPipelinedTree)); pipelined != by_structure.end())
      tree_seconds = std::min(tree_seconds, base::Median(pipelined->second));
    race.log_ratio = std::log(best / tree_seconds);
    races.push_back(std::move(race));
  }
  return races;
}

// One comparison per link. The same tiles are sent whatever the dataset, so datasets are not independent evidence.
Comparisons ByLink(const std::vector<Race>& races, bool is_prediction) {
  std::map<std::string, std::vector<const Race*>> by_link;
  for (const Race& race : races) {
    if (!race.is_bare && race.is_prediction == is_prediction) by_link[race.link].push_back(&race);
  }
  Comparisons comparisons(Comparisons::Scale::kRatio, "links");
  for (const auto& [link, its] : by_link) {
    std::vector<double> logs;
    logs.reserve(its.size());
    for (const Race* race : its) logs.push_back(race->log_ratio);
    comparisons.Add(base::Mean(logs), fmt::format("{} q={} {} against the {}", link, its.front()->workers,
                                                  FactorText(std::exp(base::Mean(logs))), its.front()->rival));
  }
  return comparisons;
}

}  // namespace

Claim TreeCheapestMeasured(const stored::Stored& stored) {
  Claim claim{
      {.claim = "tree cheapest, measured",
       .paper = "with the increase of nodes the tree has the lowest communication cost (Figure 4), on a machine",
       .rule = "Per dataset, between processes of one machine as in the paper, at the largest number of workers "
               "that was run: the tree's time, pipelined or not, is below that of the ring, the star and every other "
               "structure but "
               "MPI's own. Held: on every dataset; partly: on more than half."},
      {Experiment::kComm}};
  Comparisons comparisons(Comparisons::Scale::kRatio);
  for (const Race& race : Races(stored)) {
    if (!race.is_bare || race.is_prediction) continue;
    comparisons.Add(race.log_ratio, fmt::format("{} q={} {} against the {}", race.dataset, race.workers,
                                                FactorText(std::exp(race.log_ratio)), race.rival));
  }
  comparisons.Fill("the tree was cheapest in", stored::NoRows(Experiment::kComm), claim.row);
  return claim;
}

Claim TreeCheapestModelled(const stored::Stored& stored) {
  Claim claim{
      {.claim = "tree cheapest, modelled links",
       .paper = "with the increase of nodes the tree has the lowest communication cost (Figure 4), over networks",
       .rule =
           "Per link, timed by logical clocks, at the largest number of workers that was run: the "
           "tree's time is below every other structure's but MPI's own, mean over datasets. Numbers of workers that "
           "were not run, in closed form, are shown beside. Held: over every link; partly: over more than half."},
      {Experiment::kComm}};
  const std::vector<Race> races = Races(stored);
  const Comparisons foretold = ByLink(races, true);
  ByLink(races, false).Fill("the tree was cheapest over", stored::NoRows(Experiment::kComm), claim.row);
  if (foretold.size() > 0) claim.row.numbers += fmt::format("; in closed form: {}", foretold.Text());
  return claim;
}

Claim PpSvmvSendsMore(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{
      {.claim = "PP-SVMV sends more",
       .paper = "PP-SVMV needs to merge local kernel matrices, which causes a high communication cost (Section 1)",
       .rule = "Per dataset: PP-SVMV's bytes / FDSKL's, both while training, is above 1, median over splits. Held: on "
               "every dataset; partly: on more than half."},
      {Experiment::kErrors}};
  Comparisons comparisons(Comparisons::Scale::kRatio);
  const auto median_bytes = [&](const std::string& dataset, cell::ArmRef arm) {
    std::vector<double> bytes;
    for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kErrors, dataset, arm))) {
      if (run->sent_bytes && *run->sent_bytes > 0) bytes.push_back(static_cast<double>(*run->sent_bytes));
    }
    return bytes.empty() ? 0.0 : base::Median(bytes);
  };
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const double ours = median_bytes(dataset, subject);
    const double theirs = median_bytes(dataset, cell::OwnArm(&svm::kPpSvmv));
    if (ours <= 0 || theirs <= 0) continue;
    comparisons.Add(std::log(theirs / ours), fmt::format("{} {}", dataset, FactorText(theirs / ours)));
  }
  comparisons.Fill("PP-SVMV sent more on", stored::NoRows(Experiment::kErrors), claim.row);
  return claim;
}

}  // namespace fdskl::ledger
