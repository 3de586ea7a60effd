#include "fdskl/net/lanes_between_ranks.h"

#include <array>

#include "base/error.h"

namespace fdskl::net {
namespace {

constexpr int kPathSize = 64;
using Path = std::array<char, kPathSize>;

}  // namespace

int RanksOnThisHost(MPI_Comm communicator) {
  MPI_Comm host = MPI_COMM_NULL;
  const int code = MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  if (code != MPI_SUCCESS) base::Fail("MPI_Comm_split_type failed, with code {}", code);
  int ranks = 0;
  MPI_Comm_size(host, &ranks);
  MPI_Comm_free(&host);
  return ranks;
}

Lanes LanesBetweenRanks(MPI_Comm communicator) {
  int size = 0;
  int me = 0;
  MPI_Comm_size(communicator, &size);
  if (RanksOnThisHost(communicator) != size) return {};
  MPI_Comm_rank(communicator, &me);
  const auto q = static_cast<std::size_t>(size);
  Lanes lanes;
  lanes.in.resize(q);
  lanes.out.resize(q);
  std::vector<Path> mine(q);
  std::vector<Path> theirs(q);
  int good = 1;
  const auto for_peers = [&](const auto& make) {
    try {
      for (std::size_t peer = 0; peer < q; ++peer)
        if (peer != static_cast<std::size_t>(me)) make(peer);
    } catch (const base::Error&) {
      good = 0;  // memory of another container, or too many files: MPI can do without
    }
  };
  for_peers([&](std::size_t peer) {
    lanes.in[peer] = std::make_unique<Lane>();
    lanes.in[peer]->path().copy(mine[peer].data(), kPathSize - 1);
  });
  MPI_Alltoall(mine.data(), kPathSize, MPI_CHAR, theirs.data(), kPathSize, MPI_CHAR, communicator);
  for_peers([&](std::size_t peer) { lanes.out[peer] = std::make_unique<Lane>(theirs[peer].data()); });
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, communicator);
  if (good == 0) return {};
  for (const auto& lane : lanes.in)
    if (lane) lane->Close();
  return lanes;
}

}  // namespace fdskl::net
