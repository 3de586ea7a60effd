#include "runners/cell/allocation.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/error.h"
#include "base/process.h"

namespace fdskl::cell {

std::optional<std::string> EndOfAllocation() try {
  const char* const job = std::getenv("SLURM_JOB_ID");
  if (job == nullptr) return std::nullopt;
  const base::Finished asked = base::RunToEnd({"squeue", "--noheader", "--jobs", job, "--format", "%T"});
  const bool forgotten = asked.error.find("Invalid job id") != std::string::npos;
  if (asked.exit_status != 0 && !forgotten) return std::nullopt;
  const std::string state = asked.output.substr(0, asked.output.find('\n'));
  if (state == "RUNNING" || state == "SUSPENDED" || state == "STOPPED") return std::nullopt;
  return fmt::format("Slurm's job {} is {}", job, state.empty() ? "over" : state);
} catch (const base::Error&) {
  return std::nullopt;  // squeue is not installed
}

}  // namespace fdskl::cell
