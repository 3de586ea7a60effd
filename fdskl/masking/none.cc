#include "fdskl/masking/none.h"

#include "fdskl/masking/turns.h"

namespace fdskl::masking {

AngleWords UnmaskedAngleSum::SumTile(int owner, const Tile& tile) {
  const float* const phase_turns = phases().turns.data();
  const Eigen::Index columns = tile.cols();
  if (channel().size() == 1) {  // nothing to add, so nothing to copy
    const float* const angles = tile.data();
    const Eigen::Index stride = tile.outerStride();
    const auto angle = [=](Eigen::Index i, Eigen::Index j) {
      return ReduceTurns(angles[i * stride + j] + phase_turns[j]);
    };
    return at_owner_.Give(tile.rows(), columns, angle);
  }
  const std::span<float> own = Own<float>(owner, tile.size());
  const base::Stopwatch watch;
  const Eigen::Map<const Eigen::RowVectorXf> phase_row(phase_turns, columns);
  Eigen::Map<base::DenseMatrix>(own.data(), tile.rows(), columns) = tile.rowwise() + phase_row;
  spent().mask += watch.Seconds();
  SumUp(owner, own);
  if (channel().rank() != owner) return {};
  const float* const angles = own.data();
  const auto angle = [=](Eigen::Index i, Eigen::Index j) { return ReduceTurns(angles[i * columns + j]); };
  return at_owner_.Give(tile.rows(), columns, angle);
}

}  // namespace fdskl::masking
