#include "fdskl/net/thread_channel.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"

namespace fdskl::net {
namespace {

// All mailboxes, under one lock: this is for tests, not for speed.
class World {
 public:
  explicit World(int size)
      : size_(size),
        queues_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
        awaits_(static_cast<std::size_t>(size), kRuns) {}

  void Put(int from, int to, std::span<const std::byte> bytes) {
    const std::lock_guard lock(mutex_);
    Queue(from, to).emplace_back(bytes.begin(), bytes.end());
    changed_.notify_all();
  }

  // Adds the time waited to `waited_seconds`.
  std::vector<std::byte> Take(int from, int to, double& waited_seconds) {
    std::unique_lock lock(mutex_);
    if (Queue(from, to).empty()) {
      const base::Stopwatch waited;
      awaits_[base::Index(to)] = from;
      FailIfStuck();
      changed_.wait(lock, [&] { return failed_ || !Queue(from, to).empty(); });
      awaits_[base::Index(to)] = kRuns;
      waited_seconds += waited.Seconds();
    }
    if (failed_) base::Fail("worker {} stops: another worker failed", to);
    std::vector<std::byte> message = std::move(Queue(from, to).front());
    Queue(from, to).pop_front();
    return message;
  }

  // Keeps the first failure and wakes all workers.
  void SetFailed(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (!failed_) failed_ = std::move(error);
    changed_.notify_all();
  }

  void End(int worker) {
    const std::lock_guard lock(mutex_);
    awaits_[base::Index(worker)] = kEnded;
    FailIfStuck();
  }

  void RethrowFailure() {
    if (failed_) std::rethrow_exception(failed_);
    for (int from = 0; from < size_; ++from)
      for (int to = 0; to < size_; ++to)
        if (!Queue(from, to).empty()) base::Fail("worker {} ended with a message from {} unread", to, from);
  }

 private:
  std::deque<std::vector<std::byte>>& Queue(int from, int to) {
    return queues_[static_cast<std::size_t>(from) * static_cast<std::size_t>(size_) + static_cast<std::size_t>(to)];
  }

  // Fails when every worker that has not ended waits for a message that nobody is left to send.
  void FailIfStuck() {
    std::string who;
    for (int worker = 0; worker < size_; ++worker) {
      const int from = awaits_[base::Index(worker)];
      if (from == kEnded) continue;
      if (from == kRuns || !Queue(from, worker).empty()) return;
      who += fmt::format("{}worker {} for worker {}", who.empty() ? "" : ", ", worker, from);
    }
    if (who.empty() || failed_) return;
    failed_ = std::make_exception_ptr(base::Error("nobody sends any more; there wait " + who));
    changed_.notify_all();
  }

  static constexpr int kRuns = -1;
  static constexpr int kEnded = -2;

  int size_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::deque<std::vector<std::byte>>> queues_;  // by (from, to)
  std::vector<int> awaits_;                                 // by worker: the peer it waits for, kRuns or kEnded
  std::exception_ptr failed_;
};

class ThreadChannel : public Channel {
 public:
  ThreadChannel(World& world, int rank, int size) : Channel(rank, size), world_(world) {}

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override { world_.Put(rank(), peer, bytes); }

  void DoReceive(int peer, std::span<std::byte> bytes) override {
    double waited_seconds = 0;
    const std::vector<std::byte> message = world_.Take(peer, rank(), waited_seconds);
    CountWaiting(waited_seconds);
    if (message.size() != bytes.size())
      base::Fail("worker {} expected {} bytes from worker {} and got {}", rank(), bytes.size(), peer, message.size());
    std::copy(message.begin(), message.end(), bytes.begin());
  }

  World& world_;
};

}  // namespace

void RunWorkers(int size, const std::function<void(Channel&)>& body) {
  FDSKL_REQUIRE(size >= 1);
  World world(size);
  std::vector<std::thread> threads;
  threads.reserve(static_cast<std::size_t>(size));
  for (int rank = 0; rank < size; ++rank) {
    threads.emplace_back([&world, &body, rank, size] {
      ThreadChannel channel(world, rank, size);
      try {
        body(channel);
      } catch (...) {
        world.SetFailed(std::current_exception());
      }
      world.End(rank);
    });
  }
  for (std::thread& thread : threads) thread.join();
  world.RethrowFailure();
}

}  // namespace fdskl::net
