#include "fdskl/cost_model.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "fdskl/masking/angle_words.h"
#include "fdskl/sharing/masked_matrix.h"
#include "fdskl/sharing/roles.h"

namespace fdskl {
namespace {

constexpr double kGramPanel = 256;  // columns of a Gram matrix for which cosines are made at a time (block_update.cc)

// The cost of masking `private`. First for each sample and feature, once, if K keeps its mask (sharing/masked_matrix.h;
// if not, it makes a word again in each product, which is not counted):
constexpr double kWordBytes = sizeof(sharing::Word);
// A cosine and a sine at each of the owner, H and K (sharing/shared_features.h).
constexpr double kRoles = 3, kShareCosines = kRoles * 2;
// Words from streams: H's shares of the owner's cosine and sine, drawn by the owner and by H; a mask at H, one at K.
constexpr double kShareMaskBytes = (2 * 2 + 1 + 1) * kWordBytes;
// K's shares of the cosine and the sine, from the owner; the masked entry, which H and K open to each other.
constexpr double kShareWireBytes = (2 + 2) * kWordBytes;
// Words that a product reads: one at H and one at K. What is prepared for several products at a time, from the masked
// entry at K and both masks at the owner, reads and draws fewer: a share of the products.
constexpr double kPrepared = 1.0 / sharing::MaskedMatrix::kAhead;
constexpr double kHelperWords = 1 + kPrepared, kProductWords = 1 + kHelperWords;
constexpr double kProductMaskBytes = 2 * kPrepared * kWordBytes;

// Then for an entry of a vector, on the wire. To deal it, an owner sends K a word; to open it, H and K send each other
// one (sharing/roles.h). A shift deals two words and opens one; a square shifts and opens one (shared_vector.h).
constexpr double kDealBytes = kWordBytes, kOpenBytes = 2 * kWordBytes;
constexpr double kShiftBytes = 2 * kDealBytes + kOpenBytes, kSquareBytes = kShiftBytes + kOpenBytes;
// An iteration (sharing/conjugate_gradients.cc). For each sample: Phi p is shifted twice and squared. For each sample
// and owner: the owner deals its part of Phi p, and the argument of Phi^T u is opened.
constexpr double kSampleBytes = 2 * kShiftBytes + kSquareBytes, kSampleOwnerBytes = kDealBytes + kOpenBytes;
// For each feature: the argument of Phi p is opened and Phi^T u dealt, 24 bytes; q, r and p are squared, 144; and there
// are seven shifts or eight, for a vector that is small enough already is not shifted. (Without a ridge two less.)
constexpr double kFeatureBytes = 400;

// Bytes of an angle in a message.
double WireBytes(const CostShape& shape) {
  if (shape.masking == Masking::kShared) {
    base::Fail("masking {} has no closed form of its cost; masking may be private, paper, ring or none",
               base::NameOf(shape.masking));
  }
  if (masking::OnRing(shape.masking)) return shape.ring_bits / 8;
  if (shape.masking == Masking::kPaper) return sizeof(double);
  return sizeof(float);
}

double Blocks(const CostShape& shape) { return std::ceil(shape.features / shape.block); }

// Adds the cost of summing this many angles to their owners.
void AddAngles(const CostShape& shape, double angles, CostWork& work) {
  work.angles += angles;
  (shape.sparse ? work.sparse_entries : work.product_entries) += angles * shape.entries;
  work.worker_angles += angles * shape.workers;
  if (shape.workers > 1) {
    work.wire_bytes += angles * (shape.workers - 1) * WireBytes(shape);
    if (masking::OnRing(shape.masking)) work.mask_bytes += angles * shape.workers * 2 * WordBytes(shape);
  }
}

// Adds the cost of making shares of all features at this many samples, of masking them, and of this many products.
// Besides the masks of angles there are pads of their size, which H and K both draw (masking/shared.h).
void AddShares(const CostShape& shape, double samples, double products, CostWork& work) {
  const double entries = samples * Blocks(shape) * shape.block;
  AddAngles(shape, entries, work);
  work.mask_bytes += entries * (kShareMaskBytes + 2 * WordBytes(shape) + kProductMaskBytes * products);
  work.wire_bytes += entries * kShareWireBytes;
  work.cosines += entries * kShareCosines;
  work.share_words += entries * kProductWords * products;
}

CostWork PrivateWork(const CostShape& shape) {
  const double features = Blocks(shape) * shape.block;
  CostWork work;
  AddShares(shape, shape.train_rows, 2 * shape.sweeps + 1, work);  // Phi^T y before the first iteration
  work.feature_entries = shape.columns * features;
  work.wire_bytes +=
      shape.sweeps * ((kSampleBytes + kSampleOwnerBytes * shape.active) * shape.train_rows + kFeatureBytes * features);
  return work;
}

}  // namespace

CostShape ShapeOf(const Settings& settings, double workers, double active, double train_rows, double test_rows,
                  double columns, double entries, bool sparse) {
  CostShape shape{.train_rows = train_rows, .test_rows = test_rows, .columns = columns, .entries = entries};
  shape.sparse = sparse;
  shape.workers = workers;
  shape.active = active;
  shape.features = static_cast<double>(settings.features);
  shape.block = static_cast<double>(settings.block);
  shape.batch = std::min(static_cast<double>(settings.batch), std::floor(train_rows / active));
  shape.gram_rows =
      settings.gram_rows == 0 ? shape.batch : std::min(shape.batch, static_cast<double>(settings.gram_rows));
  shape.sweeps = static_cast<double>(settings.sweeps);
  shape.ring_bits = settings.ring_bits;
  shape.masking = settings.masking;
  shape.preconditioned = settings.update == Update::kPreconditioned;
  shape.cache_partials = settings.cache_partials;
  return shape;
}

double WordBytes(const CostShape& shape) {
  const bool rounded = masking::OnRing(shape.masking) || shape.sweeps > 0;
  return rounded ? static_cast<double>(masking::BytesOf(masking::FormOfBits(static_cast<int>(shape.ring_bits))))
                 : sizeof(float);
}

CostWork TrainingWork(const CostShape& shape) {
  FDSKL_REQUIRE(shape.block >= 1 && shape.batch >= 1 && shape.train_rows >= shape.batch);
  if (shape.masking == Masking::kPrivate) return PrivateWork(shape);
  const double blocks = Blocks(shape);
  const double m = shape.block;
  const double batch = shape.batch;
  const double pass = shape.train_rows / batch;  // iterations
  double angles = batch * m * blocks * (blocks + 1) / 2;
  if (shape.cache_partials && blocks > pass) {
    const double whole_passes = std::floor((blocks - pass) / pass);
    const double rest = blocks - pass - whole_passes * pass;
    const double rest_features = pass <= shape.active ? rest * pass : rest * (pass + rest) / 2;
    angles = batch * m * (pass * (pass + 1) / 2 + whole_passes * pass * pass + rest_features);
  }
  if (shape.sweeps > 0) angles = shape.train_rows * blocks * m;
  CostWork work;
  AddAngles(shape, angles, work);
  work.feature_entries = shape.columns * blocks * m;
  work.cosines = std::max(0.0, angles - blocks * batch * m);
  work.block_cosines = blocks * m * 2 * batch;
  if (shape.preconditioned) {
    work.block_cosines += blocks * m * shape.gram_rows * std::ceil(m / kGramPanel);
    work.gram_entries = blocks * (shape.gram_rows * m * m / 2 + m * m * m / 3);
  }
  const double visits = blocks * shape.sweeps;
  work.block_cosines += visits * m * (batch + shape.train_rows);
  AddAngles(shape, shape.resummed_share * visits * m * shape.train_rows, work);
  work.wire_bytes +=
      batch * (blocks * (4 * (shape.workers - 1) + 8 * (shape.active - 1)) + visits * 12 * (shape.active - 1));
  return work;
}

CostWork EvaluationWork(const CostShape& shape) {
  CostWork work;
  if (shape.masking == Masking::kPrivate) {
    AddShares(shape, shape.test_rows, 1, work);
    return work;
  }
  const double angles = shape.test_rows * Blocks(shape) * shape.block;
  AddAngles(shape, angles, work);
  work.cosines = angles;
  if (shape.sweeps > 0) work.block_cosines = angles;  // partial sums are computed again from saved angles
  return work;
}

double CpuSeconds(const CostWork& work, const UnitCosts& units) {
  double seconds = 0;
  VisitUnits(units, work, [&](const char*, double unit, double quantity) { seconds += unit * quantity; });
  return seconds;
}

double PartySeconds(const CostShape& shape, const CostWork& work, const UnitCosts& units, double cores) {
  // The worker with the most columns. All workers mask and send the same number of angles.
  const double share = std::ceil(shape.columns / shape.workers) / shape.columns;
  CostWork own;
  own.product_entries = work.product_entries * share;
  own.sparse_entries = work.sparse_entries * share;
  own.feature_entries = work.feature_entries * share;
  own.worker_angles = work.worker_angles / shape.workers;
  own.mask_bytes = work.mask_bytes / shape.workers;
  own.wire_bytes = work.wire_bytes / shape.workers;
  own.cosines = shape.masking == Masking::kPrivate ? work.cosines / kRoles : work.cosines / shape.active;
  own.share_words = work.share_words * kHelperWords / kProductWords;
  CostWork blocks;
  blocks.block_cosines = work.block_cosines;
  blocks.gram_entries = work.gram_entries;
  // A single worker computes its products on all cores as well.
  return CpuSeconds(own, units) / (shape.workers == 1 ? cores : 1) + CpuSeconds(blocks, units) / cores;
}

const UnitCosts kReferenceCosts = {.product_entry = 2.87e-11,
                                   .sparse_entry = 4.26e-11,
                                   .feature_entry = 2.11e-9,
                                   .worker_angle = 2.29e-10,
                                   .mask_byte = 1.34e-10,
                                   .wire_byte = 2.69e-10,
                                   .cosine = 3.88e-10,
                                   .block_cosine = 3.32e-10,
                                   .gram_entry = 3.07e-11,
                                   .share_word = 9e-10};

}  // namespace fdskl
