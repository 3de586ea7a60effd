// What an Expansion does in `shared` masking alone.
#include <algorithm>
#include <numbers>

#include "base/index.h"
#include "fdskl/expansion.h"
#include "fdskl/net/sums.h"

namespace fdskl {

std::vector<double> Expansion::SumsOverSamples(const base::DenseMatrix& block, std::span<const double> weights) {
  const int leader = order_.Leader(iterations_);
  if (!shared_->TakesPart(leader)) return {};
  std::vector<masking::SharedCosines::Word> sums(base::Index(order_.block));
  for (Eigen::Index row = 0; row < block.rows(); row += kTileRows) {
    const Eigen::Index count = std::min<Eigen::Index>(kTileRows, block.rows() - row);
    const std::span<const double> part =
        weights.empty() ? weights : weights.subspan(base::Index(row), base::Index(count));
    shared_->Add(leader, masking::SharedCosines::Along::kColumns, block.middleRows(row, count), part, sums);
  }
  std::vector<double> numbers = shared_->Reveal(leader, sums);
  for (double& number : numbers) number *= std::numbers::sqrt2;
  return numbers;
}

void Expansion::AddNewBlock(std::span<const std::int32_t> rows, const base::DenseMatrix& block, Partials& partials) {
  const int leader = order_.Leader(iterations_ - 1);
  const std::int64_t first = order_.Owned(leader, iterations_) - order_.block;
  for (std::size_t row = 0; row < rows.size() && shared_->TakesPart(leader); row += kTileRows) {
    const std::size_t count = std::min(kTileRows, rows.size() - row);
    AddShares(leader, first, block.middleRows(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(count)),
              rows.subspan(row, count), partials);
  }
  for (const std::int32_t row : rows) partials.seen[base::Index(row)] = iterations_;
}

void Expansion::AddShares(int owner, std::int64_t first_feature, const Eigen::Ref<const base::DenseMatrix>& angles,
                          std::span<const std::int32_t> rows, Partials& partials) {
  std::vector<double> weights;
  if (channel_.rank() == owner) {
    for (Eigen::Index j = 0; j < angles.cols(); ++j)
      weights.push_back(std::numbers::sqrt2 * alpha_[base::Index(first_feature + j)]);
  }
  std::vector<masking::SharedCosines::Word> sums(rows.size());
  shared_->Add(owner, masking::SharedCosines::Along::kRows, angles, weights, sums);
  for (std::size_t i = 0; i < rows.size(); ++i) partials.shares[base::Index(rows[i])] += sums[i];
}

std::vector<double> Expansion::SumShares(std::span<const std::int32_t> rows, const Partials& partials, int root) {
  if (channel_.rank() >= order_.active && !shared_->IsHelper()) return {};
  std::vector<masking::SharedCosines::Word> shares;
  for (const std::int32_t row : rows) shares.push_back(partials.shares[base::Index(row)]);
  net::TreeSum(channel_, net::BroadcastTree(order_.active, root), std::span(shares));
  std::vector<double> f = shared_->Reveal(root, shares);  // the helper's are of all owners together
  for (double& value : f) value *= scale_;
  return f;
}

}  // namespace fdskl
