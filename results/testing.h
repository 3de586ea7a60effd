// For tests: a row with values in many columns, and a fast folder.
#ifndef FDSKL_RESULTS_TESTING_H_
#define FDSKL_RESULTS_TESTING_H_

#include <filesystem>
#include <string>

#include "results/run_row.h"

namespace fdskl::results::testing {

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

// A folder in memory where the system has one, for tests that write thousands of rows one by one.
inline std::filesystem::path FastFolder() {
  return std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : std::filesystem::temp_directory_path();
}

}  // namespace fdskl::results::testing

#endif  // FDSKL_RESULTS_TESTING_H_
