#include "base/files.h"
#include "base/fuzzing.h"
#include "base/testing.h"
#include "runners/studies/reproduce/study.h"

namespace fdskl::reproduce {

// A file of profiles, or that of an experiment: the first byte says which.
FDSKL_FUZZ_TARGET(ExperimentFile, bytes) {
  static const base::testing::TempFolder folder("/dev/shm");
  base::fuzzing::Choices choices(bytes);
  const bool profiles = choices.Below(2) == 0;
  base::WriteText(folder.path() / "profiles.toml", "experiments = [\"curves\"]\n[smoke]\nabout = \"small\"\n");
  base::WriteText(folder.path() / "curves.toml", "methods = [\"fdskl\"]\n");
  base::WriteText(folder.path() / (profiles ? "profiles.toml" : "curves.toml"), base::fuzzing::Text(choices.rest()));
  LoadStudy(folder.path(), "smoke");
}

}  // namespace fdskl::reproduce
