// Measures how long four parties take to match 50,000 ids each, most of them common, by private set intersection in one
// process with one thread per party. Run by `make bench`.
//
// Compares the processor time on two cores with two minutes, the most that is allowed. Nearly all of it is
// multiplications, which both cores share; other processes disturb it less than the elapsed time.
//
// Appends a line "name ratio limit at-most" to the file named by its argument, for scripts/bench.sh.
#include <fmt/format.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/cpu_time.h"
#include "base/error.h"
#include "fdskl/matching/matching.h"
#include "fdskl/net/thread_channel.h"

namespace fdskl::matching {
namespace {

constexpr int kParties = 4, kIds = 50000;
constexpr double kAllowedSeconds = 120;

void Measure(const char* file) {
  constexpr double kCores = 2;
  const double begin = base::ProcessCpuSeconds();
  net::RunWorkers(kParties, [](net::Channel& channel) {
    std::vector<std::string> ids;
    ids.reserve(kIds);
    for (int i = 0; i < kIds; ++i) ids.push_back(fmt::format("client-{}", i + 1000 * channel.rank()));
    const std::size_t common = PrivateMatch(channel, ids).size();
    if (common != kIds - 1000 * (kParties - 1)) base::Fail("{} ids are common", common);
  });
  const double seconds = (base::ProcessCpuSeconds() - begin) / kCores;
  fmt::print("{} parties matched {} ids each in {:.1f} s of {} cores\n", kParties, kIds, seconds, kCores);
  std::ofstream(file, std::ios::app) << fmt::format("private_match_over_two_minutes_q{} {:.3f} 1 at-most\n", kParties,
                                                    seconds / kAllowedSeconds);
}

}  // namespace
}  // namespace fdskl::matching

int main(int argc, char** argv) try {
  if (argc != 2) fdskl::base::Fail("usage: matching_bench LINES");
  fdskl::matching::Measure(argv[1]);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "matching_bench: {}\n", error.what());
  return 1;
}
