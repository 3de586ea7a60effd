#include "fdskl/memory_model.h"

#include <algorithm>
#include <cmath>

#include "fdskl/cost_model.h"
#include "fdskl/feature_bank.h"
#include "fdskl/sharing/masked_matrix.h"
#include "fdskl/sharing/roles.h"

namespace fdskl {
namespace {

// A worker's rows of w for all features, up to its budget. They are kept in whole chunks, and one more may be made on
// demand (feature_bank.h).
MemoryPart FeatureRowsMemory(const Settings& settings, const WorkerSize& size, double features) {
  constexpr double kChunk = FeatureBank::kChunk;
  const double chunk_bytes = std::max(1.0, size.columns * kChunk * sizeof(float));
  const double chunks = size.parties.active * std::ceil(features / size.parties.active / kChunk);
  const double kept =
      std::min(chunks, std::floor(static_cast<double>(settings.feature_memory_bytes) / chunk_bytes)) * chunk_bytes;
  return {"rows of w", std::min(kept, size.columns * features * sizeof(float)), kept + chunk_bytes};
}

// The numbers of a worker for each sample. At least: iterations seen and partial f. At most also: label, place in the
// split, places in batches, decision values.
MemoryPart SamplesMemory(const WorkerSize& size) { return {"numbers of samples", 8 * size.rows(), 96 * size.rows()}; }

double AllFeatures(const Settings& settings) {
  const std::int64_t blocks = (settings.features + settings.block - 1) / settings.block;
  return static_cast<double>(blocks * settings.block);
}

}  // namespace

std::vector<MemoryPart> BlockMemory(const Settings& settings, const WorkerSize& size) {
  const CostShape shape = ShapeOf(settings, size.parties.workers, size.parties.active, size.train_rows, size.test_rows,
                                  size.columns, size.columns, false);
  const double features = AllFeatures(settings);
  const double word = WordBytes(shape);
  const double m = shape.block;
  MemoryPart block{"angles of a block"};
  MemoryPart preconditioner{"preconditioner"};
  MemoryPart saved{kSavedAngles};
  // In masking shared the helper, a passive worker, has a share of every block.
  if (size.is_active() || settings.masking == Masking::kShared) block.most = 2 * shape.batch * m * sizeof(float);
  if (size.is_active()) {
    if (shape.preconditioned) preconditioner = {preconditioner.what, m * m * 4, 4 * m * m * 8};
    if (shape.sweeps > 0) {
      // Whole blocks, as many as fit into the requested memory or into a share of the free memory. A block that is not
      // saved is summed again in its revisits and takes as much then; it may be copied when it grows.
      const double owned = features / size.parties.active;
      const double all = size.rows() * owned * word;
      const auto asked = static_cast<double>(settings.angle_memory.bytes);
      const double kept = asked > 0 ? std::min(all, asked) : all;
      saved.least = std::max(0.0, std::min(all, asked) - size.rows() * m * word);
      saved.most = kept + owned * m * sizeof(double);
      block.most = std::max(block.most, 2 * std::min(size.rows() * m * word, all - kept));
    } else {
      block.least = shape.batch * m * word;
    }
  }
  return {FeatureRowsMemory(settings, size, features), SamplesMemory(size), block, preconditioner, saved};
}

std::vector<MemoryPart> ConjugateMemory(const Settings& settings, const WorkerSize& size) {
  const double features = AllFeatures(settings);
  const MemoryPart w = FeatureRowsMemory(settings, size, features);
  if (size.parties.workers == 1) {
    const double bytes = size.train_rows * features * sizeof(float);
    return {w, SamplesMemory(size), {"cosines", bytes, 2 * bytes}};
  }
  // What the helpers keep for each entry of the features, and what they and the owners prepare:
  // sharing/masked_matrix.h.
  const int k = sharing::Roles::K(size.parties.workers);
  const double shares = size.worker >= k ? features : 0;
  const double masks = size.worker == k ? features : 0;
  const double parts = size.worker >= k ? size.parties.active : size.is_active() ? 1 : 0;  // matrices, one per owner
  constexpr double kWord = sizeof(sharing::Word);
  constexpr double kAhead = 2 * sharing::MaskedMatrix::kAhead;  // products, of both ways
  const double vectors = parts * size.train_rows + parts / size.parties.active * features;
  return {w,
          SamplesMemory(size),
          {"shares of the features", kWord * size.rows() * shares, 1.5 * kWord * size.rows() * shares},
          {"masks of the features", 0, 1.5 * kWord * size.train_rows * masks},
          {"prepared products", 0, kWord * kAhead * vectors}};
}

}  // namespace fdskl
