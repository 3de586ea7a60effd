// Predicts the cost of a run of FDSKL or DSG: the amounts of work follow from the shape of the run, and the time from
// unit costs, which `fdskl estimate` fits to small runs. memory_model.h predicts the memory.
//
// Angles:  an iteration sums the angles of B samples for its new block and for all features that these samples have not
//          seen. A pass over N samples has P = N / B iterations. With saved partial sums (cache_partials),
//          iteration t of the first pass, from 1, costs B m t angles. A later pass has its samples in another order;
//          its iterations cost B m P on average, and the first r of them B m (P + r) / 2. If leaders take all their
//          samples each time, P is the number of leaders, and every iteration costs B m P. With sweeps every sample
//          meets every feature once: N T angles. Without saved partial sums iteration t costs B m t angles.
// Work:    each angle costs, at each of q workers, a product over its columns, a word and two masks of the word's size.
//          It is sent q - 1 times. (The sums of masks along T2 in masking `paper` are not counted.) Its owner computes
//          a cosine of it when it brings partial sums up to date. A new block needs cosines for its Gram matrix (once
//          for each panel of 256 columns), gradient and values; a revisit needs them for its batch and for all samples.
// Private: in masking `private` every training sample meets every feature once: N T angles, as with sweeps. They are
//          then turned into shares and masked. There are `sweeps` iterations, each of which multiplies twice with
//          all of them. cost_model.cc has the cost of each step.
// Saved:   angles that do not fit into their owners' memory are summed again in each revisit: `resummed_share`.
#ifndef FDSKL_FDSKL_COST_MODEL_H_
#define FDSKL_FDSKL_COST_MODEL_H_

#include "fdskl/settings.h"

namespace fdskl {

// All that the cost of a run depends on. Numbers are doubles, because a planned run may be very large.
struct CostShape {
  double train_rows = 0, test_rows = 0;
  double columns = 0;  // over all workers
  double entries = 0;  // mean number of stored entries per sample: `columns` when dense
  bool sparse = false;
  double workers = 1, active = 1;
  double features = 0, block = 0, batch = 0, gram_rows = 0, sweeps = 0;
  double ring_bits = 8;
  Masking masking = Masking::kRing;
  bool preconditioned = true, cache_partials = true;
  double resummed_share = 0;  // share of the angles that revisits must sum again
};

// The shape of a run with these settings. gram_rows and batch are cut to the available samples.
CostShape ShapeOf(const Settings& settings, double workers, double active, double train_rows, double test_rows,
                  double columns, double entries, bool sparse);

// Bytes of an angle in its owner's memory.
double WordBytes(const CostShape& shape);

// Amounts of work, over all workers.
struct CostWork {
  double product_entries = 0, sparse_entries = 0;  // multiplications of an entry of x and one of w
  double feature_entries = 0;                      // entries of w that are computed
  double worker_angles = 0;                        // angles, at each worker
  double mask_bytes = 0;
  double wire_bytes = 0;     // bytes sent
  double cosines = 0;        // cosines that owners compute as angles arrive
  double block_cosines = 0;  // cosines that the leader of a block computes, on all its cores
  double gram_entries = 0;   // multiplications for preconditioners, on all the leader's cores
  double share_words = 0;    // words of masked matrices that products read, in masking `private`

  double angles = 0;  // one for each sample and feature: summed once, at all workers together
};

// Errors: Error in masking `shared`, which has no closed form here.
CostWork TrainingWork(const CostShape& shape);
// The work of one evaluation of the test part at the end. Earlier evaluations add no angles, for each is summed once.
CostWork EvaluationWork(const CostShape& shape);

// Seconds of one core for one unit of work.
struct UnitCosts {
  double product_entry = 0, sparse_entry = 0, feature_entry = 0, worker_angle = 0, mask_byte = 0, wire_byte = 0,
         cosine = 0, block_cosine = 0, gram_entry = 0, share_word = 0;
};

// Calls visit(name, unit cost, quantity) for each unit of work.
template <class Units, class Visit>
void VisitUnits(Units& units, const CostWork& work, const Visit& visit) {
  visit("product entry", units.product_entry, work.product_entries);
  visit("sparse product entry", units.sparse_entry, work.sparse_entries);
  visit("feature entry", units.feature_entry, work.feature_entries);
  visit("angle at a worker", units.worker_angle, work.worker_angles);
  visit("mask byte", units.mask_byte, work.mask_bytes);
  visit("byte sent", units.wire_byte, work.wire_bytes);
  visit("cosine of an angle that arrives", units.cosine, work.cosines);
  visit("cosine of a block", units.block_cosine, work.block_cosines);
  visit("Gram entry", units.gram_entry, work.gram_entries);
  visit("word of a masked matrix", units.share_word, work.share_words);
}

// Processor time over all workers.
double CpuSeconds(const CostWork& work, const UnitCosts& units);

// Time along the longest path when every worker has a machine with this many cores, without messages: one worker's
// products, words and masks, an owner's cosines, and the work of all blocks one after another. In masking `private` the
// helpers have the most work: two fifths of the products with masked matrices.
double PartySeconds(const CostShape& shape, const CostWork& work, const UnitCosts& units, double cores);

// Unit costs of one core of an AMD EPYC, as `fdskl estimate --fit` measured them.
extern const UnitCosts kReferenceCosts;

}  // namespace fdskl

#endif  // FDSKL_FDSKL_COST_MODEL_H_
