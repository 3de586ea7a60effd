// Workers as MPI ranks.
//
// Ways:    where all ranks are on one host and may open each other's memory, a lane (lane.h) for each ordered pair
//          carries all but the largest messages, without a copy. The rest goes through MPI.
// Waiting: there are often more ranks than cores, and MPI's own waiting burns the core that the awaited rank needs. A
//          rank that waits therefore sleeps: at a lane until it is woken, and between looks at MPI for short times.
// Errors:  MPI calls return their errors, which become an Error with rank, peer and size. A rank whose peer sends nothing
//          for kPatience ends with an Error: the peer hangs, or has left the protocol.
#ifndef FDSKL_FDSKL_NET_MPI_CHANNEL_H_
#define FDSKL_FDSKL_NET_MPI_CHANNEL_H_

#include <mpi.h>

#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "fdskl/net/channel.h"
#include "fdskl/net/lane.h"
#include "fdskl/net/mpi_world.h"

namespace fdskl::net {

class MpiChannel : public Channel {
 public:
  enum class Ways { kLanesAndMpi, kMpiAlone };

  // No honest rank computes for so long between two messages.
  static constexpr std::chrono::seconds kPatience{3600};

  // Collective. REQUIRES: `world` outlives the channel.
  explicit MpiChannel(const MpiWorld& world, Ways ways = Ways::kLanesAndMpi, std::chrono::seconds patience = kPatience);
  ~MpiChannel() override;

 private:
  // The lanes between this rank and every other, by peer; there is none to itself. Empty where there are no lanes.
  struct Lanes {
    std::vector<std::unique_ptr<Lane>> in;
    std::vector<std::unique_ptr<Lane>> out;
  };
  struct Outgoing {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Collective. Makes no lanes unless all ranks are on one host and each may open the others' memory.
  static Lanes MakeLanes(MPI_Comm communicator);

  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;
  std::span<std::byte> DoReserve(int peer, std::size_t bytes) override;
  void DoCommit(int peer, std::span<const std::byte> bytes) override;
  void DoTake(int peer, std::size_t bytes, const Use& use) override;

  bool ByLane(std::size_t bytes) const { return !lanes_.out.empty() && bytes <= Lane::kLargestMessage; }
  // Errors: Error when this rank has waited for `peer` for too long.
  void CheckPatience(int peer, double waited_seconds) const;
  // Waits for room in the lane to `peer`.
  std::byte* ReserveLane(int peer, std::size_t bytes);
  // Waits for the next message in the lane from `peer`. Errors: it is not of that size.
  const Lane& AwaitFront(int peer, std::size_t bytes);
  void CheckSize(int peer, std::size_t expected, std::size_t got) const;
  void ReceiveMpi(int peer, std::span<std::byte> bytes);

  // Waits until `bytes` more may be under way, and returns room for them: the memory of an earlier message if any.
  std::unique_ptr<Outgoing> MakeRoom(std::size_t bytes);
  void Post(int peer, std::unique_ptr<Outgoing> outgoing);
  // Frees the buffers of the sends that are done, oldest first.
  void ReapSends();

  std::chrono::duration<double> patience_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  Lanes lanes_;
  std::unique_ptr<Outgoing> reserved_;  // what DoReserve() gave, when it goes as an MPI message
  std::deque<std::unique_ptr<Outgoing>> outgoing_;
  std::vector<std::unique_ptr<Outgoing>> spare_;
  std::size_t outgoing_bytes_ = 0;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_MPI_CHANNEL_H_
