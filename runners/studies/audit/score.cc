#include "runners/studies/audit/score.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "base/error.h"
#include "base/index.h"
#include "base/seed.h"
#include "base/shuffle.h"

namespace fdskl::audit {
namespace {

double BitsRight(const Eigen::MatrixXd& guess, const Eigen::MatrixXd& truth) {
  return ((guess.array() > 0.5) == (truth.array() > 0.5)).cast<double>().mean();
}

double R2(const Eigen::MatrixXd& guess, const Eigen::MatrixXd& truth) {
  const Eigen::RowVectorXd mean = truth.colwise().mean();
  const double total = (truth.rowwise() - mean).squaredNorm();
  return total == 0 ? 0 : 1 - (guess - truth).squaredNorm() / total;
}

}  // namespace

Score ScoreGuess(const Eigen::MatrixXd& guess, const Eigen::MatrixXd& truth, std::uint64_t seed) {
  FDSKL_REQUIRE(guess.rows() == truth.rows() && guess.cols() == truth.cols() && truth.size() > 0);
  const Eigen::MatrixXd permuted = truth(base::ShuffledOrder(truth.rows(), seed), Eigen::all);
  const bool bits = ((truth.array() == 0) || (truth.array() == 1)).all();
  if (!bits) return {Measure::kR2, R2(guess, truth), 0, R2(guess, permuted)};
  const Eigen::ArrayXd ones = truth.colwise().mean().transpose().array();
  return {Measure::kBits, BitsRight(guess, truth), ones.max(1 - ones).mean(), BitsRight(guess, permuted)};
}

Summary Summarise(std::span<const Score> scores) {
  FDSKL_REQUIRE(!scores.empty());
  const auto count = static_cast<double>(scores.size());
  Summary summary;
  for (const Score& score : scores) {
    FDSKL_REQUIRE(score.measure == scores.front().measure);
    summary.recovered += score.recovered / count;
    summary.chance += score.chance / count;
    summary.permuted += score.permuted / count;
  }
  double squares = 0;
  for (const Score& score : scores) {
    squares += std::pow((score.recovered - score.chance) - (summary.recovered - summary.chance), 2);
  }
  double half_width = 0;
  if (scores.size() > 1) {
    const boost::math::students_t student(count - 1);
    half_width = boost::math::quantile(student, 0.975) * std::sqrt(squares / (count - 1) / count);
  }
  const double most = 1;  // the best value of either measure
  summary.low = summary.recovered - half_width;
  summary.high = std::min(summary.recovered + half_width, most);
  // If every column is constant, there is nothing to recover.
  summary.advantage = summary.chance == most ? 0 : (summary.recovered - summary.chance) / (most - summary.chance);
  return summary;
}

void Tally::Add(AttackKind attack, const Outcome& outcome, const base::DenseMatrix& truth, std::uint64_t seed) {
  std::vector<std::int32_t> samples = outcome.samples;
  if (samples.empty()) samples = base::FirstNumbers(truth.rows());
  Entry& entry = entries_[{attack, outcome.features}];
  entry.hidden_columns = std::ssize(outcome.columns);
  const Eigen::MatrixXd hidden = truth(samples, outcome.columns).cast<double>();
  entry.scores.push_back(ScoreGuess(outcome.guess, hidden, base::Seed("permuted", seed)));
}

std::vector<results::AuditRow> Tally::Rows() const {
  std::vector<results::AuditRow> rows;
  for (const auto& [key, entry] : entries_) {
    const Summary summary = Summarise(entry.scores);
    results::AuditRow row;
    row.attack = base::NameOf(key.first);
    row.features = key.second;
    row.hidden_columns = entry.hidden_columns;
    row.repeats = std::ssize(entry.scores);
    row.measure = base::NameOf(entry.scores.front().measure);
    row.recovered = summary.recovered;
    row.low = summary.low;
    row.high = summary.high;
    row.chance = summary.chance;
    row.advantage = summary.advantage;
    row.permuted = summary.permuted;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace fdskl::audit
