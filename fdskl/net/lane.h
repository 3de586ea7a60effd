// A queue of messages from one process to another on the same host, in memory that only these two map.
//
// Order:   first in, first out. One process writes, one reads. Each message is contiguous, so that it can be made and
//          used in place, without a copy.
// Waiting: an end that waits sleeps in the kernel and is woken by the other end, because processes may outnumber cores.
// Memory:  when the lane is empty, the writer starts again at its first byte, which is likely still in a cache. The
//          memory has no name in a file system, only its user may open it, and it is freed with the last process that
//          maps it.
// Trust:   neither end trusts what the other wrote. Impossible records or positions are an Error; no end reads or
//          writes outside of the lane, whatever the other does.
#ifndef FDSKL_FDSKL_NET_LANE_H_
#define FDSKL_FDSKL_NET_LANE_H_

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace fdskl::net {

class Lane {
 public:
  static constexpr std::uint32_t kBytes = std::uint32_t{1} << 21U;
  // For a larger message the lane has only the size; its bytes must be sent in another way. The extra kilobyte is for
  // what a channel adds to a message of a quarter of the lane.
  static constexpr std::size_t kLargestMessage = kBytes / 4 + 1024;

  // The reader's end, in new memory.
  Lane();
  // The writer's end, from the reader's path().
  // Errors: Error when it cannot be opened from here or is not a lane.
  explicit Lane(const std::string& path);
  // The writer's end in the reader's own process, on the same mapping, for tests with two threads. `reader` must
  // outlive this object.
  explicit Lane(Lane* reader);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // The path for the writer's constructor. Valid until Close().
  std::string path() const;
  void Close();

  // Writer: room for the bytes of a message, or null while there is none.
  std::byte* TryReserve(std::size_t size);
  // Writer: makes the reserved message visible to the reader.
  void Commit();
  // Writer: sleeps until the reader has read something since TryReserve() returned null, or `most` has passed.
  void AwaitRoom(std::chrono::microseconds most);

  // Reader: whether there is a message. It stays at the front until Pop().
  bool TryFront();
  std::size_t size() const { return front_size_; }
  const std::byte* bytes() const;
  void Pop();
  // Reader: sleeps until something was committed since TryFront() returned false, or `most` has passed.
  void AwaitMessage(std::chrono::microseconds most);

  // All of the shared memory, for tests that write into it as a dishonest end could.
  std::span<std::byte> memory();

 private:
  struct Shared;
  struct Record;

  void Map();
  Record* At(std::uint32_t position) const;
  // The committed record at position_. Reads it once and checks it.
  Record TakeRecord(std::uint32_t written) const;

  int file_ = -1;
  Shared* shared_ = nullptr;
  bool maps_ = true;                // whether this end owns the mapping
  std::uint32_t position_ = 0;      // bytes this end has written or read so far, modulo 2^32
  std::uint32_t reserved_ = 0;      // writer: its position after the next Commit()
  std::uint32_t seen_ = 0;          // the other end's position when it was last read
  std::uint32_t left_ = 0;          // writer: its position when it last started again at the first byte
  bool ahead_ = false;              // writer: the reader has not yet followed to the first byte
  std::uint32_t restarts_ = 0;      // how often this end has started again at the first byte
  std::size_t front_size_ = 0;      // reader: bytes of the message at the front
  std::uint32_t front_length_ = 0;  // reader: bytes of that message's record
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LANE_H_
