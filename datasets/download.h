// Downloads with curl, which shows its progress on standard error.
#ifndef FDSKL_DATASETS_DOWNLOAD_H_
#define FDSKL_DATASETS_DOWNLOAD_H_

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/error.h"

namespace fdskl::datasets {

struct DownloadLimits {
  int connect_seconds = 4;  // a host that does not answer within this time is unreachable
  int slow_seconds = 30;    // give up when the transfer has been below the next limit for this long
  std::int64_t least_bytes_per_second = 2000;
};

// No connection could be made: the name is unknown, there is no route, or the host refused or did not answer in time.
class Unreachable : public base::Error {
 public:
  using base::Error::Error;
};

// Fetches `address` into `part`, and continues after the bytes that `part` has already. Follows redirections. Resumes
// an interrupted transfer as long as bytes arrive.
// Errors: Unreachable; Error when the server refuses, the transfer ends early or is too slow. Bytes received are kept.
void Download(const std::string& address, const std::filesystem::path& part, const DownloadLimits& limits);

// "https://host:port" of an address; the whole address when it has no host.
std::string HostOf(const std::string& address);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_DOWNLOAD_H_
