// Attack 6: PP-SVMV's merged kernel.
//
// The worker that trains holds the Gram matrix of all columns; less its own part, every inner product of two samples
// over the others' columns. Knowing some samples' columns (its own customers, say), it solves for the others': each
// known row is one linear equation. Control: the holder's neighbour on the ring, which sees the same matrix under
// masks.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_MERGED_KERNEL_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_MERGED_KERNEL_H_

#include <cstdint>
#include <vector>

#include "runners/studies/audit/attack.h"
#include "runners/studies/audit/table.h"

namespace fdskl::audit {

// What two workers have after a run of PP-SVMV with a linear kernel, samples by samples: the holder the merged matrix,
// its neighbour what came to it as one.
struct SeenKernels {
  Eigen::MatrixXd holder, neighbour;
};

// REQUIRES: 2 <= workers; at most 256 samples, which cross as one tile.
SeenKernels RecordPpSvmv(const Table& table, int workers, std::uint64_t seed);

// A guess of the samples that `known_rows` does not have, from its first so many rows, for each number of `counts`.
// `products` are the inner products over `columns`, as the adversary believes. How far they are to be believed it sees
// from those between known rows. Bayesian with the columns' means and variances as prior, so that no row known is the
// mean. REQUIRES: `known_rows` has rows for the first samples, by `columns`, and as many as the counts.
std::vector<Outcome> MergedKernel(const Eigen::MatrixXd& products, const Eigen::MatrixXd& known_rows,
                                  const std::vector<std::int32_t>& columns, const ColumnMeans& means,
                                  FeatureCounts counts);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_MERGED_KERNEL_H_
