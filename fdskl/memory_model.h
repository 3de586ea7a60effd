// Predicts the memory of a worker of FDSKL or DSG besides its columns, at least and at most, for
// MethodSettings::Memory(). runners/cell/needs.h adds the columns and compares the sum with the available memory;
// needs_program_test compares it with the memory that runs took.
//
// Rows of w:  a worker's own columns of all features, up to its budget, and one further chunk that is made on demand.
// Samples:    for each sample, iterations seen, partial f, label, places in batches and in the split.
// Block:      angles of the block that is being made; in revisits, of a block that was not saved, for all samples.
// Saved:      angles of an owner's blocks for all samples, as many as fit, and the factor of each block's system.
// Shares:     in masking `private`, a helper's share of each entry of the features, and the masks that it and the owner
//             may keep (sharing/masked_matrix.h).
#ifndef FDSKL_FDSKL_MEMORY_MODEL_H_
#define FDSKL_FDSKL_MEMORY_MODEL_H_

#include <string_view>
#include <vector>

#include "fdskl/method_entry.h"
#include "fdskl/settings.h"

namespace fdskl {

inline constexpr std::string_view kSavedAngles = "saved angles";

// For updates plain and preconditioned, which make one block after another.
std::vector<MemoryPart> BlockMemory(const Settings& settings, const WorkerSize& size);
// For update conjugate.
std::vector<MemoryPart> ConjugateMemory(const Settings& settings, const WorkerSize& size);

}  // namespace fdskl

#endif  // FDSKL_FDSKL_MEMORY_MODEL_H_
