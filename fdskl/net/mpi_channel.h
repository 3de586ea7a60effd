// Workers as MPI ranks.
//
// Ways:    when all ranks are on one host and may open each other's memory, a lane (lane.h) for each pair carries all
//          but the largest messages, without a copy; the rest goes through MPI.
// Waiting: a rank that waits gives its core away, because there are often more ranks than cores and MPI's own waiting
//          burns the core that the awaited rank needs: it sleeps at a lane, and for short times between looks at MPI.
// Errors:  MPI calls return their errors, which become an Error with rank, peer and size.
#ifndef FDSKL_FDSKL_NET_MPI_CHANNEL_H_
#define FDSKL_FDSKL_NET_MPI_CHANNEL_H_

#include <mpi.h>

#include <deque>
#include <memory>
#include <vector>

#include "fdskl/net/channel.h"
#include "fdskl/net/lanes_between_ranks.h"
#include "fdskl/net/mpi_world.h"

namespace fdskl::net {

class MpiChannel : public Channel {
 public:
  enum class Ways { kLanesAndMpi, kMpiAlone };

  // Collective. REQUIRES: `world` outlives the channel.
  explicit MpiChannel(const MpiWorld& world, Ways ways = Ways::kLanesAndMpi);
  ~MpiChannel() override;

 private:
  struct Outgoing {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;
  std::span<std::byte> DoReserve(int peer, std::size_t bytes) override;
  void DoCommit(int peer, std::span<const std::byte> bytes) override;
  void DoTake(int peer, std::size_t bytes, const Use& use) override;

  bool ByLane(std::size_t bytes) const { return !lanes_.out.empty() && bytes <= Lane::kLargestMessage; }
  // Waits for room in the lane to `peer`.
  std::byte* ReserveLane(int peer, std::size_t bytes);
  // Waits for the next message in the lane from `peer`. Errors: it is not of that size.
  const Lane& AwaitFront(int peer, std::size_t bytes);
  void CheckSize(int peer, std::size_t expected, std::size_t got) const;
  void ReceiveMpi(int peer, std::span<std::byte> bytes);

  // Waits until `bytes` more may be under way; room for them, with the memory of an earlier message.
  std::unique_ptr<Outgoing> MakeRoom(std::size_t bytes);
  void Post(int peer, std::unique_ptr<Outgoing> outgoing);
  // Frees the buffers of the sends that are done, oldest first.
  void ReapSends();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  Lanes lanes_;
  std::unique_ptr<Outgoing> reserved_;  // by DoReserve(), when it goes as an MPI message
  std::deque<std::unique_ptr<Outgoing>> outgoing_;
  std::vector<std::unique_ptr<Outgoing>> spare_;
  std::size_t outgoing_bytes_ = 0;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_MPI_CHANNEL_H_
