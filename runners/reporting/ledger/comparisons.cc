#include "runners/reporting/ledger/comparisons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "baselines/svm/svm_methods.h"

namespace fdskl::ledger {
namespace {

// A number for a claim's row; none if it is not finite.
std::optional<double> Finite(double value) { return std::isfinite(value) ? std::optional(value) : std::nullopt; }

// What the effect of several comparisons is.
const char* EffectText(Comparisons::Scale scale) {
  switch (scale) {
    case Comparisons::Scale::kRatio:
      return "geometric mean of the ratios";
    case Comparisons::Scale::kPoints:
      return "mean difference in points";
    case Comparisons::Scale::kOrders:
      return "mean difference of the orders, 1 where the rival could not finish";
  }
  return "";
}

bool HasOnAll(const stored::Stored& stored, cell::ArmRef arm) {
  const auto datasets = stored.Datasets(results::Experiment::kErrors);
  return std::all_of(datasets.begin(), datasets.end(),
                     [&](const std::string& dataset) { return !ErrorsBySplit(stored, dataset, arm).empty(); });
}

}  // namespace

MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, cell::ArmRef arm) {
  MethodErrors errors;
  for (const results::RunRow* run : stored::Good(stored.Rows(results::Experiment::kErrors, dataset, arm))) {
    const std::int64_t test_rows = run->rows - run->train_rows;
    if (!run->test_error || test_rows < 1) continue;
    errors[run->split] = {std::llround(*run->test_error / 100 * static_cast<double>(test_rows)), test_rows,
                          run->train_rows};
  }
  return errors;
}

std::vector<double> ValuesOf(const MethodErrors& errors) {
  std::vector<double> values;
  values.reserve(errors.size());
  for (const auto& [split, error] : errors) values.push_back(error.percent());
  return values;
}

double MeanOf(const MethodErrors& errors) {
  SplitError all;
  for (const auto& [split, error] : errors) {
    all.errors += error.errors;
    all.test_rows += error.test_rows;
  }
  return all.percent();
}

double BinomialDeviationOf(const MethodErrors& errors) {
  return base::BinomialDeviation(MeanOf(errors), static_cast<double>(errors.begin()->second.test_rows));
}

std::pair<std::vector<double>, std::vector<double>> ValuesOnCommonSplits(const MethodErrors& a, const MethodErrors& b) {
  std::pair<std::vector<double>, std::vector<double>> values;
  for (const auto& [split, error] : a) {
    const auto found = b.find(split);
    if (found == b.end()) continue;
    values.first.push_back(error.percent());
    values.second.push_back(found->second.percent());
  }
  return values;
}

std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b) {
  std::vector<double> differences;
  for (const auto& [split, error] : a) {
    const auto found = b.find(split);
    if (found == b.end()) continue;
    const SplitError& other = found->second;
    // Equal counts over equally many rows differ by exactly zero.
    const bool equal = error.errors == other.errors && error.test_rows == other.test_rows;
    differences.push_back(equal ? 0 : error.percent() - other.percent());
  }
  return differences;
}

std::optional<base::CorrectedTResult> Compare(const MethodErrors& a, const MethodErrors& b) {
  const std::vector<double> differences = Differences(a, b);
  if (differences.empty()) return std::nullopt;
  const SplitError& first = a.begin()->second;
  return base::CorrectedTOfErrors(differences, static_cast<double>(first.test_rows),
                                  static_cast<double>(first.train_rows));
}

std::string DifferenceText(const MethodErrors& a, const MethodErrors& b) {
  const auto test = Compare(a, b);
  if (!test) return "no split in common";
  std::string text = fmt::format("{:+.2f} points", test->mean);
  if (test->splits < 2) return text + ", one split";
  return text + fmt::format(" [{:+.2f}, {:+.2f}], corrected p {:.2g}, Wilcoxon p {:.2g}", test->interval.low,
                            test->interval.high, test->p_two_sided, base::Wilcoxon(Differences(a, b)).p_two_sided);
}

std::vector<cell::ArmRef> OwnArms() {
  std::vector<cell::ArmRef> arms = cell::Arms();
  std::erase_if(arms, [](cell::ArmRef arm) { return !arm->is_own(); });
  return arms;
}

std::vector<cell::ArmRef> RankedArms(const stored::Stored& stored, cell::ArmRef subject) {
  const baselines::MethodRef left_out =
      HasOnAll(stored, cell::OwnArm(&svm::kLibsvm)) || !HasOnAll(stored, cell::OwnArm(&svm::kPpSvmv)) ? &svm::kPpSvmv
                                                                                                      : &svm::kLibsvm;
  std::vector<cell::ArmRef> arms = {subject};
  for (const cell::ArmRef arm : OwnArms()) {
    if (arm->method != subject->method && arm->method != left_out) arms.push_back(arm);
  }
  return arms;
}

ErrorTable ErrorTableOf(const stored::Stored& stored, const std::vector<cell::ArmRef>& arms, std::size_t least,
                        double (*summary)(const MethodErrors&)) {
  ErrorTable table;
  for (const std::string& dataset : stored.Datasets(results::Experiment::kErrors)) {
    std::vector<double> values;
    for (const cell::ArmRef arm : arms) {
      const MethodErrors errors = ErrorsBySplit(stored, dataset, arm);
      if (errors.size() >= std::max<std::size_t>(1, least)) values.push_back(summary(errors));
    }
    if (values.size() < arms.size()) continue;
    table.datasets.push_back(dataset);
    table.values.push_back(std::move(values));
  }
  return table;
}

void Comparisons::Add(double gain, std::string text) {
  gains_.push_back(gain);
  texts_.push_back(std::move(text));
}

void Comparisons::AddNonInferiority(const base::CorrectedTResult& test, double margin, std::string text) {
  const double room = margin - test.mean;
  const double p = base::NonInferiorityP(test, margin);
  constexpr double kLeast = 1e-9;  // counts as a win, barely
  Add(p < kLevel ? std::max(room, kLeast) : std::min(room, 0.0), fmt::format("{}, p {:.2g}", text, p));
}

std::size_t Comparisons::wins() const {
  return static_cast<std::size_t>(std::count_if(gains_.begin(), gains_.end(), [](double gain) { return gain > 0; }));
}

std::string Comparisons::Text() const { return fmt::format("{} of {} ({})", wins(), size(), fmt::join(texts_, ", ")); }

Verdict Comparisons::Judge() const {
  if (gains_.empty()) return Verdict::kNotTestable;
  if (2 * wins() <= size()) return Verdict::kDidNotHold;
  return wins() < size() ? Verdict::kPartly : Verdict::kHeld;
}

void Comparisons::Fill(const std::string& what, const std::string& nothing, results::ClaimRow& row) const {
  if (gains_.empty()) return NotTestable(nothing, row);
  row.numbers = fmt::format("{}: {}", what, Text());
  row.verdict = base::NameOf(Judge());
  const base::CorrectedTResult mean = base::CorrectedT(gains_, 0);  // cases are independent, so no correction
  const auto shown = [&](double gain) { return Finite(scale_ == Scale::kRatio ? std::exp(gain) : gain); };
  row.effect = shown(mean.mean);
  if (std::isfinite(mean.interval.low)) {
    row.low = shown(mean.interval.low);
    row.high = shown(mean.interval.high);
  }
  const std::string effect = EffectText(scale_);
  const base::WilcoxonResult wilcoxon = base::Wilcoxon(gains_);
  if (size() >= base::WilcoxonLeastPairs(kLevel)) {
    row.test = fmt::format("Wilcoxon signed ranks over {} {}, two-sided, rank-biserial correlation {:.2f}; effect: {}",
                           size(), unit_, wilcoxon.rank_biserial, effect);
    row.p_value = wilcoxon.p_two_sided;
  } else {
    row.test = fmt::format("none: {} {} are too few; effect: {}", size(), unit_, effect);
  }
}

std::string OrderText(const base::PowerFit& fit) {
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", fit.order, fit.interval.low, fit.interval.high);
}

std::string FactorText(double ratio) {
  if (ratio < 99.5 || !std::isfinite(ratio)) return fmt::format("×{:.2g}", ratio);
  const double unit = std::pow(10, std::floor(std::log10(ratio)) - 1);
  return "×" + base::Thousands(std::llround(std::round(ratio / unit) * unit));
}

void NotTestable(const std::string& why, results::ClaimRow& row) {
  row.numbers = why;
  row.test = "none";
  row.verdict = base::NameOf(Verdict::kNotTestable);
}

void AtMostPartly(const std::string& why, results::ClaimRow& row) {
  if (row.verdict != base::NameOf(Verdict::kHeld)) return;
  row.verdict = base::NameOf(Verdict::kPartly);
  row.numbers += fmt::format("; only partly: {}", why);
}

}  // namespace fdskl::ledger
