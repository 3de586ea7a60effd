// A worker's own part of the angles: its columns of some samples times its rows of w.   [paper: Algorithm 3, line 2]
#ifndef FDSKL_FDSKL_PROJECTION_H_
#define FDSKL_FDSKL_PROJECTION_H_

#include <cstdint>
#include <span>

#include "base/matrix.h"

namespace fdskl {

// out(i, j) = sum_k x(rows[i], k) * w(k, j), in float32. `gathered` is scratch memory that is reused between calls.
// REQUIRES: x is in memory and has all of `rows`; w has a row for each column of x; out is rows.size() by w.cols(), and
//           its rows are contiguous.
void Project(const base::Matrix& x, std::span<const std::int32_t> rows, const Eigen::Ref<const base::DenseMatrix>& w,
             base::DenseMatrix& gathered, Eigen::Ref<base::DenseMatrix> out);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_PROJECTION_H_
