#include "base/files.h"
#include "base/fuzzing.h"
#include "base/testing.h"
#include "runners/studies/reproduce/study.h"

namespace fdskl::reproduce {
namespace {

// A folder in memory with one of the two files; the other is each input's own.
struct Files {
  Files(const char* name, const char* text) { base::WriteText(folder.path() / name, text); }

  base::testing::TempFolder folder{"/dev/shm"};
};

}  // namespace

// A file of profiles, or that of an experiment: the first byte says which.
FDSKL_FUZZ_TARGET(ExperimentFile, bytes) {
  static const Files profiles("curves.toml", "methods = [\"fdskl\"]\n");
  static const Files experiment("profiles.toml", "experiments = [\"curves\"]\n[smoke]\nabout = \"small\"\n");
  base::fuzzing::Choices choices(bytes);
  const bool first = choices.Below(2) == 0;
  const std::filesystem::path& folder = (first ? profiles : experiment).folder.path();
  base::WriteText(folder / (first ? "profiles.toml" : "curves.toml"), base::fuzzing::Text(choices.rest()));
  LoadStudy(folder, "smoke");
}

}  // namespace fdskl::reproduce
