#include "runners/cell/launch.h"

#include <arrow/util/utf8.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <regex>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "fdskl/net/mpi_world.h"
#include "runners/cell/leftovers.h"

namespace fdskl::cell {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

constexpr auto kRead = 50ms;      // longest wait for output
constexpr auto kLook = 250ms;     // between checks of the limits
constexpr auto kCount = 2s;       // between looks for descendants
constexpr auto kTermGrace = 2s;   // in which a launcher may end its ranks on other machines
constexpr auto kDrainLimit = 1s;  // in which the last output of an ended launcher is read
constexpr std::size_t kKeptLines = 1000;
constexpr std::string_view kRankError = "fdskl-error: ";  // MpiWorld::Run() begins a rank's message with it

// Which limit is exceeded now, if any. `seconds` counts from the start of the ranks.
std::optional<LaunchResult> Overrun(const LaunchRequest& request, const base::ChildProcess& child, double seconds) {
  if (base::Interrupted()) return LaunchResult{Ending::kInterrupted, "interrupted"};
  if (request.time_limit_seconds && seconds > *request.time_limit_seconds) {
    return LaunchResult{Ending::kTimeLimit, fmt::format("stopped after {:.1f} s", seconds)};
  }
  if (!request.memory_limit_bytes) return std::nullopt;
  const std::int64_t bytes = child.MemoryBytes();
  if (bytes <= *request.memory_limit_bytes) return std::nullopt;
  return LaunchResult{Ending::kMemoryLimit, fmt::format("used {} MiB, the limit is {} MiB", bytes >> 20U,
                                                        *request.memory_limit_bytes >> 20U)};
}

double SecondsSince(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// Notices that a launcher goes on although all that it had started on this machine has ended.
class LonelyLauncher {
 public:
  // Looks, unless it has looked a moment ago. Returns for how many seconds the launcher has been alone.
  double Look(const base::ChildProcess& launcher) {
    const auto now = Clock::now();
    if (now >= next_) {
      next_ = now + kCount;
      if (launcher.HasDescendants()) {
        had_descendants_ = true;
        since_.reset();
      } else if (had_descendants_ && !since_) {
        since_ = now;
      }
    }
    return since_ ? SecondsSince(*since_) : 0;
  }

 private:
  Clock::time_point next_ = Clock::now();
  bool had_descendants_ = false;
  std::optional<Clock::time_point> since_;
};

bool IsBlank(std::string_view line) { return line.find_first_not_of("- \t") == std::string_view::npos; }

// Whether a rank has said why it failed.
bool IsRankError(const std::string& line) { return line.find(kRankError) != std::string::npos; }

// The tables hold UTF-8, but another program's output may be any bytes.
std::string Printable(std::string text) {
  arrow::util::InitializeUTF8();
  const bool valid = arrow::util::ValidateUTF8(text);
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f || (byte > 0x7f && !valid)) c = '?';
  }
  return text;
}

// "; it said: LINE"; empty when `line` is null.
std::string Said(const std::string* line) {
  return line == nullptr ? "" : fmt::format("; it said: {}", Printable(*line));
}

// The first line for which `is_it` is true; null when there is none.
template <class Lines, class Is>
const std::string* FindLine(const Lines& lines, const Is& is_it) {
  const auto found = std::ranges::find_if(lines, is_it);
  return found == std::ranges::end(lines) ? nullptr : &*found;
}

std::string HowItEnded(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

std::vector<std::string> LauncherWords(std::string_view command) {
  if (command.empty()) {
    command =
        "mpirun --oversubscribe --bind-to none --mca mpi_yield_when_idle 1 --mca btl_base_warn_component_unused 0";
  }
  std::vector<std::string> words = base::SplitWords(command);
  if (words.empty()) base::Fail("--launcher is blank");
  return words;
}

LaunchRequest RequestRanks(const Launcher& launcher, int ranks, const std::vector<std::string>& words) {
  LaunchRequest request;
  request.command = launcher.words;
  request.start_line = net::StartedLine(ranks);
  request.start_limit_seconds = launcher.start_limit_seconds;
  for (const std::string& word : {std::string("-n"), std::to_string(ranks), base::ProgramFile().string()}) {
    request.command.push_back(word);
  }
  request.command.insert(request.command.end(), words.begin(), words.end());
  request.environment = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
  return request;
}

LaunchResult Launch(const LaunchRequest& request) {
  std::vector<std::string> errors;
  const auto keep_error = [&](std::string_view line) {
    if (errors.size() < kKeptLines) errors.emplace_back(line);
  };
  const auto begin = Clock::now();
  std::optional<Clock::time_point> started;
  if (request.start_line.empty()) started = begin;
  const auto take_line = [&](std::string_view line) {
    if (!started && line.ends_with(request.start_line)) {  // a launcher may put a rank's name before it
      started = Clock::now();
    } else if (request.on_line) {
      request.on_line(line);
    }
  };
  base::ChildProcess child(request.command, request.environment);
  // Reads until the child has ended or `deadline` has passed.
  const auto read_until = [&](Clock::time_point deadline) {
    while (!child.Status() && Clock::now() < deadline) child.Read(kRead, take_line, keep_error);
  };

  std::optional<LaunchResult> overrun;
  LonelyLauncher lonely;
  bool left_alone = false;
  while (!overrun && !left_alone && !child.Status()) {
    read_until(Clock::now() + kLook);
    // What a launcher starts before the ranks, such as a helper of a user's script, says nothing about where they run.
    left_alone = started && lonely.Look(child) > request.alone_limit_seconds;
    overrun = Overrun(request, child, started ? SecondsSince(*started) : 0);
    if (!overrun && !started && SecondsSince(begin) > request.start_limit_seconds) {
      const auto last = std::find_if(errors.rbegin(), errors.rend(), [](const auto& line) { return !IsBlank(line); });
      overrun = {Ending::kNotStarted, fmt::format("no rank started within {} s{}", request.start_limit_seconds,
                                                  Said(last == errors.rend() ? nullptr : &*last))};
    }
  }
  if (overrun) {
    child.Terminate();
    read_until(Clock::now() + kTermGrace);
  }
  child.Kill();  // also a launcher that was left alone
  if (overrun || *child.Status() != 0) RemoveLeftovers();
  const auto drained = Clock::now() + kDrainLimit;
  while (Clock::now() < drained && child.Read(kRead, take_line, keep_error)) continue;
  if (overrun) return *overrun;
  if (!started) return {Ending::kNotStarted, FailureReason(errors, *child.Status())};
  if (*child.Status() == 0) return {};
  if (left_alone && FindLine(errors, IsRankError) == nullptr) {
    return {Ending::kFinished,
            fmt::format("the launcher went on for {} s after its ranks, and was killed", request.alone_limit_seconds)};
  }
  return {Ending::kFailed, FailureReason(errors, *child.Status())};
}

std::string FailureReason(const std::vector<std::string>& lines, int status) {
  if (const std::string* line = FindLine(lines, IsRankError); line != nullptr) {
    return Printable(line->substr(line->find(kRankError) + kRankError.size()));
  }
  // Open MPI: "mpirun noticed that process rank 3 with PID 0 on node x exited on signal 9 (Killed)."
  static const std::regex kDeadRank("process rank ([0-9]+) .*exited on (signal [0-9]+ \\([^)]*\\))");
  for (const std::string& line : lines) {
    std::smatch match;
    if (std::regex_search(line, match, kDeadRank)) return fmt::format("rank {} died of {}", match.str(1), match.str(2));
  }
  // Slurm: "srun: error: n2: task 3: Killed", followed by lines about the tasks that it ended itself.
  static const std::regex kDeadTask("^srun: error: ([^ :]+): (task|tasks) ([0-9,-]+): (.+)$");
  for (const std::string& line : lines) {
    std::smatch match;
    if (!std::regex_search(line, match, kDeadTask)) continue;
    const char* const rank = match.str(2) == "task" ? "rank" : "ranks";
    return Printable(fmt::format("{} {} on {}: {}", rank, match.str(3), match.str(1), match.str(4)));
  }
  // Other lines may be harmless: Slurm says that a job was queued or that it tries again, and Open MPI warns.
  const std::string* line =
      FindLine(lines, [](const std::string& text) { return text.find(" error: ") != std::string::npos; });
  if (line == nullptr) {
    line = FindLine(
        lines, [](const std::string& text) { return !IsBlank(text) && text.find("Warning: ") == std::string::npos; });
  }
  return fmt::format("the launcher ended with {}{}", HowItEnded(status), Said(line));
}

}  // namespace fdskl::cell
