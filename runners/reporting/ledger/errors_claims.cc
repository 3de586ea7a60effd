// Claims about FDSKL's test errors: the abstract, the first contribution, Figure 6.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "baselines/dsg/dsg_method.h"
#include "baselines/fd_svrg/fd_svrg_method.h"
#include "baselines/svm/svm_methods.h"
#include "runners/reporting/ledger/comparisons.h"
#include "runners/reporting/ledger/ledger.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;

constexpr std::size_t kLeastSplits = 3;  // needed to compare standard deviations

using Summary = double (*)(const MethodErrors&);

double DeviationOf(const MethodErrors& errors) { return base::Deviation(ValuesOf(errors)); }

// FDSKL's errors and those of its rivals on a dataset, each with `least` splits or more.
struct Field {
  MethodErrors ours;
  std::vector<std::pair<cell::ArmRef, MethodErrors>> rivals;
};
std::optional<Field> FieldOn(const stored::Stored& stored, const std::string& dataset, cell::ArmRef subject,
                             std::size_t least) {
  Field field{.ours = ErrorsBySplit(stored, dataset, subject)};
  for (const cell::ArmRef arm : OwnArms()) {
    MethodErrors errors = ErrorsBySplit(stored, dataset, arm);
    if (arm->method != subject->method && errors.size() >= least) field.rivals.emplace_back(arm, std::move(errors));
  }
  if (field.ours.size() < least || field.rivals.empty()) return std::nullopt;
  return field;
}

// Friedman's test over the datasets, by Iman and Davenport, with the methods that have results on all of them; then
// Holm's post-hoc test against FDSKL.
void FillFriedman(const stored::Stored& stored, cell::ArmRef subject, std::size_t least, Summary summary,
                  results::ClaimRow& row) {
  std::vector<cell::ArmRef> arms = RankedArms(stored, subject);
  std::erase_if(arms, [&](cell::ArmRef arm) {
    const auto datasets = stored.Datasets(Experiment::kErrors);
    return std::any_of(datasets.begin(), datasets.end(), [&](const std::string& dataset) {
      return ErrorsBySplit(stored, dataset, subject).size() >= least &&
             ErrorsBySplit(stored, dataset, arm).size() < least;
    });
  });
  const ErrorTable table = ErrorTableOf(stored, arms, least, summary);
  if (table.datasets.size() < 2 || arms.size() < 2) {
    row.test = "none: too few datasets with the same methods";
    return;
  }
  const base::FriedmanResult friedman = base::Friedman(table.values);
  const std::vector<double> p = base::RankDifferenceP(friedman.mean_ranks, table.datasets.size(), 0);
  const std::vector<double> adjusted = base::Holm(std::span(p).subspan(1));
  std::vector<std::string> ranks;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const std::string holm = i == 0 ? "" : fmt::format(" (p {:.2g})", adjusted[i - 1]);
    ranks.push_back(fmt::format("{} {:.2f}{}", arms[i]->title, friedman.mean_ranks[i], holm));
  }
  row.p_value = friedman.p_iman;
  row.effect = friedman.mean_ranks[0];
  row.test = fmt::format(
      "Friedman over {} datasets by Iman and Davenport's F (by chi-squared p {:.2g}), LIBSVM and PP-SVMV as one; mean "
      "ranks, with Holm's p against FDSKL: {}; effect: FDSKL's mean rank of {}",
      table.datasets.size(), friedman.p, fmt::join(ranks, ", "), arms.size());
}

void Forget(results::ClaimRow& row) {  // removes the pairwise test, since a test of all methods at once says more
  row.p_value.reset();
  row.effect.reset();
  row.low.reset();
  row.high.reset();
}

}  // namespace

Claim LowestError(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{
      {.claim = "lowest error",
       .paper = "FDSKL always has the lowest test error (Figure 6)",
       .rule = "Per dataset: FDSKL's misclassified test samples over all splits are fewer than those of every "
               "method that ran; equal counts are ties and no win. The numbers are the lead over the best rival "
               "with its corrected 95% interval. Held: on every dataset; partly: on more than half."},
      {Experiment::kErrors}};
  Comparisons comparisons(Comparisons::Scale::kPoints);
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const auto field = FieldOn(stored, dataset, subject, 1);
    if (!field) continue;
    const auto& [rival, errors] =
        *std::min_element(field->rivals.begin(), field->rivals.end(),
                          [](const auto& a, const auto& b) { return MeanOf(a.second) < MeanOf(b.second); });
    comparisons.Add(MeanOf(errors) - MeanOf(field->ours),
                    fmt::format("{} {}: {}", dataset, rival->title, DifferenceText(errors, field->ours)));
  }
  comparisons.Fill(fmt::format("{}'s is the lowest on", subject->title), stored::NoRows(Experiment::kErrors),
                   claim.row);
  if (comparisons.size() == 0) return claim;
  Forget(claim.row);
  FillFriedman(stored, subject, 1, MeanOf, claim.row);
  return claim;
}

Claim LowestVariance(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{
      {.claim = "lowest variance",
       .paper = "FDSKL always has the lowest variance of test errors (Figure 6)",
       .rule = fmt::format(
           "Per dataset with {} splits or more: FDSKL's standard deviation of test errors is below that of every "
           "method that ran. The numbers are FDSKL's deviation, the part of it that drawing the test rows alone "
           "explains (binomial), the least of the rivals', and the greatest p of Pitman and Morgan's tests that "
           "FDSKL's variance is below a rival's. Held: on every dataset, each p < {}; partly: lowest on more than "
           "half.",
           kLeastSplits, kLevel)},
      {Experiment::kErrors}};
  Comparisons comparisons(Comparisons::Scale::kPoints);
  std::vector<std::string> unclear;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const auto field = FieldOn(stored, dataset, subject, kLeastSplits);
    if (!field) continue;
    double least = INFINITY;
    double p = 0;  // "below every rival's" needs all tests to reject, so the largest counts
    for (const auto& [arm, errors] : field->rivals) {
      least = std::min(least, DeviationOf(errors));
      const auto [a, b] = ValuesOnCommonSplits(field->ours, errors);
      p = std::max(p, base::PitmanMorgan(a, b).p_less);
    }
    const double ours = DeviationOf(field->ours);
    comparisons.Add(least - ours, fmt::format("{} {:.2f} (binomial {:.2f}) against {:.2f}, p {:.2g}", dataset, ours,
                                              BinomialDeviationOf(field->ours), least, p));
    if (p >= kLevel) unclear.push_back(dataset);
  }
  const std::string none = stored.Datasets(Experiment::kErrors).empty()
                               ? stored::NoRows(Experiment::kErrors)
                               : fmt::format("no dataset has {} splits", kLeastSplits);
  comparisons.Fill(fmt::format("{}'s is the lowest on", subject->title), none, claim.row);
  if (comparisons.size() == 0) return claim;
  if (!unclear.empty())
    AtMostPartly(fmt::format("not significantly below every rival's on {}", fmt::join(unclear, ", ")), claim.row);
  Forget(claim.row);
  FillFriedman(stored, subject, kLeastSplits, DeviationOf, claim.row);
  return claim;
}

Claim SimilarGeneralisation(const stored::Stored& stored, cell::ArmRef subject) {
  constexpr double kMargin = 0.5;
  Claim claim{
      {.claim = "similar generalisation",
       .paper = "FDSKL retains similar generalization performance (Abstract, Conclusion)",
       .rule = fmt::format("Per dataset with two splits or more: FDSKL's test error is not worse than any kernel "
                           "method's (DSG, LIBSVM, "
                           "PP-SVMV) by {} percentage points or more: non-inferiority by the corrected t, one-sided at "
                           "{}, against each; "
                           "all must pass, so no adjustment is due. Held: on every dataset; partly: on more than half.",
                           kMargin, kLevel)},
      {Experiment::kErrors}};
  Comparisons comparisons(Comparisons::Scale::kPoints);
  double worst_p = 0;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const MethodErrors ours = ErrorsBySplit(stored, dataset, subject);
    double p = -1;  // for the rival that is hardest to be similar to
    base::CorrectedTResult hardest;
    std::string title;
    for (const baselines::MethodRef rival : {&dsg::kDsg, &svm::kLibsvm, &svm::kPpSvmv}) {
      const auto test = Compare(ours, ErrorsBySplit(stored, dataset, cell::OwnArm(rival)));
      if (!test || test->splits < 2 || base::NonInferiorityP(*test, kMargin) <= p) continue;
      p = base::NonInferiorityP(*test, kMargin);
      hardest = *test;
      title = rival->title;
    }
    if (p < 0) continue;
    worst_p = std::max(worst_p, p);
    comparisons.AddNonInferiority(hardest, kMargin,
                                  fmt::format("{} {:+.2f} points to {}", dataset, hardest.mean, title));
  }
  comparisons.Fill(fmt::format("{} was not inferior on", subject->title),
                   stored.Rows(Experiment::kErrors).empty() ? stored::NoRows(Experiment::kErrors)
                                                            : "no dataset has two splits of both",
                   claim.row);
  if (comparisons.size() == 0) return claim;
  Forget(claim.row);
  claim.row.verdict = base::NameOf(comparisons.Judge());
  claim.row.p_value = worst_p;
  claim.row.test = fmt::format("non-inferiority with a margin of {} points on each dataset; p: the greatest", kMargin);
  return claim;
}

Claim NotLinearlySeparable(const stored::Stored& stored, cell::ArmRef subject) {
  Claim claim{{.claim = "beyond linear separability",
               .paper = "FDSKL breaks the limitation of implicitly linear separability (Contribution 1, Conclusion)",
               .rule = fmt::format(
                   "FDSKL learns what a linear model cannot: its test error is below FD-SVRG's on some dataset, by "
                   "the corrected t at {}, adjusted by Holm over the datasets. Held: on one or more.",
                   kLevel)},
              {Experiment::kErrors}};
  std::vector<double> p;
  std::vector<double> lower;
  std::vector<std::string> texts;
  for (const std::string& dataset : stored.Datasets(Experiment::kErrors)) {
    const MethodErrors ours = ErrorsBySplit(stored, dataset, subject);
    const MethodErrors linear = ErrorsBySplit(stored, dataset, cell::OwnArm(&fd_svrg::kFdSvrg));
    const auto test = Compare(linear, ours);
    if (!test || test->splits < 2) continue;
    p.push_back(test->p_two_sided);
    lower.push_back(test->mean);
    texts.push_back(fmt::format("{} {}", dataset, DifferenceText(linear, ours)));
  }
  if (p.empty()) {
    NotTestable(stored.Rows(Experiment::kErrors).empty() ? stored::NoRows(Experiment::kErrors)
                                                         : "no dataset has two splits of both",
                claim.row);
    return claim;
  }
  const std::vector<double> adjusted = base::Holm(p);
  std::size_t wins = 0;
  double least = 1;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (lower[i] <= 0) continue;
    wins += adjusted[i] < kLevel ? 1 : 0;
    least = std::min(least, adjusted[i]);
  }
  claim.row.numbers =
      fmt::format("significantly below the linear method on {} of {} ({})", wins, p.size(), fmt::join(texts, ", "));
  claim.row.test = "corrected t over splits, Holm over datasets; p: the least where FDSKL's error is lower";
  claim.row.p_value = least;
  claim.row.verdict = base::NameOf(wins > 0 ? Verdict::kHeld : Verdict::kDidNotHold);
  return claim;
}

}  // namespace fdskl::ledger
