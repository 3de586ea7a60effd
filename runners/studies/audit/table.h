// The data of one audit: all columns of some samples, scaled, as no party ever holds them together.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_TABLE_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_TABLE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "datasets/prepare.h"

namespace fdskl::audit {

struct Table {
  base::DenseMatrix x;   // samples by columns, each column within [0, 1]
  std::vector<float> y;  // -1 or +1
};

// The training part of a split of a prepared dataset, capped to `samples` of them.
// REQUIRES: a classification. Errors: Error when the dataset has fewer samples.
Table LoadTable(const datasets::Prepared& prepared, const std::string& dataset, int split, std::int64_t samples);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_TABLE_H_
