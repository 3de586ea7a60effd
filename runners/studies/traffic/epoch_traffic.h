// The bytes that all workers send in one pass over the training samples, or in the whole training, in closed form: for
// datasets that are too large to try. Tests compare it with what the methods send.
//
// N is the number of training samples, q of workers, a of active ones; B is samples per batch, m features per block,
// and w bytes per angle: an eighth of its bits, since angles are packed (fdskl/masking/angle_words.h).
//
// fdskl        As many iterations as whole batches fit into the active workers' labels, in masking `ring` or `none`.
//              Every sample is new, so iteration t sends (q - 1) B (4 + w m t) + (a - 1) 8 B bytes, up to the bits that
//              fill the last byte of a message. Keys are sent once. With sweeps, so are 8 (a - 1) + 8 (q - 1) bytes by
//              which owners agree on how many blocks they save. In later passes a sample costs only the features that
//              it has not seen. Every iteration makes a block, even beyond the features of the settings.
//   training   With sweeps, the angle of every sample and feature is sent exactly once, at the latest when the last
//              block is made and the pass ends: (q - 1) N w for each feature. Each of the blocks also takes
//              (q - 1) 4 B + (a - 1) 8 B bytes when it is made, and (a - 1) 12 B in each revisit: the batch's numbers
//              to the other active workers, and partial f from them. Without sweeps the total depends on which samples
//              are drawn.
// fd-svrg      ceil(N / B) inner steps and one pass for the gradient: margins up and derivatives down, 8 bytes each.
// pp-svmv      The whole training: the lower triangle of the Gram matrix around the ring, and the labels. Left out is
//              the solver's progress, a few bytes for every thousand of its iterations.
// secureboost  One tree. Its traffic depends on the tree, so it is counted in a run, not computed.
#ifndef FDSKL_RUNNERS_STUDIES_TRAFFIC_EPOCH_TRAFFIC_H_
#define FDSKL_RUNNERS_STUDIES_TRAFFIC_EPOCH_TRAFFIC_H_

#include <cstdint>
#include <optional>
#include <span>

#include "results/run_row.h"
#include "results/traffic_row.h"
#include "runners/cell/cell.h"

namespace fdskl::traffic {

// REQUIRES: the method is one of the three with a closed form; Validate() has passed; a batch is from 1 to what a
//           leader holds; FDSKL's masking is `ring` or `none`.
std::int64_t EpochBytes(const cell::Cell& cell, std::int64_t train_rows);

// The whole training of FDSKL with sweeps, all angles saved.
// REQUIRES: as EpochBytes(); sweeps; the angles of a block at one sample take a whole number of bytes.
std::int64_t TrainingBytes(const cell::Cell& cell, std::int64_t train_rows);

// The same numbers as rows of the table.
results::TrafficRow EpochRow(const cell::Cell& cell, std::int64_t train_rows);
results::TrafficRow TrainingRow(const cell::Cell& cell, std::int64_t train_rows);

// One tree of SecureBoost, from the newest run with status ok on the dataset; nothing when there is none.
std::optional<results::TrafficRow> CountedTree(std::span<const results::RunRow> runs, std::string_view dataset);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_EPOCH_TRAFFIC_H_
