#include "fdskl/net/lane.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <new>

#include "base/error.h"

namespace fdskl::net {
namespace {

constexpr std::uint32_t kLine = 64;  // bytes of a cache line; each record begins on one

// The memory of a lane can never change its size.
constexpr int kSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

// Sleeps unless `word` has changed from `value` by the time that the kernel checks it.
void Sleep(std::atomic<std::uint32_t>& word, std::uint32_t value, std::chrono::microseconds most) {
  const timespec time = {most.count() / 1'000'000, most.count() % 1'000'000 * 1000};
  syscall(SYS_futex, &word, FUTEX_WAIT, value, &time, nullptr, 0);
}

void Wake(std::atomic<std::uint32_t>& word) { syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0); }

std::uint32_t Lines(std::uint64_t bytes) { return static_cast<std::uint32_t>((bytes + kLine - 1) / kLine * kLine); }

}  // namespace

struct alignas(kLine) Lane::Record {
  std::uint64_t size = 0;    // bytes of the message
  std::uint32_t length = 0;  // bytes of the record and of the message after it
  std::uint32_t skip = 0;    // not 0: no message follows; the next record is at the lane's first byte
};

// `written` and `read` are the positions of the two ends: bytes so far, modulo 2^32. An end that is about to sleep
// first sets its flag and then checks the position again. The other end first moves its position and then checks the
// flag. So at least one of the two notices the other.
//
// `restarts` counts how often the writer started again at the lane's first byte because the lane was empty; the reader
// follows before it reads on. A record cannot say so: a record may not be overwritten until the reader has passed it,
// so it would leave only the memory before it as room.
struct Lane::Shared {
  alignas(kLine) std::atomic<std::uint32_t> written;
  std::atomic<std::uint32_t> reader_sleeps;
  std::atomic<std::uint32_t> restarts;
  alignas(kLine) std::atomic<std::uint32_t> read;
  std::atomic<std::uint32_t> writer_sleeps;
  alignas(kLine) std::byte ring[kBytes];
};

Lane::Lane() : file_(memfd_create("fdskl-lane", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  if (file_ < 0 || fchmod(file_, S_IRUSR | S_IWUSR) != 0 || ftruncate(file_, sizeof(Shared)) != 0 ||
      fcntl(file_, F_ADD_SEALS, kSeals) != 0) {
    const int error = errno;
    Close();
    base::Fail("cannot make memory to share: {}", std::strerror(error));
  }
  Map();
  new (shared_) Shared;
}

Lane::Lane(const std::string& path) : file_(open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  if (file_ < 0) base::Fail("cannot open shared memory {}: {}", path, std::strerror(errno));
  // Only memory without a name has seals. So no file of this user can pose as a lane, and the mapped memory cannot
  // become shorter.
  struct stat status {};
  if (fcntl(file_, F_GET_SEALS) != kSeals || fstat(file_, &status) != 0 || status.st_size != sizeof(Shared)) {
    Close();
    base::Fail("{} is no lane", path);
  }
  Map();
  Close();
}

Lane::Lane(Lane* reader) : shared_(reader->shared_), maps_(false) {}

Lane::~Lane() {
  if (shared_ != nullptr && maps_) munmap(shared_, sizeof(Shared));
  Close();
}

void Lane::Map() {
  void* const memory = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (memory == MAP_FAILED) {
    Close();
    base::Fail("cannot map shared memory: {}", std::strerror(errno));
  }
  shared_ = static_cast<Shared*>(memory);
}

std::string Lane::path() const { return fmt::format("/proc/{}/fd/{}", getpid(), file_); }

void Lane::Close() {
  if (file_ >= 0) close(file_);
  file_ = -1;
}

Lane::Record* Lane::At(std::uint32_t position) const {
  return reinterpret_cast<Record*>(&shared_->ring[position % kBytes]);
}

std::byte* Lane::TryReserve(std::size_t size) {
  const std::uint32_t length = Lines(sizeof(Record) + (size <= kLargestMessage ? size : 0));
  seen_ = shared_->read.load(std::memory_order_acquire);
  const std::uint32_t to_end = kBytes - position_ % kBytes;
  if (seen_ == position_ && to_end < kBytes) {
    left_ = position_;
    position_ += to_end;
    ahead_ = true;
    shared_->restarts.store(++restarts_, std::memory_order_relaxed);  // Commit() publishes it
  }
  // Until the reader has followed, it has nothing left to read, so the whole lane is free.
  ahead_ = ahead_ && seen_ == left_;
  const std::uint32_t read = ahead_ ? left_ + (kBytes - left_ % kBytes) : seen_;
  if (position_ - read > kBytes) base::Fail("the reader of a lane is at {}, its writer at {}", seen_, position_);
  const std::uint32_t left = kBytes - position_ % kBytes;
  const std::uint32_t skipped = length > left ? left : 0;
  if (position_ + skipped + length - read > kBytes) return nullptr;
  if (skipped > 0) new (At(position_)) Record{0, skipped, 1};
  Record* const record = new (At(position_ + skipped)) Record{size, length, 0};
  reserved_ = position_ + skipped + length;
  return reinterpret_cast<std::byte*>(record + 1);
}

void Lane::Commit() {
  position_ = reserved_;
  shared_->written.store(position_);
  if (shared_->reader_sleeps.load() != 0 && shared_->reader_sleeps.exchange(0) != 0) Wake(shared_->written);
}

void Lane::AwaitRoom(std::chrono::microseconds most) {
  shared_->writer_sleeps.store(1);
  if (shared_->read.load() == seen_) Sleep(shared_->read, seen_, most);
}

bool Lane::TryFront() {
  seen_ = shared_->written.load(std::memory_order_acquire);
  if (seen_ == position_) return false;
  if (const std::uint32_t restarts = shared_->restarts.load(std::memory_order_relaxed); restarts != restarts_) {
    restarts_ = restarts;
    position_ += kBytes - position_ % kBytes;
  }
  Record record = TakeRecord(seen_);
  if (record.skip != 0) {  // the record at the first byte was committed together with this one
    position_ += record.length;
    record = TakeRecord(seen_);
    if (record.skip != 0) base::Fail("a lane begins with a record that skips");
  }
  front_size_ = record.size;
  front_length_ = record.length;
  return true;
}

Lane::Record Lane::TakeRecord(std::uint32_t written) const {
  const Record record = *At(position_);
  const std::uint32_t left = kBytes - position_ % kBytes;
  const std::uint64_t bytes = record.size <= kLargestMessage ? record.size : 0;
  const std::uint32_t length = record.skip != 0 ? left : Lines(sizeof(Record) + bytes);
  const std::uint32_t committed = written - position_;
  if (record.length != length || length > left || length > committed || committed > kBytes) {
    base::Fail("a lane's record at {} of {} has {} bytes for a message of {}", position_, written, record.length,
               record.size);
  }
  return record;
}

const std::byte* Lane::bytes() const { return reinterpret_cast<const std::byte*>(At(position_) + 1); }

void Lane::Pop() {
  position_ += front_length_;
  shared_->read.store(position_);
  // A writer is woken when half of the lane is free, not for every message.
  if (shared_->writer_sleeps.load() == 0 || shared_->written.load() - position_ > kBytes / 2) return;
  if (shared_->writer_sleeps.exchange(0) != 0) Wake(shared_->read);
}

std::span<std::byte> Lane::memory() { return {reinterpret_cast<std::byte*>(shared_), sizeof(Shared)}; }

void Lane::AwaitMessage(std::chrono::microseconds most) {
  shared_->reader_sleeps.store(1);
  if (shared_->written.load() == seen_) Sleep(shared_->written, seen_, most);
}

}  // namespace fdskl::net
