// The connection of one worker to all others. A party's data leave it only through its Channel.
//
// Threads:  a Channel belongs to one worker, and one thread at a time may use it.
// Order:    messages from one worker to another arrive in the order sent; messages of different pairs in any order.
// Send:     returns as soon as the caller may reuse the values, which can be before they arrive. Two workers may each
//           send to the other first and receive afterwards: Send() waits only when a megabyte or more is unreceived.
// Receive:  waits for the next message from `peer`. A message of another size is an Error that names both ends.
// Counters: bytes and messages by peer. Only payload counts.
//
// Subclasses: mpi_channel.h (workers are MPI ranks), thread_channel.h (workers are threads, for tests),
//             tracing_channel.h (records messages), link_channel.h (delays messages as another network would),
//             clock_channel.h (computes the time that a run would take on other networks), chain_channel.h (measures
//             chains of dependent messages).
#ifndef FDSKL_FDSKL_NET_CHANNEL_H_
#define FDSKL_FDSKL_NET_CHANNEL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <type_traits>
#include <vector>

namespace fdskl::net {

// The payload that passed between a worker and one peer, or all peers.
struct Traffic {
  std::int64_t sent_bytes = 0;
  std::int64_t sent_messages = 0;
  std::int64_t received_bytes = 0;
  std::int64_t received_messages = 0;

  Traffic& operator+=(const Traffic& other);
};

class Channel {
 public:
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;
  virtual ~Channel() = default;

  int rank() const { return rank_; }
  int size() const { return static_cast<int>(traffic_.size()); }

  // REQUIRES: 0 <= peer < size(), peer != rank().
  template <class T>
  void Send(int peer, std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    SendBytes(peer, std::as_bytes(values));
  }
  template <class T>
  void Receive(int peer, std::span<T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    ReceiveBytes(peer, std::as_writable_bytes(values));
  }

  void SendBytes(int peer, std::span<const std::byte> bytes);
  void ReceiveBytes(int peer, std::span<std::byte> bytes);

  // Sends without a copy: returns room for `size` values, which the caller fills and then sends with Commit().
  // REQUIRES: the worker sends nothing else in between.
  template <class T>
  std::span<T> Reserve(int peer, std::size_t size) {
    static_assert(std::is_trivially_copyable_v<T>);
    return {reinterpret_cast<T*>(ReserveBytes(peer, size * sizeof(T)).data()), size};
  }
  void Commit();

  // Receives without a copy: calls use(values). The values are valid during the call.
  template <class T, class Use>
  void Take(int peer, std::size_t size, const Use& use) {
    static_assert(std::is_trivially_copyable_v<T>);
    TakeBytes(peer, size * sizeof(T), [&](std::span<const std::byte> bytes) {
      use(std::span<const T>(reinterpret_cast<const T*>(bytes.data()), size));
    });
  }

  const Traffic& traffic(int peer) const { return traffic_.at(static_cast<std::size_t>(peer)); }
  Traffic total_traffic() const;
  // Time that calls of this channel waited for a peer, as far as the subclass can tell.
  double waited_seconds() const { return waited_seconds_; }

 protected:
  using Use = std::function<void(std::span<const std::byte>)>;

  // REQUIRES: 0 <= rank < size.
  Channel(int rank, int size);

  virtual void DoSend(int peer, std::span<const std::byte> bytes) = 0;
  virtual void DoReceive(int peer, std::span<std::byte> bytes) = 0;
  // Subclasses that can work without a copy override these. Memory is aligned for any T.
  virtual std::span<std::byte> DoReserve(int peer, std::size_t bytes);
  virtual void DoCommit(int peer, std::span<const std::byte> bytes);
  virtual void DoTake(int peer, std::size_t bytes, const Use& use);

  void CountWaiting(double seconds) { waited_seconds_ += seconds; }

 private:
  std::span<std::byte> ReserveBytes(int peer, std::size_t bytes);
  void TakeBytes(int peer, std::size_t bytes, const Use& use);
  void CountSent(int peer, std::size_t bytes);
  void CountReceived(int peer, std::size_t bytes);

  int rank_;
  std::vector<std::byte> outgoing_;  // memory of DoReserve(), unless a subclass overrides it
  std::vector<std::byte> incoming_;  // memory of DoTake(), unless a subclass overrides it
  int reserved_for_ = -1;            // the peer of a reserved message; -1 when there is none
  std::span<std::byte> reserved_;
  std::vector<Traffic> traffic_;  // by peer
  double waited_seconds_ = 0;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_CHANNEL_H_
