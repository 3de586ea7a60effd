// The angles of a block of features for some samples at one worker: whole angles at the owner, or shares in masking
// `shared`; and the blocks that an owner has saved.                     [paper: "locally saved", Algorithm 2, line 4]
//
// Memory: rows x columns words in the masking's form, row by row. A block gets its memory when it is first written.
#ifndef FDSKL_FDSKL_ANGLE_BLOCK_H_
#define FDSKL_FDSKL_ANGLE_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "fdskl/masking/angle_words.h"

namespace fdskl {

class AngleBlock {
 public:
  // Sets the shape, and keeps the memory. The content is unspecified afterwards.
  void Shape(masking::AngleForm form, std::int64_t rows, std::int64_t columns);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_.size()); }

  // Writes `angles` to row `row`, from `column` on. Several threads may write different rows at once.
  void Write(std::int64_t row, std::int64_t column, const masking::AngleWords& angles);
  masking::AngleWords Row(std::int64_t row, std::int64_t column, std::int64_t count) const;

 private:
  masking::AngleForm form_ = masking::AngleForm::kTurns;
  std::int64_t rows_ = 0, columns_ = 0;
  std::vector<std::byte> bytes_;
};

// A view of some rows of a block as features: phi(i, j) = sqrt(2) cos(angle of rows[i] and feature j). The block and
// `rows` must outlive it.
class FeatureRows {
 public:
  FeatureRows(const AngleBlock& block, std::span<const std::int32_t> rows) : block_(&block), places_(rows) {}

  Eigen::Index rows() const { return static_cast<Eigen::Index>(places_.size()); }
  Eigen::Index columns() const { return static_cast<Eigen::Index>(block_->columns()); }
  const AngleBlock& block() const { return *block_; }
  std::int32_t place(std::int64_t row) const { return places_[static_cast<std::size_t>(row)]; }

  // Fills `cosines` with phi / sqrt(2), from this row and column on.
  void Fill(Eigen::Index row, Eigen::Index column, Eigen::Ref<base::DenseMatrix> cosines) const;

 private:
  const AngleBlock* block_;
  std::span<const std::int32_t> places_;
};

// The saved blocks of an owner's features, for all samples of a set, up to a number of blocks.
class SavedAngles {
 public:
  SavedAngles() = default;
  SavedAngles(masking::AngleForm form, std::int64_t samples, std::int64_t block, std::int64_t blocks)
      : form_(form), samples_(samples), block_(block), limit_(blocks) {}

  // Saves the angles of samples `rows` and the owner's features from `first` on, row by row, except those of blocks
  // beyond the limit.
  // REQUIRES: Reserve() has made room for them.
  void Write(std::span<const std::int32_t> rows, std::int64_t first, std::int64_t columns,
             const masking::AngleWords& angles);
  // Makes room for the features before `end`, within the limit. Not thread-safe.
  void Reserve(std::int64_t end);

  // REQUIRES: Reserve() has made room for it.
  AngleBlock& at(std::int64_t block) { return blocks_.at(static_cast<std::size_t>(block)); }
  std::int64_t limit() const { return limit_; }
  std::int64_t bytes() const;

 private:
  masking::AngleForm form_ = masking::AngleForm::kTurns;
  std::int64_t samples_ = 0, block_ = 1, limit_ = 0;
  std::vector<AngleBlock> blocks_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_ANGLE_BLOCK_H_
