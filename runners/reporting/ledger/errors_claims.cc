#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/statistics.h"
#include "baselines/dsg/dsg_method.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/methods.h"
#include "baselines/secureboost/secureboost_method.h"
#include "baselines/svm/svm_methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;

constexpr std::size_t kLeastSplits = 3;  // for a standard deviation worth comparing
constexpr std::int64_t kHighDimension = 1000;

using Summary = double (*)(const MethodErrors&);

double DeviationOf(const MethodErrors& errors) { return base::Deviation(ValuesOf(errors)); }

// The least of the rivals' summaries minus FDSKL's; nothing where FDSKL or every rival is absent.
std::optional<double> Lead(const stored::Stored& stored, const std::string& dataset, std::size_t least,
                           Summary summary) {
  const MethodErrors ours = ErrorsBySplit(stored, dataset, &kFdskl);
  std::vector<double> rivals;
  for (const baselines::MethodRef method : baselines::Methods()) {
    const MethodErrors errors = ErrorsBySplit(stored, dataset, method);
    if (method != &kFdskl && errors.size() >= least) rivals.push_back(summary(errors));
  }
  if (ours.size() < least || rivals.empty()) return std::nullopt;
  return *std::min_element(rivals.begin(), rivals.end()) - summary(ours);
}

// Friedman over the datasets, with the methods that are on all of them; Holm's post-hoc test against FDSKL.
void FillFriedman(const stored::Stored& stored, std::size_t least, Summary summary, results::ClaimRow& row) {
  std::vector<std::string> datasets;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    if (ErrorsBySplit(stored, dataset, &kFdskl).size() >= least) datasets.push_back(dataset);
  }
  std::vector<baselines::MethodRef> methods;
  for (const baselines::MethodRef method : baselines::Methods()) {
    const baselines::MethodRef kind = method;
    if (std::all_of(datasets.begin(), datasets.end(),
                    [&](const std::string& dataset) { return ErrorsBySplit(stored, dataset, kind).size() >= least; })) {
      methods.push_back(method);
    }
  }
  if (datasets.size() < 2 || methods.size() < 2) {
    row.test = "none: too few datasets with the same methods";
    return;
  }
  std::vector<std::vector<double>> values;
  for (const std::string& dataset : datasets) {
    values.emplace_back();
    for (const baselines::MethodRef method : methods)
      values.back().push_back(summary(ErrorsBySplit(stored, dataset, method)));
  }
  const base::FriedmanResult friedman = base::Friedman(values);
  const std::vector<double> p = base::RankDifferenceP(friedman.mean_ranks, datasets.size(), 0);  // FDSKL comes first
  const std::vector<double> adjusted = base::Holm(std::span(p).subspan(1));
  std::vector<std::string> ranks;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const std::string holm = i == 0 ? "" : fmt::format(" (p {:.2g})", adjusted[i - 1]);
    ranks.push_back(fmt::format("{} {:.2f}{}", methods[i]->title, friedman.mean_ranks[i], holm));
  }
  row.p_value = friedman.p;
  row.effect = friedman.mean_ranks[0];
  row.test = fmt::format(
      "Friedman over {} datasets; mean ranks, with Holm's p against FDSKL: {}; effect: FDSKL's mean rank of {}",
      datasets.size(), fmt::join(ranks, ", "), methods.size());
}

Claim LowestOf(const stored::Stored& stored, results::ClaimRow row, std::size_t least, Summary summary) {
  Comparisons comparisons;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const auto lead = Lead(stored, dataset, least, summary);
    if (lead) comparisons.Add(*lead, fmt::format("{} {:+.2f}", dataset, *lead));
  }
  comparisons.Fill("FDSKL's is the lowest on", stored::NoRows(Experiment::kErrors), row);
  // Over the datasets, all methods at once say more than pairs do.
  row.p_value.reset();
  row.effect.reset();
  if (comparisons.size() > 0) FillFriedman(stored, least, summary, row);
  return {std::move(row), {Experiment::kErrors}};
}

}  // namespace

Claim LowestError(const stored::Stored& stored) {
  return LowestOf(stored,
                  {.claim = "lowest error",
                   .paper = "FDSKL always has the lowest test error (Figure 6)",
                   .rule = "Per dataset: FDSKL's mean test error over splits is below that of every method that ran; "
                           "the numbers are the lead over the best rival in percentage points. Held: on every dataset; "
                           "partly: on more than half."},
                  1, MeanOf);
}

Claim LowestVariance(const stored::Stored& stored) {
  return LowestOf(
      stored,
      {.claim = "lowest variance",
       .paper = "FDSKL always has the lowest variance of test errors (Figure 6)",
       .rule = "Per dataset with three splits or more: FDSKL's standard deviation of test errors is below "
               "that of every method that ran; the numbers are the lead over the best rival. Held: on every "
               "dataset; partly: on more than half."},
      kLeastSplits, DeviationOf);
}

Claim SecureBoostPoorInHighDimension(const stored::Stored& stored) {
  Claim claim{
      {.claim = "SecureBoost poor in high dimension",
       .paper = "SecureBoost performs poorly on high-dimensional datasets such as real-sim (Figure 6)",
       .rule = fmt::format("Per dataset of {} columns or more here: SecureBoost's mean test error is above FDSKL's. "
                           "Held: on every one; partly: on more than half.",
                           kHighDimension)},
      {Experiment::kErrors}};
  Comparisons comparisons;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const auto rows = stored.Rows(Experiment::kErrors, dataset, &secureboost::kSecureBoost);
    const MethodErrors theirs = ErrorsBySplit(stored, dataset, &secureboost::kSecureBoost);
    const MethodErrors ours = ErrorsBySplit(stored, dataset, &kFdskl);
    if (theirs.empty() || ours.empty() || rows.front()->columns < kHighDimension) continue;
    const double gap = MeanOf(theirs) - MeanOf(ours);
    const base::WilcoxonResult test = base::Wilcoxon(Differences(theirs, ours));
    comparisons.Add(
        gap, fmt::format("{} {:+.2f} points, p {:.2g} over {} splits", dataset, gap, test.p_two_sided, test.pairs));
  }
  comparisons.Fill("SecureBoost's error is higher on", "no dataset of high dimension has errors of both methods",
                   claim.row);
  return claim;
}

Claim LinearWorse(const stored::Stored& stored) {
  Claim claim{
      {.claim = "linear worse than kernel",
       .paper = "the linear method normally has worse results than the kernel methods (Figure 6)",
       .rule = "Per dataset: FD-SVRG's mean test error is above the median of the kernel methods' means. Normally "
               "is taken as: held on three quarters of the datasets or more; partly: on more than half."},
      {Experiment::kErrors}};
  constexpr double kNormally = 0.75;
  Comparisons comparisons;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const MethodErrors linear = ErrorsBySplit(stored, dataset, &fd_svrg::kFdSvrg);
    std::vector<double> kernel;
    for (const baselines::MethodRef method : {&kFdskl, &dsg::kDsg, &svm::kLibsvm, &svm::kPpSvmv}) {
      const MethodErrors errors = ErrorsBySplit(stored, dataset, method);
      if (!errors.empty()) kernel.push_back(MeanOf(errors));
    }
    if (linear.empty() || kernel.empty()) continue;
    const double gap = MeanOf(linear) - base::Median(kernel);
    comparisons.Add(gap, fmt::format("{} {:+.2f}", dataset, gap));
  }
  comparisons.Fill("FD-SVRG's error is higher on", stored::NoRows(Experiment::kErrors), claim.row);
  const double share =
      static_cast<double>(comparisons.wins()) / static_cast<double>(std::max<std::size_t>(1, comparisons.size()));
  if (comparisons.size() > 0 && share >= kNormally) claim.row.verdict = base::NameOf(Verdict::kHeld);
  return claim;
}

}  // namespace fdskl::ledger
