#include "fdskl/block_update.h"

#include <gtest/gtest.h>

#include <map>
#include <numbers>

#include "base/error.h"
#include "base/index.h"

namespace fdskl {
namespace {

// Crews that the tests share, by number of threads.
base::Crew& Crew(int threads) {
  static std::map<int, base::Crew> crews;
  return crews.try_emplace(threads, threads).first->second;
}

// Random angles, and their features.
struct Example {
  Example(Eigen::Index rows, Eigen::Index columns) : phi(rows, columns) {
    const base::DenseMatrix turns = base::DenseMatrix::Random(rows, columns) / 2;
    block.Shape(masking::AngleForm::kTurns, rows, columns);
    for (Eigen::Index i = 0; i < rows; ++i)
      block.Write(i, 0, {masking::AngleForm::kTurns, std::as_bytes(std::span(&turns(i, 0), base::Index(columns)))});
    phi = std::numbers::sqrt2 * (2 * std::numbers::pi * turns.cast<double>()).array().cos();
    for (Eigen::Index i = 0; i < rows; ++i) places.push_back(static_cast<std::int32_t>(i));
  }
  FeatureRows features() const { return {block, places}; }

  AngleBlock block;
  std::vector<std::int32_t> places;
  Eigen::MatrixXd phi;
};

TEST(GramMatrix, EqualsTheProductInDoublesForOddShapes) {
  for (const auto& [rows, columns] : {std::pair{1300, 300}, {700, 1}, {3, 513}}) {
    const Example example(rows, columns);
    const Eigen::MatrixXd exact = example.phi.transpose() * example.phi;
    const Eigen::MatrixXd gram = GramMatrix(example.features(), Crew(2));
    for (Eigen::Index i = 0; i < columns; ++i)
      for (Eigen::Index j = 0; j <= i; ++j) ASSERT_NEAR(gram(i, j), exact(i, j), 1e-3) << rows << ' ' << i << ' ' << j;
  }
}

TEST(GramMatrix, ThreadsDoNotMatter) {
  const Example example(1000, 600);
  const Eigen::MatrixXd one = GramMatrix(example.features(), Crew(1)).triangularView<Eigen::Lower>();
  const Eigen::MatrixXd four = GramMatrix(example.features(), Crew(4)).triangularView<Eigen::Lower>();
  EXPECT_EQ(one, four);
}

TEST(Products, EqualThoseInDoublesOnAnyNumberOfThreads) {
  const Example example(1300, 70);
  const std::vector<std::int32_t> some = {1299, 3, 3, 700};  // in any order
  const Eigen::VectorXf g = Eigen::VectorXf::Random(1300);
  const Eigen::VectorXf alpha = Eigen::VectorXf::Random(70);
  const Eigen::VectorXd gradient = Gradient(example.features(), g, Crew(1));
  EXPECT_LT((gradient - example.phi.transpose() * g.cast<double>() / 1300).norm(), 1e-5);
  EXPECT_EQ(gradient, Gradient(example.features(), g, Crew(3)));
  const Eigen::VectorXd values = Values(FeatureRows(example.block, some), alpha, Crew(2));
  for (std::size_t i = 0; i < some.size(); ++i)
    EXPECT_NEAR(values[static_cast<Eigen::Index>(i)], example.phi.row(some[i]).dot(alpha.cast<double>()), 1e-5);
}

TEST(BlockStep, PreconditionedSolvesItsSystem) {
  const Example example(400, 30);
  Settings settings;
  settings.update = Update::kPreconditioned;
  settings.rho = 0.01;
  const Eigen::VectorXd gradient = Eigen::VectorXd::Random(30);
  const Eigen::VectorXd alpha = BlockStep(settings, example.features(), Crew(2)).Change(0.7, gradient);
  const Eigen::MatrixXd system = example.phi.transpose() * example.phi / 400 + 0.01 * Eigen::MatrixXd::Identity(30, 30);
  EXPECT_LT((system * alpha + 0.7 * gradient).norm(), 1e-5);
}

TEST(BlockStep, PlainDividesByTheBlock) {
  const Example example(40, 5);
  Settings settings;
  settings.update = Update::kPlain;
  const Eigen::VectorXd gradient = Eigen::VectorXd::Random(5);
  EXPECT_LT((BlockStep(settings, example.features(), Crew(1)).Change(0.5, gradient) + 0.1 * gradient).norm(), 1e-15);
}

TEST(BlockStep, SaysWhatToDoWhenItCannotSolve) {
  Settings settings;
  try {
    settings.rho = -10;
    const Example example(4, 2);
    const BlockStep step(settings, example.features(), Crew(1));
    FAIL() << "no error";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("raise --rho"), std::string::npos);
  }
}

}  // namespace
}  // namespace fdskl
