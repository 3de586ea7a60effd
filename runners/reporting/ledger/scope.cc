#include "runners/reporting/ledger/scope.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/text.h"
#include "datasets/catalogue.h"
#include "datasets/split.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;

// How much of one dataset was used.
struct Used {
  std::map<std::string, std::int64_t> most_rows;         // by method, or structure
  std::map<std::string, std::set<std::int64_t>> splits;  // likewise
  std::set<std::string> editions;
  bool training_rows_only = false;  // `comm` sums the matrix of the training rows
};

using UsedByDataset = std::map<std::pair<std::size_t, std::string>, Used>;

Used& Add(std::string_view dataset, const std::string& method, std::int64_t rows, const std::string& edition,
          UsedByDataset& all, std::int64_t split) {
  Used& used = all[{stored::DatasetOrder(dataset), std::string(dataset)}];
  used.most_rows[method] = std::max(used.most_rows[method], rows);
  used.editions.insert(edition);
  used.splits[method].insert(split);
  return used;
}

// The rows of the planned experiments and of `comm` that the claim rests on.
UsedByDataset UsedBy(const stored::Stored& stored, const Claim& claim) {
  UsedByDataset all;
  for (const Evidence& evidence : claim.evidence) {
    const auto* experiment = std::get_if<Experiment>(&evidence);
    if (experiment == nullptr) continue;
    if (*experiment == Experiment::kComm) {
      for (const results::CommRow& row : stored.comm())
        Add(row.dataset, row.structure, row.rows, row.edition, all, 0).training_rows_only = true;
    } else if (results::IsPlanned(*experiment)) {
      for (const results::RunRow* run : stored::Good(stored.Rows(*experiment)))
        Add(run->dataset, run->method, run->rows, run->edition, all, run->split);
    }
  }
  return all;
}

// The published number of rows, or of training rows; the number used, for a dataset whose number is not known.
std::int64_t PublishedRows(const std::string& dataset, std::int64_t rows, const Used& used) {
  const datasets::CatalogueEntry* entry = datasets::TryFindDataset(dataset);
  if (entry == nullptr || entry->rows == 0) return rows;
  return used.training_rows_only ? datasets::TrainRows(entry->rows) : entry->rows;
}

std::optional<std::string> ProfilesOf(const stored::Stored& stored, const Claim& claim) {
  std::set<std::string> profiles;
  for (const Evidence& evidence : claim.evidence) {
    for (const results::PlanRow& plan : stored.plan()) {
      if (plan.experiment == NameOf(evidence)) profiles.insert(plan.profile);
    }
  }
  if (profiles.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(profiles, ", "));
}

}  // namespace

void FillScope(const stored::Stored& stored, Claim& claim) {
  results::ClaimRow& row = claim.row;
  const UsedByDataset all = UsedBy(stored, claim);
  if (all.empty()) return;
  row.profile = ProfilesOf(stored, claim);
  std::int64_t used_rows = 0;
  std::int64_t published = 0;
  std::vector<std::int64_t> splits;  // how many each method has on each dataset
  std::map<datasets::Edition, int> editions;
  std::vector<std::string> not_full;
  for (const auto& [key, used] : all) {
    const auto fewest =
        std::ranges::min_element(used.most_rows, {}, [](const auto& method_rows) { return method_rows.second; });
    used_rows += fewest->second;
    published += PublishedRows(key.second, fewest->second, used);
    for (const auto& [method, of_method] : used.splits) splits.push_back(std::ssize(of_method));
    for (const std::string& edition : used.editions) {
      ++editions[base::ParseName<datasets::Edition>(edition)];
      if (edition != base::NameOf(datasets::Edition::kFull))
        not_full.push_back(fmt::format("{} {}", key.second, edition));
    }
  }
  std::vector<std::string> counts;
  counts.reserve(editions.size());
  for (const auto& [edition, count] : editions) counts.push_back(fmt::format("{} {}", base::NameOf(edition), count));
  row.edition = fmt::format("{}", fmt::join(counts, ", "));
  row.rows_used = used_rows;
  row.rows_published = published;
  row.splits = std::ranges::max(splits);
  row.fewest_splits = std::ranges::min(splits);
  if (VerdictOf(row.verdict) == Verdict::kNotTestable) return;
  if (used_rows < published)
    row.verdict += fmt::format(" at {} of {} rows", base::Thousands(used_rows), base::Thousands(published));
  if (!not_full.empty()) row.verdict += fmt::format(" ({})", fmt::join(not_full, ", "));
}

std::string DataWords(const results::ClaimRow& row) {
  if (!row.rows_used) return "-";
  const bool differ = row.fewest_splits && *row.fewest_splits < *row.splits;
  return fmt::format("{}{}, {}{} split{}, {} of {} rows", row.profile ? *row.profile + ", " : "", *row.edition,
                     differ ? fmt::format("{} to ", *row.fewest_splits) : "", *row.splits, *row.splits == 1 ? "" : "s",
                     base::Thousands(*row.rows_used), base::Thousands(*row.rows_published));
}

}  // namespace fdskl::ledger
