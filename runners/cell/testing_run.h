// For end-to-end tests: the real program, mpirun, ranks and tables, on a small stand-in, so that no data are needed.
#ifndef FDSKL_RUNNERS_CELL_TESTING_RUN_H_
#define FDSKL_RUNNERS_CELL_TESTING_RUN_H_

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "base/testing.h"
#include "results/store.h"

namespace fdskl::cell::testing {

using Words = std::vector<std::string>;

// Environment variables that make a program's flock() fail, as on some network file systems.
inline Words WithoutLocks() {
  const char* const sanitizer = std::getenv("ASAN_OPTIONS");
  return {fmt::format("LD_PRELOAD={}", FDSKL_NO_LOCKS),
          fmt::format("ASAN_OPTIONS=verify_asan_link_order=0:{}", sanitizer == nullptr ? "" : sanitizer)};
}

class RunTest : public ::testing::Test {
 protected:
  // Runs `fdskl run phishing fdskl` on 2,000 rows with 3 workers, and `more` options.
  base::testing::Finished Run(const Words& more,
                              const std::function<void(std::string_view)>& on_error_line = {}) const {
    Words command = {
        FDSKL_PROGRAM, "run", "phishing", "fdskl", "--edition",  "stand-in", "--rows",    "2000",
        "--workers",   "3",   "--block",  "32",    "--features", "128",      "--results", folder_.path().string()};
    command.insert(command.end(), more.begin(), more.end());
    base::testing::Finished finished = base::testing::RunToEnd(command, {mark_}, on_error_line);
    EXPECT_TRUE(base::MarkedProcesses(mark_).empty()) << "a process is left";
    return finished;
  }

  // As Run(), but it would run for hours unless something ends it. `act` is called once, at the first evaluation.
  base::testing::Finished RunLong(const std::function<void()>& act, const Words& more = {}) const {
    bool done = false;
    Words options = {"--features", "3200000", "--update", "plain"};
    options.insert(options.end(), more.begin(), more.end());
    return Run(options, [&](std::string_view line) {
      if (done || line.find("test error") == std::string_view::npos) return;
      done = true;
      act();
    });
  }

  // The processes of the run whose command line has `word`.
  std::vector<pid_t> Processes(std::string_view word) const {
    std::vector<pid_t> found;
    for (const pid_t pid : base::MarkedProcesses(mark_)) {
      std::string line = base::ReadText(fmt::format("/proc/{}/cmdline", pid));
      std::replace(line.begin(), line.end(), '\0', ' ');
      if (line.find(word) != std::string::npos && line.find("mpirun") == std::string::npos) found.push_back(pid);
    }
    return found;
  }

  std::vector<results::RunRow> Rows() const { return results::ResultStore(folder_.path()).ReadRuns(); }

  base::testing::TempFolder folder_;
  std::string mark_ = fmt::format("FDSKL_RUN_TEST={}", folder_.path().string());
};

}  // namespace fdskl::cell::testing

#endif  // FDSKL_RUNNERS_CELL_TESTING_RUN_H_
