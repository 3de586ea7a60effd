// What a run of FDSKL, or of DSG, costs before it is started: the work counted from its shape, and the time that the
// work takes from unit costs, which `fdskl estimate` fits to small runs. Its memory is in memory_model.h.
//
// Angles:  an iteration sums the angles of B samples and the features that they have not seen, and of its new block. A
//          pass over N samples has P = N / B iterations. With saved partial sums (cache_partials), iteration t of the
//          first pass, from 1, costs B m t angles; a later pass, with its samples in another order, B m P in each
//          iteration on average, and its first r iterations B m (P + r) / 2. Where leaders take all their samples each
//          time, P is their number, and every iteration costs B m P. With sweeps every sample meets every feature once:
//          N T angles. Without saved partial sums iteration t costs B m t angles.
// Work:    each angle is, at each of q workers, a product over its columns, a word and two masks of the word's size; it
//          travels q - 1 times (and the sums of masks along T2 in masking `paper`, which are not counted). Its owner
//          takes a cosine of it when it brings partial sums up to date. A new block takes cosines for its Gram matrix
//          (once for each panel of 256 columns), gradient and values; a revisit takes them for its batch and for all
//          samples.
// Private: in masking `private` every training sample meets every feature once: N T angles, as with sweeps. They are
//          then turned into shares and masked, and each iteration, of which `sweeps` is the number, multiplies twice
//          with all of them. The body says what each of them takes.
// Saved:   angles that do not fit into their owners' memory are summed again in each revisit: `resummed_share`.
#ifndef FDSKL_FDSKL_COST_MODEL_H_
#define FDSKL_FDSKL_COST_MODEL_H_

#include "fdskl/settings.h"

namespace fdskl {

// All that a run's cost depends on. Numbers are doubles, for they may be larger than any run here.
struct CostShape {
  double train_rows = 0, test_rows = 0;
  double columns = 0;  // over all workers
  double entries = 0;  // entries of a sample that are stored: `columns` when dense
  bool sparse = false;
  double workers = 1, active = 1;
  double features = 0, block = 0, batch = 0, gram_rows = 0, sweeps = 0;
  double ring_bits = 8;
  Masking masking = Masking::kRing;
  bool preconditioned = true, cache_partials = true;
  double resummed_share = 0;  // share of the angles that revisits need
};

// The shape of a run with these settings. gram_rows and batch are cut to what there is.
CostShape ShapeOf(const Settings& settings, double workers, double active, double train_rows, double test_rows,
                  double columns, double entries, bool sparse);

// Bytes of an angle in memory, as its owner has it.
double WordBytes(const CostShape& shape);

// Quantities of work, over all workers.
struct CostWork {
  double product_entries = 0, sparse_entries = 0;  // multiplications of an entry of x and one of w
  double feature_entries = 0;                      // entries of w that are made
  double worker_angles = 0;                        // angles, at each worker
  double mask_bytes = 0;
  double wire_bytes = 0;     // sent
  double cosines = 0;        // by owners as angles arrive
  double block_cosines = 0;  // by the leader of a block, on all its cores
  double gram_entries = 0;   // multiplications for preconditioners, on all the leader's cores
  double share_words = 0;    // words of masked matrices that are multiplied, in masking `private`

  double angles = 0;  // one for each sample and feature: summed once, at all workers together
};

// Errors: Error in masking `shared`, which has no closed form here.
CostWork TrainingWork(const CostShape& shape);
// One evaluation of the test part at the end. What comes before it costs no angle twice.
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

// Time along the longest path when every worker has a machine of so many cores, without messages: one worker's
// products, words and masks, an owner's cosines, and all blocks' own work one after another; in masking `private`,
// where helpers have most to do, two fifths of the products with masked matrices.
double PartySeconds(const CostShape& shape, const CostWork& work, const UnitCosts& units, double cores);

// Unit costs of one core of the machine that the repository's results come from (AMD EPYC, 2 cores): what
// `fdskl estimate --fit` said there.
extern const UnitCosts kReferenceCosts;

}  // namespace fdskl

#endif  // FDSKL_FDSKL_COST_MODEL_H_
