#include "base/fuzzing.h"
#include "runners/studies/reproduce/study.h"

namespace fdskl::reproduce {

// Reads a file of profiles or of an experiment; the first byte says which. The other file is a sample.
FDSKL_FUZZ_TARGET(ExperimentFile, bytes) {
  base::fuzzing::Choices choices(bytes);
  const bool is_profiles = choices.Below(2) == 0;
  const std::string text(base::fuzzing::Text(choices.rest()));
  LoadStudy("folder", "smoke", [&](const std::filesystem::path& file) -> std::string {
    if (file.filename() == "profiles.toml")
      return is_profiles ? text : "experiments = [\"curves\"]\n[smoke]\nabout = \"small\"\n";
    return is_profiles ? "methods = [\"fdskl\"]\n" : text;
  });
}

}  // namespace fdskl::reproduce
