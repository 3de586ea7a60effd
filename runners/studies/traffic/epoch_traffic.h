// What one pass over the training samples sends, in bytes over all workers, in closed form: for datasets that are too
// large to try. Tests compare it with what the methods send.
//
// Here N are the training samples, q the workers, a of them active, B the samples per batch, m the features per block,
// w the bytes per angle.
//
// fdskl        The iterations of the whole batches that fit into the shares of labels, in masking `ring` or `none`.
//              Every sample is new, so iteration t sends (q - 1) B (4 + w m t) + (a - 1) 8 B bytes; the keys are sent
//              once. In later passes a sample costs only the features that it has not seen.
// fd-svrg      ceil(N / B) inner steps and one pass for the gradient: margins up and derivatives down, 8 bytes each.
// pp-svmv      All it sends: the lower triangle of the Gram matrix around the ring, and the labels; without what the
//              solver tells the others as it goes, a few bytes every thousand of its iterations.
// secureboost  One tree. Its traffic depends on the tree, so it is not computed but counted in a run.
#ifndef FDSKL_RUNNERS_STUDIES_TRAFFIC_EPOCH_TRAFFIC_H_
#define FDSKL_RUNNERS_STUDIES_TRAFFIC_EPOCH_TRAFFIC_H_

#include <cstdint>
#include <optional>
#include <span>

#include "results/run_row.h"
#include "results/traffic_row.h"
#include "runners/cell/cell.h"

namespace fdskl::traffic {

// REQUIRES: one of the three methods that have a closed form; Validate() has passed; a batch is from 1 to what a leader
// holds; FDSKL's masking is not `paper`.
std::int64_t EpochBytes(const cell::Cell& cell, std::int64_t train_rows);

// The same as a row.
results::TrafficRow EpochRow(const cell::Cell& cell, std::int64_t train_rows);

// One tree of SecureBoost, from the newest run with status ok on the dataset; nothing when there is none.
std::optional<results::TrafficRow> CountedTree(std::span<const results::RunRow> runs, std::string_view dataset);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_EPOCH_TRAFFIC_H_
