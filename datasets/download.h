// Downloads with curl, which shows its progress on standard error.
#ifndef FDSKL_DATASETS_DOWNLOAD_H_
#define FDSKL_DATASETS_DOWNLOAD_H_

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/error.h"

namespace fdskl::datasets {

struct DownloadLimits {
  int connect_seconds = 4;  // a host that does not answer within this is unreachable
  int slow_seconds = 30;    // give up after so long below the next
  std::int64_t least_bytes_per_second = 2000;
};

// No connection came about: no name, no route, nobody there, or no answer in time.
class Unreachable : public base::Error {
 public:
  using base::Error::Error;
};

// Fetches `address` into `part`, after the bytes that are already there; follows redirections. A transfer that is cut
// short is taken up again, as long as bytes come.
// Errors: Unreachable; Error for anything else: refused by the server, cut short, too slow. The bytes so far stay.
void Download(const std::string& address, const std::filesystem::path& part, const DownloadLimits& limits);

// "https://host:port" of an address; the whole address when it has no host.
std::string HostOf(const std::string& address);

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_DOWNLOAD_H_
