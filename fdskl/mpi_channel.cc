#include "fdskl/mpi_channel.h"

#include <sched.h>
#include <sys/prctl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <limits>
#include <thread>

#include "base/error.h"
#include "fdskl/stopwatch.h"

namespace fdskl {
namespace {

constexpr int kTag = 1;
// A sender may run ahead of its receivers by this much before it waits.
constexpr std::size_t kOutgoingBytesLimit = std::size_t{4} << 20U;
constexpr std::size_t kSpareBuffers = 16;

void Check(int code, int rank, const char* what, int peer, std::size_t bytes) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  Fail("{} failed: rank {}, peer {}, {} bytes: {}", what, rank, peer, bytes, text);
}

MPI_Comm Duplicate() {
  MPI_Comm copy = MPI_COMM_NULL;
  if (MPI_Comm_dup(MPI_COMM_WORLD, &copy) != MPI_SUCCESS) Fail("MPI_Comm_dup failed");
  MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
  return copy;
}

// Looks again and again until `done()`: at once, then yielding, then after sleeps of an eighth of the time waited so
// far, so that waiting costs little and being woken late costs little more than it already took.
template <class Done>
void WaitUntil(const Done& done) {
  constexpr int kLooks = 8;
  for (int look = 0; look < kLooks; ++look) {
    if (done()) return;
    if (look >= kLooks / 2) sched_yield();
  }
  const Stopwatch waited;
  while (!done()) {
    const double microseconds = std::clamp(waited.Seconds() * 1e6 / 8, 10.0, 500.0);
    std::this_thread::sleep_for(std::chrono::microseconds(static_cast<int>(microseconds)));
  }
}

}  // namespace

MpiWorld::MpiWorld() {
  int provided = 0;
  if (MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) Fail("MPI_Init_thread failed");
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  harness_ = Duplicate();
  prctl(PR_SET_TIMERSLACK, 1000);  // so that a sleep of ten microseconds is not one of sixty
}

MpiWorld::~MpiWorld() {
  MPI_Comm_free(&harness_);
  MPI_Finalize();
}

int MpiWorld::Run(const std::function<void()>& body) const {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fdskl-error: rank %d: %s\n", rank_, error.what());
  } catch (...) {
    std::fprintf(stderr, "fdskl-error: rank %d: unknown exception\n", rank_);
  }
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return 1;
}

MpiChannel::MpiChannel(const MpiWorld& world) : Channel(world.rank(), world.size()), communicator_(Duplicate()) {}

MpiChannel::~MpiChannel() {
  // On the way out of an exception the peers may be gone: Run() aborts, so nothing is waited for.
  if (std::uncaught_exceptions() > 0) return;
  for (const auto& outgoing : outgoing_) MPI_Wait(&outgoing->request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&communicator_);
}

void MpiChannel::ReapSends() {
  while (!outgoing_.empty()) {
    int done = 0;
    Outgoing& oldest = *outgoing_.front();
    Check(MPI_Test(&oldest.request, &done, MPI_STATUS_IGNORE), rank(), "MPI_Test", -1, oldest.bytes.size());
    if (done == 0) return;
    outgoing_bytes_ -= oldest.bytes.size();
    if (spare_.size() < kSpareBuffers) spare_.push_back(std::move(outgoing_.front()));
    outgoing_.pop_front();
  }
}

std::unique_ptr<MpiChannel::Outgoing> MpiChannel::MakeRoom(std::size_t bytes) {
  FDSKL_REQUIRE(bytes <= std::numeric_limits<int>::max());
  WaitUntil([&] {
    ReapSends();
    return outgoing_.empty() || outgoing_bytes_ + bytes <= kOutgoingBytesLimit;
  });
  if (spare_.empty()) return std::make_unique<Outgoing>();
  std::unique_ptr<Outgoing> outgoing = std::move(spare_.back());
  spare_.pop_back();
  return outgoing;
}

void MpiChannel::Post(int peer, std::unique_ptr<Outgoing> outgoing) {
  const Buffer& bytes = outgoing->bytes;
  outgoing_bytes_ += bytes.size();
  Check(
      MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, peer, kTag, communicator_, &outgoing->request),
      rank(), "MPI_Isend", peer, bytes.size());
  outgoing_.push_back(std::move(outgoing));
}

void MpiChannel::DoSend(int peer, std::span<const std::byte> bytes) {
  std::unique_ptr<Outgoing> outgoing = MakeRoom(bytes.size());
  outgoing->bytes.assign(bytes.begin(), bytes.end());
  Post(peer, std::move(outgoing));
}

void MpiChannel::DoSendBuffer(int peer, Buffer& buffer) {
  std::unique_ptr<Outgoing> outgoing = MakeRoom(buffer.size());
  outgoing->bytes.swap(buffer);
  Post(peer, std::move(outgoing));
}

void MpiChannel::DoReceive(int peer, std::span<std::byte> bytes) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  WaitUntil([&] {
    ReapSends();
    int there = 0;
    Check(MPI_Improbe(peer, kTag, communicator_, &there, &message, &status), rank(), "MPI_Improbe", peer, bytes.size());
    return there != 0;
  });
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  if (static_cast<std::size_t>(size) != bytes.size())
    Fail("rank {} expected {} bytes from rank {} and got {}", rank(), bytes.size(), peer, size);
  MPI_Request request = MPI_REQUEST_NULL;
  Check(MPI_Imrecv(bytes.data(), size, MPI_BYTE, &message, &request), rank(), "MPI_Imrecv", peer, bytes.size());
  WaitUntil([&] {
    int done = 0;
    Check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), rank(), "MPI_Test", peer, bytes.size());
    return done != 0;
  });
}

}  // namespace fdskl
