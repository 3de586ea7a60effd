#include "datasets/download.h"

#include <sys/wait.h>

#include <vector>

#include "base/process.h"

namespace fdskl::datasets {
namespace {

// curl's exit statuses; see its manual.
enum CurlStatus {
  kDone = 0,
  kNoProxy = 5,
  kNoName = 6,
  kNoConnection = 7,
  kCutShort = 18,
  kHttpError = 22,
  kTimeout = 28,
  kRangeError = 33,
  kBadResume = 36,
  kReceiveError = 56,
};

struct Outcome {
  int status = kDone;
  int http_code = 0;  // 0 when there was no answer
};

std::int64_t SizeOf(const std::filesystem::path& file) {
  std::error_code none;
  const auto size = std::filesystem::file_size(file, none);
  return none ? 0 : static_cast<std::int64_t>(size);
}

// Errors: Error when curl cannot be started.
Outcome Curl(const std::string& address, const std::filesystem::path& part, const DownloadLimits& limits) {
  const std::vector<std::string> command = {"curl",
                                            "--fail",
                                            "--location",
                                            "--progress-bar",
                                            "--connect-timeout",
                                            std::to_string(limits.connect_seconds),
                                            "--speed-time",
                                            std::to_string(limits.slow_seconds),
                                            "--speed-limit",
                                            std::to_string(limits.least_bytes_per_second),
                                            "--continue-at",
                                            "-",
                                            "--output",
                                            part.string(),
                                            "--write-out",
                                            "%{http_code}\n",
                                            "--proto",
                                            "=http,https",
                                            "--url",
                                            address};
  Outcome outcome;
  base::ChildProcess curl(command, {}, base::ChildProcess::Errors::kShow);
  const int status = curl.Wait([&](std::string_view line) { outcome.http_code = std::atoi(std::string(line).c_str()); },
                               [](std::string_view) {});
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return outcome;
}

}  // namespace

void Download(const std::string& address, const std::filesystem::path& part, const DownloadLimits& limits) {
  constexpr int kRangeNotSatisfiable = 416;
  bool restarted = false;
  for (;;) {
    const std::int64_t before = SizeOf(part);
    const Outcome outcome = Curl(address, part, limits);
    const bool grew = SizeOf(part) > before;
    switch (outcome.status) {
      case kDone:
        return;
      case kNoProxy:
      case kNoName:
      case kNoConnection:
        throw Unreachable(fmt::format("{}: no connection to {} (curl {})", address, HostOf(address), outcome.status));
      case kTimeout:
        if (!grew && outcome.http_code == 0) {
          throw Unreachable(fmt::format("{}: no answer from {}", address, HostOf(address)));
        }
        base::Fail("{}: slower than {} bytes/s for {} s; what came is kept", address, limits.least_bytes_per_second,
                   limits.slow_seconds);
      case kCutShort:
      case kReceiveError:
        if (grew) continue;
        base::Fail("{}: the connection ended before the file did; what came is kept", address);
      default:
        break;
    }
    // The transfer cannot continue: `part` is longer than the file, or the server cannot send a range.
    const bool cannot_resume = outcome.status == kRangeError || outcome.status == kBadResume ||
                               (outcome.status == kHttpError && outcome.http_code == kRangeNotSatisfiable);
    if (cannot_resume && !restarted && std::filesystem::remove(part)) {
      restarted = true;
      continue;
    }
    if (outcome.status == kHttpError) base::Fail("{}: the server answers {}", address, outcome.http_code);
    base::Fail("{}: curl ended with status {}", address, outcome.status);
  }
}

std::string HostOf(const std::string& address) {
  const std::size_t scheme = address.find("://");
  return scheme == std::string::npos ? address : address.substr(0, address.find('/', scheme + 3));
}

}  // namespace fdskl::datasets
