// The data of one audit: all columns of some samples, scaled. No party ever holds them all.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_TABLE_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_TABLE_H_

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/prepare.h"

namespace fdskl::audit {

struct Table {
  base::DenseMatrix x;                     // samples by columns, each column within [0, 1]
  std::vector<float> y;                    // -1 or +1
  datasets::PartitionRule partition = {};  // by default, equal shares of neighbouring columns

  // What one of `workers` holds: its columns by the partition, and its share of the labels if it is active.
  datasets::Holding Deal(int worker, int workers, int active) const;
};

// Returns the table of a repeat.
using TableSource = std::function<Table(int repeat, std::int64_t samples)>;

// The means of all columns, which every adversary is granted; see estimate.h.
using ColumnMeans = Eigen::RowVectorXd;
ColumnMeans MeansOf(const base::DenseMatrix& x);

// The training part of a split of a prepared dataset, at most `samples` of it.
// REQUIRES: a classification dataset that is scaled to [0, 1]. Errors: Error when the dataset has too few samples.
Table LoadTable(const datasets::Prepared& prepared, const std::string& dataset, int split, std::int64_t samples);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_TABLE_H_
