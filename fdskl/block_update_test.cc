#include "fdskl/block_update.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "base/error.h"

namespace fdskl {
namespace {

TEST(GramMatrix, EqualsTheProductInDoublesForOddShapes) {
  for (const auto& [rows, columns] : {std::pair{1300, 300}, {700, 1}, {3, 513}}) {
    const base::DenseMatrix phi = base::DenseMatrix::Random(rows, columns);
    const Eigen::MatrixXd exact = phi.cast<double>().transpose() * phi.cast<double>();
    const Eigen::MatrixXd gram = GramMatrix(phi, 2);
    for (Eigen::Index i = 0; i < columns; ++i)
      for (Eigen::Index j = 0; j <= i; ++j) ASSERT_NEAR(gram(i, j), exact(i, j), 1e-3) << rows << ' ' << i << ' ' << j;
  }
}

TEST(GramMatrix, ThreadsDoNotMatter) {
  const base::DenseMatrix phi = base::DenseMatrix::Random(1000, 600);
  const Eigen::MatrixXd one = GramMatrix(phi, 1).triangularView<Eigen::Lower>();
  const Eigen::MatrixXd four = GramMatrix(phi, 4).triangularView<Eigen::Lower>();
  EXPECT_EQ(one, four);
}

TEST(BlockUpdate, PreconditionedSolvesItsSystem) {
  const base::DenseMatrix phi = base::DenseMatrix::Random(400, 30);
  const Eigen::VectorXf g = Eigen::VectorXf::Random(400);
  Settings settings;
  settings.update = Update::kPreconditioned;
  settings.gamma = 0.7;
  settings.rho = 0.01;
  const Eigen::VectorXd alpha = BlockUpdate(settings, phi, g, 2);
  const Eigen::MatrixXd exact = phi.cast<double>();
  const Eigen::MatrixXd system = exact.transpose() * exact / 400 + 0.01 * Eigen::MatrixXd::Identity(30, 30);
  const Eigen::VectorXd gradient = exact.transpose() * g.cast<double>() / 400;
  EXPECT_LT((system * alpha + 0.7 * gradient).norm(), 1e-5);
}

TEST(BlockUpdate, SaysWhatToDoWhenItCannotSolve) {
  Settings settings;
  settings.rho = -1;
  try {
    BlockUpdate(settings, base::DenseMatrix::Zero(4, 2), Eigen::VectorXf::Ones(4), 1);
    FAIL() << "no error";
  } catch (const base::Error& error) {
    EXPECT_NE(std::string(error.what()).find("raise --rho"), std::string::npos);
  }
}

}  // namespace
}  // namespace fdskl
