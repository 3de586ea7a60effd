#include "runners/reporting/compare/compare.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <vector>

#include "runners/reporting/compare/compare_page.h"
#include "runners/reporting/report/testing.h"
#include "runners/reporting/stored/testing.h"

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
    run.rows = 40000;
    run.train_rows = 30000;
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
  const std::string said = Markdown(comparison);
  EXPECT_EQ(comparison.worse > 0, worse) << said;
  EXPECT_NE(said.find(text), std::string::npos) << said;
}

TEST(Compare, WhatIsAlikeIsNotSaid) {
  const Comparison same = With([](RunRow&) {});
  EXPECT_EQ(same.worse, 0U);
  EXPECT_EQ(Markdown(same), "4 cells in both; 0 only in A, 0 only in B; worse: 0, better: 0\n");
  ASSERT_EQ(same.variants.size(), 1U);
  EXPECT_EQ(same.variants[0].judgement, Judgement::kSame);
  EXPECT_EQ(same.variants[0].splits, 4U);
  EXPECT_EQ(Markdown(With([](RunRow& run) { *run.train_seconds *= 1.1; })), Markdown(same)) << "within the factor";
}

TEST(Compare, ArmsOfOneMethodAreToldApart) {
  const auto in_b = [](const char* method, const char* settings) {
    return Markdown(With([&](RunRow& run) {
      run.method = method;
      run.settings = settings;
    }));
  };
  const std::string text = in_b("fdskl", R"({"masking": "private", "update": "conjugate", "loss": "square"})");
  EXPECT_NE(text.find("| fdskl-private | 40000 "), std::string::npos) << text;
  EXPECT_NE(text.find("| fdskl | 40000 "), std::string::npos) << text;
  EXPECT_NE(in_b("not-known-here", "{}").find("| not-known-here | 40000 "), std::string::npos);
}

TEST(Compare, ErrorsByPairsOfSplits) {
  ExpectSays(With([](RunRow& run) { *run.test_error += 1 + 0.01 * static_cast<double>(run.split); }), true,
             "**worse**: +1.0");
  ExpectSays(With([](RunRow& run) { *run.test_error -= 1 + 0.01 * static_cast<double>(run.split); }), false,
             "better: -1.0");
  ExpectSays(With([](RunRow& run) { *run.test_error += 0.02; }), false, "changed: +0.02");
  ExpectSays(With([](RunRow& run) { *run.test_error += run.split % 2 == 0 ? 3 : -2; }), false, "changed: +0.50");
}

// With three variants, a p of 0.03 in one of them is not significant.
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
  EXPECT_GT(Compare(only_a9a(three(0)), only_a9a(three(1)), {}).worse, 0U);
  EXPECT_EQ(Compare(three(0), three(1), {}).worse, 0U);
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
  EXPECT_EQ(With(slow, {.slower = 3}).worse, 0U);
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
  EXPECT_EQ(Compare(Runs(), twice, {}).worse, 0U);
}

// Two maskings of one method on one dataset, and an arm of that method: each line says which one it is about.
TEST(Compare, VariantsAndArmsAreTold) {
  const auto runs = [](double rise) {
    std::vector<RunRow> all;
    for (const char* settings :
         {R"("masking": "none")", R"("masking": "ring")", R"("masking": "paper", "update": "plain", "sweeps": 0)"}) {
      for (RunRow run : Runs()) {
        run.settings = fmt::format("{{\"split\": {}, {}}}", run.split, settings);
        *run.test_error += rise;
        all.push_back(run);
      }
    }
    return all;
  };
  const Comparison comparison = Compare(runs(0), runs(1), {});
  ExpectSays(comparison, true, "| a9a (full) | fdskl (masking none) | 40000 | 8 | test error |");
  ExpectSays(comparison, true, "| a9a (full) | fdskl-as-printed | 40000 | 8 | test error |");
  EXPECT_EQ(comparison.variants.size(), 3U);
}

TEST(Compare, TheGravestComesFirst) {
  std::vector<RunRow> a = Runs();
  std::vector<RunRow> b = Runs();
  for (RunRow& run : b) run.sent_bytes = 2000000;  // changed
  for (RunRow run : Runs()) {
    run.dataset = "w8a";
    a.push_back(run);
    run.test_error = 99 + 0.01 * static_cast<double>(run.split);
    b.push_back(run);
  }
  const Comparison comparison = Compare(a, b, {});
  ASSERT_EQ(comparison.changes.size(), 2U);
  EXPECT_EQ(comparison.changes[0].judgement, Judgement::kWorse);
  EXPECT_EQ(comparison.changes[0].place.dataset, "w8a");
  EXPECT_EQ(comparison.changes[1].judgement, Judgement::kChanged);
}

// Two folders whose names, datasets and reasons contain HTML.
class ComparePages : public ::testing::Test {
 protected:
  static constexpr const char* kNasty = "<script>window.hacked=1</script>";

  static std::string Page() {
    stored::testing::MadeUp before;
    stored::testing::MadeUp after;
    for (stored::testing::MadeUp* made : {&before, &after}) {
      const double rise = made == &after ? 2 : 0;
      for (int split = 0; split < 3; ++split) {
        made->Run(results::Experiment::kErrors, "a9a", "fdskl", split, 15 + rise + 0.1 * split, 2);
        made->Run(results::Experiment::kErrors, kNasty, "dsg", split, 15 - rise + 0.1 * split, 30);
        made->Run(results::Experiment::kErrors, "w8a", "libsvm", split, 1200, 1000);
      }
      made->Run(results::Experiment::kErrors, "w8a", "pp-svmv", 0, 10, 1);
      if (made == &after) made->Fails("failed", R"(</td><img src=x onerror="window.hacked=1">)");
    }
    const auto a = before.Make();
    const auto b = after.Make();
    return ComparePage({"before & after", *a}, {kNasty, *b}, Compare(a->runs(), b->runs(), {}), {});
  }
};

TEST_F(ComparePages, ChangesComeFirstAndEveryTextIsEscaped) {
  const std::string page = Page();
  const std::size_t changes = page.find(">Changes</h2>");
  const std::size_t variants = page.find(">All variants</h2>");
  ASSERT_NE(changes, std::string::npos);
  EXPECT_LT(changes, variants);
  EXPECT_NE(page.find("B is worse than A in places"), std::string::npos);
  EXPECT_LT(page.find("<span class=\"verdict worse\">worse</span>"),
            page.find("<span class=\"verdict better\">better"));
  EXPECT_NE(page.find("<span class=\"verdict same\">same</span>", variants), std::string::npos);
  EXPECT_EQ(page.find(kNasty), std::string::npos);
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_NE(page.find("before &amp; after"), std::string::npos);
  EXPECT_NE(page.find("+2.00, p "), std::string::npos);
  EXPECT_NE(page.find("verdicts on the paper's claims differ"), std::string::npos);
}

TEST_F(ComparePages, WorkInARealBrowser) {
  report::testing::ExpectWorksInABrowser(Page(), {"variants-table", "error A %", "result", "better"});
}

}  // namespace
}  // namespace fdskl::compare
