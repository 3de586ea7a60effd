// Inner products between samples over one worker's columns: a tile of its local Gram matrix, or of a local kernel row.
#ifndef FDSKL_BASELINES_SVM_GRAM_TILE_H_
#define FDSKL_BASELINES_SVM_GRAM_TILE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/matrix.h"

namespace fdskl::svm {

// a(rows_a[i]) . b(rows_b[j]) at place i * rows_b.size() + j, in double.
// REQUIRES: both have the same columns and are stored alike.
std::vector<double> GramTile(const base::Matrix& a, std::span<const std::int32_t> rows_a, const base::Matrix& b,
                             std::span<const std::int32_t> rows_b);

// |x(rows[i])|^2.
std::vector<double> SquaredNorms(const base::Matrix& x, std::span<const std::int32_t> rows);

}  // namespace fdskl::svm

#endif  // FDSKL_BASELINES_SVM_GRAM_TILE_H_
