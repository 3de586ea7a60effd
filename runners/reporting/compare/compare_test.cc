#include "runners/reporting/compare/compare.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

namespace fdskl::compare {
namespace {

using results::RunRow;

// Four splits of one method on one dataset.
std::vector<RunRow> Runs() {
  std::vector<RunRow> runs;
  for (int split = 0; split < 4; ++split) {
    RunRow& run = runs.emplace_back();
    run.dataset = "a9a";
    run.edition = "full";
    run.method = "fdskl";
    run.rows = 400;
    run.train_rows = 300;
    run.workers = 8;
    run.split = split;
    run.settings = fmt::format("{{\"workers\": 8, \"split\": {}, \"gamma\": 8.0}}", split);
    run.status = "ok";
    run.test_error = 15 + 0.5 * split;
    run.train_seconds = 2 + 0.1 * split;
    run.sent_bytes = 1000000;
    run.cpu = "one";
  }
  return runs;
}

Comparison With(const std::function<void(RunRow&)>& change, const Rules& rules = {}) {
  std::vector<RunRow> b = Runs();
  for (RunRow& run : b) change(run);
  return Compare(Runs(), b, rules);
}

void ExpectSays(const Comparison& comparison, bool worse, std::string_view text) {
  EXPECT_EQ(comparison.worse, worse) << comparison.text;
  EXPECT_NE(comparison.text.find(text), std::string::npos) << comparison.text;
}

TEST(Compare, WhatIsAlikeIsNotSaid) {
  const Comparison same = With([](RunRow&) {});
  EXPECT_FALSE(same.worse);
  EXPECT_EQ(same.text, "4 cells in both; 0 only in A, 0 only in B; worse: 0, better: 0\n");
  EXPECT_EQ(With([](RunRow& run) { *run.train_seconds *= 1.1; }).text, same.text) << "within the factor";
}

TEST(Compare, ArmsOfOneMethodAreToldApart) {
  const auto in_b = [](const char* method, const char* settings) {
    return With([&](RunRow& run) {
             run.method = method;
             run.settings = settings;
           })
        .text;
  };
  const std::string text = in_b("fdskl", R"({"masking": "private", "update": "conjugate", "loss": "square"})");
  EXPECT_NE(text.find("| fdskl-private | 400 "), std::string::npos) << text;
  EXPECT_NE(text.find("| fdskl | 400 "), std::string::npos) << text;
  EXPECT_NE(in_b("not-known-here", "{}").find("| not-known-here | 400 "), std::string::npos);
}

TEST(Compare, ErrorsByPairsOfSplits) {
  ExpectSays(With([](RunRow& run) { *run.test_error += 1 + 0.01 * static_cast<double>(run.split); }), true,
             "**worse**: +1.0");
  ExpectSays(With([](RunRow& run) { *run.test_error -= 1 + 0.01 * static_cast<double>(run.split); }), false,
             "better: -1.0");
  ExpectSays(With([](RunRow& run) { *run.test_error += 0.02; }), false, "changed: +0.02");
  ExpectSays(With([](RunRow& run) { *run.test_error += run.split % 2 == 0 ? 3 : -2; }), false, "changed: +0.50");
}

// Three variants: a p of 0.03 in one of them is nothing that stands out.
TEST(Compare, ManyComparisonsNeedHolmsCorrection) {
  const auto three = [](double rise) {
    std::vector<RunRow> runs;
    for (const char* dataset : {"a9a", "w8a", "phishing"}) {
      for (RunRow run : Runs()) {
        run.dataset = dataset;
        if (run.dataset == "a9a")
          *run.test_error += rise * (run.split == 0 ? 0.8 : 1 + 0.3 * static_cast<double>(run.split));
        runs.push_back(run);
      }
    }
    return runs;
  };
  const auto only_a9a = [](std::vector<RunRow> runs) {
    std::erase_if(runs, [](const RunRow& run) { return run.dataset != "a9a"; });
    return runs;
  };
  EXPECT_TRUE(Compare(only_a9a(three(0)), only_a9a(three(1)), {}).worse);
  EXPECT_FALSE(Compare(three(0), three(1), {}).worse);
}

TEST(Compare, StatusesAndMissingCells) {
  ExpectSays(With([](RunRow& run) {
               if (run.split != 2) return;
               run.status = "timeout";
               run.reason = "stopped after 9 s";
             }),
             true, "| split 2 | ok | timeout | **worse**: stopped after 9 s |");
  std::vector<RunRow> fewer = Runs();
  fewer.pop_back();
  ExpectSays(Compare(Runs(), fewer, {}), true, "| cells | 1 | - | **missing** |");
  ExpectSays(Compare(fewer, Runs(), {}), false, "| cells | - | 1 | new |");
  ExpectSays(With([](RunRow& run) { run.dataset = "w8a"; }), true, "0 cells in both; 4 only in A, 4 only in B");
}

TEST(Compare, TimesOnlyWhereTheMachineIsTheSame) {
  const auto slow = [](RunRow& run) { *run.train_seconds *= 2; };
  ExpectSays(With(slow), true, "| train seconds | 2.15 ± 0.13 | 4.30 ± 0.26 | **worse**: ×2.00");
  EXPECT_FALSE(With(slow, {.slower = 3}).worse);
  for (const auto& otherwise : std::vector<std::function<void(RunRow&)>>{
           [](RunRow& run) { run.cpu = "two"; }, [](RunRow& run) { run.flags = "-O0"; },
           [](RunRow& run) { run.beside = 1; }, [](RunRow& run) { run.host = "n1 n2"; }}) {
    ExpectSays(With([&](RunRow& run) {
                 slow(run);
                 otherwise(run);
               }),
               false, "times of 4 not compared");
  }
}

TEST(Compare, OtherSettingsAreNamedAndBytesToo) {
  const Comparison other = With([](RunRow& run) {
    run.settings.replace(run.settings.find("8.0"), 3, "4.0");
    run.sent_bytes = 2000000;
  });
  ExpectSays(other, false, "gamma 8.0, now 4.0");
  ExpectSays(other, false, "| sent MB | 4.000 | 8.000 | changed |");
}

TEST(Compare, TheNewestRowOfACellCounts) {
  std::vector<RunRow> twice = Runs();
  for (RunRow& run : twice) run.status = "failed";
  const std::vector<RunRow> good = Runs();
  twice.insert(twice.end(), good.begin(), good.end());
  EXPECT_FALSE(Compare(Runs(), twice, {}).worse);
}

}  // namespace
}  // namespace fdskl::compare
