#include "fdskl/masking/shared_cosines.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "base/seed.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/net/tracing_channel.h"

namespace fdskl::masking {
namespace {

constexpr int kWorkers = 5;
constexpr int kOwners = 2;
constexpr Eigen::Index kRows = 30;
constexpr Eigen::Index kColumns = 20;

double Number(const char* what, Eigen::Index i, Eigen::Index j = 0) {
  return static_cast<double>(base::Seed(what, i, j) >> 11U) * 0x1p-53 - 0.5;
}

base::DenseMatrix Share(const char* whose) {
  return base::DenseMatrix::NullaryExpr(
      kRows, kColumns, [&](Eigen::Index i, Eigen::Index j) { return static_cast<float>(Number(whose, i, j)); });
}

std::vector<double> Weights(Eigen::Index count) {
  std::vector<double> weights;
  for (Eigen::Index i = 0; i < count; ++i) weights.push_back(3 * Number("weight", i));
  return weights;
}

// Sums along rows and columns for owner 1, each added twice, and the messages that crossed.
struct Crossed {
  std::vector<double> rows, columns;
  std::vector<net::Message> messages;
};

Crossed SumTwice() {
  Crossed run;
  std::vector<std::vector<net::Message>> sent(kWorkers);
  net::RunWorkers(kWorkers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    SharedCosines cosines(channel, Secrets::FromSystem(), kOwners);
    const bool owner = channel.rank() == 1;
    const base::DenseMatrix share = Share(owner ? "owner" : "helper");
    std::vector<SharedCosines::Word> rows(kRows);
    std::vector<SharedCosines::Word> columns(kColumns);
    for (int i = 0; i < 2; ++i) {
      cosines.Add(1, SharedCosines::Along::kRows, share, owner ? Weights(kColumns) : std::vector<double>(), rows);
      cosines.Add(1, SharedCosines::Along::kColumns, share, owner ? Weights(kRows) : std::vector<double>(), columns);
    }
    const std::vector<double> of_rows = cosines.Reveal(1, rows);
    const std::vector<double> of_columns = cosines.Reveal(1, columns);
    EXPECT_EQ(of_rows.empty(), !owner);
    if (owner) run.rows = of_rows;
    if (owner) run.columns = of_columns;
    sent[static_cast<std::size_t>(channel.rank())] = channel.sent();
  });
  for (const auto& messages : sent) run.messages.insert(run.messages.end(), messages.begin(), messages.end());
  return run;
}

TEST(SharedCosines, SumsAreThoseOfTheAngles) {
  const Crossed run = SumTwice();
  const Eigen::MatrixXd cosines =
      ((Share("owner") + Share("helper")).cast<double>().array() * 2 * std::numbers::pi).cos();
  ASSERT_EQ(run.rows.size(), static_cast<std::size_t>(kRows));
  ASSERT_EQ(run.columns.size(), static_cast<std::size_t>(kColumns));
  const std::vector<double> of_features = Weights(kColumns);
  const std::vector<double> of_samples = Weights(kRows);
  const Eigen::VectorXd rows = 2 * cosines * Eigen::Map<const Eigen::VectorXd>(of_features.data(), kColumns);
  const Eigen::VectorXd columns = 2 * cosines.transpose() * Eigen::Map<const Eigen::VectorXd>(of_samples.data(), kRows);
  for (Eigen::Index i = 0; i < kRows; ++i) EXPECT_NEAR(run.rows[static_cast<std::size_t>(i)], rows[i], 1e-5);
  for (Eigen::Index j = 0; j < kColumns; ++j) EXPECT_NEAR(run.columns[static_cast<std::size_t>(j)], columns[j], 1e-5);
}

// Equal angles and weights are summed twice. Messages are uniform and fresh, and go only where the header says.
TEST(SharedCosines, WhatCrossesIsUniform) {
  double ones = 0;
  double words = 0;
  std::vector<SharedCosines::Word> all;
  for (const net::Message& message : SumTwice().messages) {
    EXPECT_NE(message.to, 2);  // worker 2 takes no part
    if (message.bytes.size() == KeyPair::kBytes) continue;
    EXPECT_NE(message.to, SharedCosines::Dealer(kWorkers)) << "the dealer receives keys alone";
    for (const SharedCosines::Word word : message.As<SharedCosines::Word>()) {
      ones += std::popcount(word);
      ++words;
      all.push_back(word);
    }
  }
  EXPECT_GT(words, 8 * kRows * kColumns);
  EXPECT_NEAR(ones / (64 * words), 0.5, 3 / std::sqrt(64 * words));  // six standard deviations
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(SharedCosines, RefusesWeightsBeyondItsRange) {
  EXPECT_THROW(net::RunWorkers(3,
                               [](net::Channel& channel) {
                                 SharedCosines cosines(channel, Secrets::FromSystem(), 1);
                                 std::vector<SharedCosines::Word> sums(1);
                                 cosines.Add(0, SharedCosines::Along::kRows, base::DenseMatrix::Zero(1, 1),
                                             std::vector{1e6}, sums);
                               }),
               base::Error);
}

}  // namespace
}  // namespace fdskl::masking
