#include "base/fuzzing.h"
#include "fdskl/model_file.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl {

// A part of a model with arbitrary changes is refused, or a worker can predict with it.
FDSKL_FUZZ_TARGET(ModelPartFile, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  const ModelPart part = ReadModelPart(file.path());
  if (part.workers > 8) return;
  net::ScriptedChannel channel(part.worker, part.workers, {});
  const base::DenseMatrix sample = base::DenseMatrix::Zero(1, std::ssize(part.columns));
  PredictWith(channel, part, base::Matrix(sample));
}

}  // namespace fdskl
