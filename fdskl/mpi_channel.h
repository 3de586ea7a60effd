// Workers as MPI ranks.
//
// Waiting: a rank that waits gives its core away (short sleeps between looks), because there are often more ranks than
//          cores and MPI's own waiting burns the core that the awaited rank needs.
// Errors:  MPI calls return their errors, which become an Error with rank, peer and size.
#ifndef FDSKL_FDSKL_MPI_CHANNEL_H_
#define FDSKL_FDSKL_MPI_CHANNEL_H_

#include <mpi.h>

#include <deque>
#include <functional>
#include <memory>

#include "fdskl/channel.h"

namespace fdskl {

// MPI from start to end of a process. One per process, made first and destroyed last.
class MpiWorld {
 public:
  MpiWorld();
  ~MpiWorld();
  MpiWorld(const MpiWorld&) = delete;
  MpiWorld& operator=(const MpiWorld&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // For what is not part of the protocol (reductions of times and counters): its traffic is not counted.
  MPI_Comm harness() const { return harness_; }

  // Runs body() and returns 0. If it throws, prints "fdskl-error: rank R: message" on standard error and ends all
  // ranks at once.
  int Run(const std::function<void()>& body) const;

 private:
  int rank_ = 0;
  int size_ = 0;
  MPI_Comm harness_ = MPI_COMM_NULL;
};

class MpiChannel : public Channel {
 public:
  // Collective. REQUIRES: `world` outlives the channel.
  explicit MpiChannel(const MpiWorld& world);
  ~MpiChannel() override;

 private:
  struct Outgoing {
    Buffer bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;
  void DoSendBuffer(int peer, Buffer& buffer) override;
  // Waits until `bytes` more may be under way; room for them, with the memory of an earlier message.
  std::unique_ptr<Outgoing> MakeRoom(std::size_t bytes);
  void Post(int peer, std::unique_ptr<Outgoing> outgoing);
  // Frees the buffers of the sends that are done, oldest first.
  void ReapSends();

  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::deque<std::unique_ptr<Outgoing>> outgoing_;
  std::vector<std::unique_ptr<Outgoing>> spare_;
  std::size_t outgoing_bytes_ = 0;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_MPI_CHANNEL_H_
