// A Channel whose workers are MPI ranks.
//
// Ways:    if all ranks are on one host and may open each other's memory, a lane (lane.h) for each ordered pair carries
//          all but the largest messages, without a copy. All other messages go through MPI.
// Waiting: there are often more ranks than cores, and MPI's own waiting uses up the core that the awaited rank needs.
//          So a rank that waits sleeps: at a lane until it is woken, and for short times between polls of MPI.
// Errors:  an error of MPI becomes an Error with rank, peer and size. If a peer sends nothing for `patience`, it hangs
//          or has left the protocol: that is an Error too.
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

  // No honest rank computes this long between two messages.
  static constexpr std::chrono::seconds kPatience{3600};

  // Collective: all ranks construct it together. `world` must outlive the channel.
  explicit MpiChannel(const MpiWorld& world, Ways ways = Ways::kLanesAndMpi, std::chrono::seconds patience = kPatience);
  ~MpiChannel() override;

 private:
  // The lanes between this rank and every other, by peer; the rank's own entry is null. Empty if there are no lanes.
  struct Lanes {
    std::vector<std::unique_ptr<Lane>> in;
    std::vector<std::unique_ptr<Lane>> out;
  };
  struct Outgoing {
    std::vector<std::byte> bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  // Collective: makes lanes only if all ranks are on one host and each may open the others' memory.
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
  // Waits for the next message in the lane from `peer`.
  // Errors: Error when it has another size.
  const Lane& AwaitFront(int peer, std::size_t bytes);
  void CheckSize(int peer, std::size_t expected, std::size_t got) const;
  void ReceiveMpi(int peer, std::span<std::byte> bytes);

  // Waits until `bytes` more may be in transit, and returns room for them, from an earlier message if possible.
  std::unique_ptr<Outgoing> MakeRoom(int peer, std::size_t bytes);
  void Post(int peer, std::unique_ptr<Outgoing> outgoing);
  // Frees the buffers of the sends that are done, oldest first.
  void ReapSends();

  std::chrono::duration<double> patience_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  Lanes lanes_;
  std::unique_ptr<Outgoing> reserved_;  // memory that DoReserve() returned, if it will be an MPI message
  std::deque<std::unique_ptr<Outgoing>> outgoing_;
  std::vector<std::unique_ptr<Outgoing>> spare_;
  std::size_t outgoing_bytes_ = 0;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_MPI_CHANNEL_H_
