#include "base/fuzzing.h"
#include "fdskl/model_file.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl {

// A part of a model with any change in it: it is refused, or a worker can begin with it.
FDSKL_FUZZ_TARGET(ModelPartFile, bytes) {
  const base::fuzzing::MemoryFile file(bytes);
  const ModelPart part = ReadModelPart(file.path());
  if (part.workers > 8) return;
  net::ScriptedChannel channel(part.worker, part.workers, {});
  RestoreModel(channel, part);
}

}  // namespace fdskl
