// How one worker talks to the others: the only way anything leaves a party.
//
// Ownership: a Channel belongs to one worker and one thread at a time.
// Order:     messages from one worker to another arrive in the order sent; nothing is promised across pairs.
// Send:      returns as soon as the caller may reuse the values, which can be before they arrive. Two workers may each
//            send to the other first and receive afterwards; only after many megabytes unreceived does Send wait.
// Receive:   waits for the next message from `peer`; one of another size is an Error that names both ends.
// Counters:  bytes and messages by peer, of payload alone.
//
// Kinds: mpi_channel.h (ranks), thread_channel.h (one process, for tests), tracing_channel.h (records what left),
//        link_channel.h (as slow as another network), chain_channel.h (measures chains of dependent messages).
#ifndef FDSKL_FDSKL_CHANNEL_H_
#define FDSKL_FDSKL_CHANNEL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace fdskl {

// Memory that can change hands.
using Buffer = std::vector<std::byte>;

// The first `size` values of type T in a buffer, which is made large enough.
template <class T>
std::span<T> ValuesIn(Buffer& buffer, std::size_t size) {
  static_assert(std::is_trivially_copyable_v<T>);
  buffer.resize(size * sizeof(T));
  return {reinterpret_cast<T*>(buffer.data()), size};
}

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
  // The channel may keep the memory; what is in `buffer` afterwards is anything, of any size.
  void SendBuffer(int peer, Buffer& buffer);

  const Traffic& traffic(int peer) const { return traffic_.at(static_cast<std::size_t>(peer)); }
  Traffic total_traffic() const;

 protected:
  // REQUIRES: 0 <= rank < size.
  Channel(int rank, int size);

 private:
  virtual void DoSend(int peer, std::span<const std::byte> bytes) = 0;
  virtual void DoReceive(int peer, std::span<std::byte> bytes) = 0;
  virtual void DoSendBuffer(int peer, Buffer& buffer) { DoSend(peer, buffer); }

  void CountSent(int peer, std::size_t bytes);

  int rank_;
  std::vector<Traffic> traffic_;  // by peer
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_CHANNEL_H_
