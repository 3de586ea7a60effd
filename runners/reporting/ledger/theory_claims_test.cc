// Verdicts on lemmas, theorems and Appendix C, for made-up rows whose verdict is obvious.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/ledger/testing.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::ledger {
namespace {

using results::Experiment;
using testing::VerdictOf;

TEST(TheoryClaims, LemmaOneAllowsOneTestSample) {
  stored::testing::MadeUp made;
  made.theory().push_back({.check = "lemma1", .masking = "ring", .update = "plain", .error = 1e-6});
  EXPECT_EQ(VerdictOf(LemmaOne, made), "partly") << "a half that is missing has not held";
  for (const int q : {2, 4, 8}) made.Run(Experiment::kWorkers, "a9a", "fdskl", 0, q == 4 ? 10.03 : 10, 1).workers = q;
  EXPECT_EQ(VerdictOf(LemmaOne, made), "held");
  made.Run(Experiment::kWorkers, "a9a", "fdskl", 0, 11, 1).workers = 16;
  EXPECT_EQ(VerdictOf(LemmaOne, made), "partly");
  made.theory().back().error = 0.1;
  EXPECT_EQ(VerdictOf(LemmaOne, made), "did-not-hold");
  made.theory().clear();
  EXPECT_EQ(VerdictOf(LemmaOne, made), "did-not-hold") << "one half is missing, the other fails";
}

TEST(TheoryClaims, LemmaOneShowsDsgWithTheSameBatches) {
  stored::testing::MadeUp made;
  made.theory().push_back({.check = "lemma1", .masking = "ring", .update = "plain", .error = 1e-6});
  made.Run(Experiment::kErrors, "a9a", "fdskl", 0, 10, 1);
  made.Run(Experiment::kErrors, "a9a", "dsg", 0, 10.1, 1).settings = R"({"label_groups": 2})";
  EXPECT_NE(LemmaOne(*made.Make()).row.numbers.find("1 runs, at most 3 test samples apart"), std::string::npos);
}

TEST(TheoryClaims, LemmaTwoAndModelPrivacyByWhatWasFound) {
  stored::testing::MadeUp made;
  made.theory().push_back({.check = "lemma2", .workers = 4, .error = 0.0, .control = 0.0, .cases = 12});
  made.theory().push_back({.check = "model-privacy", .error = 0.9, .control = 1.2, .cases = 2});
  EXPECT_EQ(VerdictOf(LemmaTwo, made), "held");
  EXPECT_EQ(VerdictOf(ModelPrivacy, made), "held");
  made.theory()[0].error = 0.25;
  made.theory()[1].error = 1e-6;
  EXPECT_EQ(VerdictOf(LemmaTwo, made), "did-not-hold");
  EXPECT_NE(LemmaTwo(*made.Make()).row.numbers.find("3 of 12 pairs"), std::string::npos);
  EXPECT_EQ(VerdictOf(ModelPrivacy, made), "did-not-hold");
  made.theory()[1].control = 0.1;  // a control that does not fail decides nothing
  EXPECT_EQ(VerdictOf(ModelPrivacy, made), "not-testable");
}

// Errors at gamma and t, with the noise of several seeds.
template <class Error>
stored::testing::MadeUp Theorem(const Error& error_of) {
  stored::testing::MadeUp made;
  for (const double gamma : {0.04, 0.02, 0.01, 0.005, 0.0025}) {
    for (double t = 1; t <= 400 / gamma + 4 / (gamma * gamma); t = std::ceil(1.3 * t)) {
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        results::TheoryRow row{.check = "theorem1", .iteration = static_cast<std::int64_t>(t), .seed = seed};
        row.gamma = gamma;
        row.lambda = 0.05;
        row.error = error_of(gamma, t) * (1 + 0.05 * std::sin(7 * t + static_cast<double>(seed)));
        made.theory().push_back(row);
      }
    }
  }
  return made;
}

TEST(TheoryClaims, TheoremOneHoldsForCurvesThatObeyTheRecursion) {
  const auto recursion = [](double rate, double floor_order) {
    return [=](double gamma, double t) {
      const double floor = std::pow(gamma, floor_order);
      return floor + (1 - floor) * std::pow(1 - rate * gamma, t - 1);
    };
  };
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem(recursion(0.3, 1))), "held");
  const results::ClaimRow row = TheoremOne(*Theorem(recursion(0.3, 1)).Make()).row;
  EXPECT_NEAR(*row.effect, 1, 0.02);
  EXPECT_LT(*row.low, 1.02);
  EXPECT_GT(*row.high, 0.98);
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem(recursion(0.05, 1))), "held");
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem(recursion(0.01, 1))), "did-not-hold");  // slower than 1 - gamma lambda
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem(recursion(0.3, 2))), "partly");         // a floor of another order
}

// An error of eps after eps^-2 iterations, down to a floor of gamma.
TEST(TheoryClaims, TheoremOneDoesNotHoldForASlowerRate) {
  EXPECT_EQ(VerdictOf(TheoremOne, Theorem([](double gamma, double t) { return std::max(gamma, 1 / std::sqrt(t)); })),
            "did-not-hold");
}

TEST(TheoryClaims, TheoremOneAsStatedCountsOnlyWhatIsNotVacuous) {
  stored::testing::MadeUp made;
  made.theory().push_back({.check = "theorem1-bound", .error = 0.01, .bound = 0.5, .control = 0.1});
  EXPECT_EQ(VerdictOf(TheoremOneBound, made), "not-testable");
  made.theory().push_back({.check = "theorem1-bound", .error = 0.01, .bound = 0.05, .control = 0.1});
  EXPECT_EQ(VerdictOf(TheoremOneBound, made), "held");
  made.theory().back().error = 0.06;
  EXPECT_EQ(VerdictOf(TheoremOneBound, made), "did-not-hold");
}

// Costs of given orders: one series in T and d only, one in T and q.
stored::testing::MadeUp Costs(double bytes_in_t, double time_in_t, double time_in_q) {
  stored::testing::MadeUp rows;
  for (const std::int64_t t : {100, 200, 400}) {
    for (const std::int64_t n : {4, 8, 16}) {
      const auto value = static_cast<double>(t);
      results::TheoryRow row{.check = "bytes", .workers = n, .iteration = t};
      row.sent_bytes = static_cast<std::int64_t>(std::pow(value, bytes_in_t)) * n;
      rows.theory().push_back(row);
      row.check = "seconds";
      row.sent_bytes.reset();
      row.workers = 1;
      row.columns = n;
      row.seconds = std::pow(value, time_in_t) * static_cast<double>(n);
      rows.theory().push_back(row);
      row.workers = n;
      row.columns = 16;
      row.seconds = std::pow(value, time_in_t) * 16 * std::pow(static_cast<double>(n), time_in_q);
      rows.theory().push_back(row);
    }
  }
  return rows;
}

TEST(TheoryClaims, AppendixCByFittedOrdersOnBothSides) {
  EXPECT_EQ(VerdictOf(AppendixC, Costs(2, 2, 1)), "held");
  EXPECT_EQ(VerdictOf(AppendixC, Costs(3, 2, 1)), "did-not-hold");
  EXPECT_EQ(VerdictOf(AppendixC, Costs(2, 1.1, 1)), "partly");  // the quadratic term does not show
  EXPECT_EQ(VerdictOf(AppendixC, Costs(2, 2, 0)), "partly");
  EXPECT_NE(AppendixC(*Costs(2, 2, 0).Make()).row.numbers.find("0.00 [0.00, 0.00] in q"), std::string::npos);
}

}  // namespace
}  // namespace fdskl::ledger
