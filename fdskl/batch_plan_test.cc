#include "fdskl/batch_plan.h"

#include <gtest/gtest.h>

#include <set>

namespace fdskl {
namespace {

const std::vector<std::int32_t> kSamples = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29};

TEST(BatchPlan, ARoundTakesEachSampleOnce) {
  BatchPlan plan(kSamples, 2, 1);
  for (int round = 0; round < 20; ++round) {
    std::multiset<std::int32_t> seen;
    for (int i = 0; i < 5; ++i)
      for (const std::int32_t sample : plan.Next()) seen.insert(sample);
    EXPECT_EQ(std::vector<std::int32_t>(seen.begin(), seen.end()), kSamples);
  }
}

TEST(BatchPlan, WhatDoesNotFillABatchWaitsForTheNextRound) {
  BatchPlan plan(kSamples, 4, 1);
  for (int i = 0; i < 50; ++i) {
    const auto batch = plan.Next();
    EXPECT_EQ(std::set<std::int32_t>(batch.begin(), batch.end()).size(), 4U);
  }
}

TEST(BatchPlan, RepeatsWithItsSeedAndNotWithAnother) {
  BatchPlan a(kSamples, 3, 1);
  BatchPlan b(kSamples, 3, 1);
  BatchPlan c(kSamples, 3, 2);
  bool differs = false;
  for (int i = 0; i < 30; ++i) {
    const auto from_a = a.Next();
    const auto from_b = b.Next();
    const auto from_c = c.Next();
    EXPECT_TRUE(std::equal(from_a.begin(), from_a.end(), from_b.begin()));
    differs = differs || !std::equal(from_a.begin(), from_a.end(), from_c.begin());
  }
  EXPECT_TRUE(differs);
}

TEST(BatchPlan, RefusesMoreThanThereIs) {
  EXPECT_THROW(BatchPlan(kSamples, 11, 1), std::logic_error);
  EXPECT_THROW(BatchPlan(kSamples, 0, 1), std::logic_error);
}

}  // namespace
}  // namespace fdskl
