// For tests: a folder of their own, and rows with something in every column.
#ifndef FDSKL_RESULTS_TESTING_H_
#define FDSKL_RESULTS_TESTING_H_

#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/error.h"
#include "results/schema.h"

namespace fdskl::testing {

// A fresh folder, removed with all it holds when this goes out of scope.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "fdskl-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) Fail("cannot create {}", name);
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline RunRow SampleRun(const std::string& name) {
  RunRow run;
  run.run = name;
  run.dataset = "a9a";
  run.edition = "full";
  run.rows = 48842;
  run.method = "fdskl";
  run.masking = "ring";
  run.seed = 18446744073709551615U;
  run.sigma = 0.1;
  run.features = 4096;
  run.status = "ok";
  run.reason = "quote \" backslash \\ line\nend, Zürich";
  run.test_error = 15.25;
  run.dirty = true;
  return run;
}

}  // namespace fdskl::testing

#endif  // FDSKL_RESULTS_TESTING_H_
