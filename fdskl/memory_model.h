// Memory that a worker of FDSKL, or of DSG, takes besides its columns: at least and at most, for
// MethodSettings::Memory(). runners/cell/needs.h adds the columns and compares the sum with what there is;
// needs_program_test compares it with what runs took.
//
// Rows of w:  a worker's own columns of all features, up to its budget, and one chunk more that is made on demand.
// Samples:    what a worker keeps of each: iterations seen, partial f, label, places in batches and in the split.
// Block:      angles of the block that is being made; in revisits, of one that was not saved, for all samples.
// Saved:      angles of an owner's blocks for all samples, as many as fit, and what solves with each block again.
// Shares:     in masking `private`, what a helper has of each entry of the features, and the masks that it and the
//             owner may keep (sharing/masked_matrix.h).
#ifndef FDSKL_FDSKL_MEMORY_MODEL_H_
#define FDSKL_FDSKL_MEMORY_MODEL_H_

#include <string_view>
#include <vector>

#include "fdskl/method_entry.h"
#include "fdskl/settings.h"

namespace fdskl {

inline constexpr std::string_view kSavedAngles = "saved angles";

// With blocks that are made one after another.
std::vector<MemoryPart> BlockMemory(const Settings& settings, const WorkerSize& size);
// With update conjugate.
std::vector<MemoryPart> ConjugateMemory(const Settings& settings, const WorkerSize& size);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_MEMORY_MODEL_H_
