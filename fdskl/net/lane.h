// A queue of messages from one process to another on the same host, in memory that these two map and nobody else.
//
// Order:   first in, first out. One process writes, one reads. Each message lies in one piece, so that it can be made
//          and used where it is, without a copy.
// Waiting: whoever waits sleeps in the kernel and is woken by the other side, for processes may outnumber cores.
// Memory:  an emptied lane begins again at its first byte, which is likely still in a cache. The memory has no name in
//          a file system, only its user may open it, and it is gone with the last process that maps it.
// Trust:   neither end believes what the other wrote. A lane whose records or positions cannot be right is an Error;
//          no end reads or writes outside of the lane, whatever the other does.
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
  // For a larger message the lane carries only the size. Its bytes have to come another way. A kilobyte is for what a
  // channel adds to a message of a quarter of the lane.
  static constexpr std::size_t kLargestMessage = kBytes / 4 + 1024;

  // The reader's end, in new memory.
  Lane();
  // The writer's end of a lane, from the reader's path(). Errors: it cannot be opened from here, or is no lane.
  explicit Lane(const std::string& path);
  // The writer's end in the reader's own process, on the same mapping. For tests of two threads. `reader` outlives it.
  explicit Lane(Lane* reader);
  ~Lane();
  Lane(const Lane&) = delete;
  Lane& operator=(const Lane&) = delete;

  // Where the writer finds the reader's end. Valid until Close().
  std::string path() const;
  void Close();

  // Writer: where to put the bytes of a message, or null while there is no room.
  std::byte* TryReserve(std::size_t size);
  // Hands over what was reserved.
  void Commit();
  // Sleeps until the reader has read something since TryReserve() said no, or `most` has passed.
  void AwaitRoom(std::chrono::microseconds most);

  // Reader: whether there is a message. It stays at the front until Pop().
  bool TryFront();
  std::size_t size() const { return front_size_; }
  const std::byte* bytes() const;
  void Pop();
  // Sleeps until something was committed since TryFront() said no, or `most` has passed.
  void AwaitMessage(std::chrono::microseconds most);

  // All of the shared memory. For tests of what the other end could write there.
  std::span<std::byte> memory();

 private:
  struct Shared;
  struct Record;

  void Map();
  Record* At(std::uint32_t position) const;
  // The record at position_, which the writer has committed: reads it once and checks it.
  Record TakeRecord(std::uint32_t written) const;

  int file_ = -1;
  Shared* shared_ = nullptr;
  bool maps_ = true;                // the mapping is this end's
  std::uint32_t position_ = 0;      // bytes this end has written or read so far, modulo 2^32
  std::uint32_t reserved_ = 0;      // writer: its position after the next Commit()
  std::uint32_t seen_ = 0;          // the other end's position when it was last looked at
  std::uint32_t left_ = 0;          // writer: its position when it last began again at the first byte
  bool ahead_ = false;              // writer: the reader has not followed it there yet
  std::uint32_t restarts_ = 0;      // how often this end began again at the first byte
  std::size_t front_size_ = 0;      // reader: bytes of the message at the front
  std::uint32_t front_length_ = 0;  // and of its record
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LANE_H_
