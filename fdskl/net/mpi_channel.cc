#include "fdskl/net/mpi_channel.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <exception>
#include <limits>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::net {
namespace {

constexpr int kTag = 1;
// A sender may run ahead of its receivers by this much before it waits.
constexpr std::size_t kOutgoingBytesLimit = std::size_t{4} << 20U;
constexpr std::size_t kSpareBuffers = 16;
// The longest sleep at a lane, so that MPI can make progress with messages that were sent.
constexpr std::chrono::microseconds kLongestSleep(2000);

constexpr int kPathSize = 64;
using Path = std::array<char, kPathSize>;

void Check(int code, int rank, const char* what, int peer, std::size_t bytes) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  base::Fail("{} failed: rank {}, peer {}, {} bytes: {}", what, rank, peer, bytes, text);
}

}  // namespace

MpiChannel::MpiChannel(const MpiWorld& world, Ways ways, std::chrono::seconds patience)
    : Channel(world.rank(), world.size()),
      patience_(patience),
      communicator_(DuplicateWorld()),
      lanes_(ways == Ways::kMpiAlone ? Lanes() : MakeLanes(communicator_)) {}

MpiChannel::~MpiChannel() {
  // During an exception the peers may be gone and MpiWorld::Run() will abort: do not wait for them.
  // Messages on their way keep their memory.
  if (std::uncaught_exceptions() > 0) {
    for (auto& outgoing : outgoing_) static_cast<void>(outgoing.release());
    return;
  }
  for (const auto& outgoing : outgoing_) MPI_Wait(&outgoing->request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&communicator_);
}

MpiChannel::Lanes MpiChannel::MakeLanes(MPI_Comm communicator) {
  int size = 0;
  int me = 0;
  MPI_Comm_size(communicator, &size);
  if (RanksOnThisHost(communicator) != size) return {};
  MPI_Comm_rank(communicator, &me);
  const auto q = static_cast<std::size_t>(size);
  Lanes lanes;
  lanes.in.resize(q);
  lanes.out.resize(q);
  std::vector<Path> mine(q);
  std::vector<Path> theirs(q);
  int good = 1;
  const auto for_peers = [&](const auto& make) {
    try {
      for (std::size_t peer = 0; peer < q; ++peer)
        if (peer != static_cast<std::size_t>(me)) make(peer);
    } catch (const base::Error&) {
      good = 0;  // another container's memory, or too many open files: use MPI without lanes
    }
  };
  for_peers([&](std::size_t peer) {
    lanes.in[peer] = std::make_unique<Lane>();
    lanes.in[peer]->path().copy(mine[peer].data(), kPathSize - 1);
  });
  MPI_Alltoall(mine.data(), kPathSize, MPI_CHAR, theirs.data(), kPathSize, MPI_CHAR, communicator);
  for_peers([&](std::size_t peer) {
    theirs[peer].back() = '\0';
    lanes.out[peer] = std::make_unique<Lane>(theirs[peer].data());
  });
  MPI_Allreduce(MPI_IN_PLACE, &good, 1, MPI_INT, MPI_MIN, communicator);
  if (good == 0) return {};
  for (const auto& lane : lanes.in)
    if (lane) lane->Close();
  return lanes;
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

std::unique_ptr<MpiChannel::Outgoing> MpiChannel::MakeRoom(int peer, std::size_t bytes) {
  FDSKL_REQUIRE(bytes <= std::numeric_limits<int>::max());
  const base::Stopwatch waited;
  CountWaiting(WaitUntil([&] {
    CheckPatience(peer, waited.Seconds());
    ReapSends();
    return outgoing_.empty() || outgoing_bytes_ + bytes <= kOutgoingBytesLimit;
  }));
  if (spare_.empty()) return std::make_unique<Outgoing>();
  std::unique_ptr<Outgoing> outgoing = std::move(spare_.back());
  spare_.pop_back();
  return outgoing;
}

void MpiChannel::Post(int peer, std::unique_ptr<Outgoing> outgoing) {
  const std::vector<std::byte>& bytes = outgoing->bytes;
  outgoing_bytes_ += bytes.size();
  Check(
      MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, peer, kTag, communicator_, &outgoing->request),
      rank(), "MPI_Isend", peer, bytes.size());
  outgoing_.push_back(std::move(outgoing));
}

void MpiChannel::DoSend(int peer, std::span<const std::byte> bytes) {
  const std::span<std::byte> room = DoReserve(peer, bytes.size());
  std::copy(bytes.begin(), bytes.end(), room.begin());
  DoCommit(peer, room);
}

std::span<std::byte> MpiChannel::DoReserve(int peer, std::size_t bytes) {
  if (ByLane(bytes)) return {ReserveLane(peer, bytes), bytes};
  reserved_ = MakeRoom(peer, bytes);
  reserved_->bytes.resize(bytes);
  return reserved_->bytes;
}

void MpiChannel::DoCommit(int peer, std::span<const std::byte> bytes) {
  if (!ByLane(bytes.size())) {
    if (!lanes_.out.empty()) ReserveLane(peer, bytes.size());  // the lane has the size, which keeps the order
    Post(peer, std::move(reserved_));
  }
  if (!lanes_.out.empty()) lanes_.out[base::Index(peer)]->Commit();
}

std::byte* MpiChannel::ReserveLane(int peer, std::size_t bytes) {
  Lane& lane = *lanes_.out[base::Index(peer)];
  const auto try_reserve = [&] { return CheckedFrom(*this, peer, [&] { return lane.TryReserve(bytes); }); };
  std::byte* room = try_reserve();
  if (room != nullptr) return room;
  const base::Stopwatch waited;
  while ((room = try_reserve()) == nullptr) {
    ReapSends();
    CheckPatience(peer, waited.Seconds());
    lane.AwaitRoom(kLongestSleep);
  }
  CountWaiting(waited.Seconds());
  return room;
}

const Lane& MpiChannel::AwaitFront(int peer, std::size_t bytes) {
  Lane& lane = *lanes_.in[base::Index(peer)];
  const auto try_front = [&] { return CheckedFrom(*this, peer, [&] { return lane.TryFront(); }); };
  if (!try_front()) {
    const base::Stopwatch waited;
    for (; !try_front(); lane.AwaitMessage(kLongestSleep)) {
      ReapSends();
      CheckPatience(peer, waited.Seconds());
    }
    CountWaiting(waited.Seconds());
  }
  CheckSize(peer, bytes, lane.size());
  return lane;
}

void MpiChannel::CheckPatience(int peer, double waited_seconds) const {
  if (waited_seconds > patience_.count())
    base::Fail("rank {} has waited for rank {} for {:.0f} s", rank(), peer, waited_seconds);
}

void MpiChannel::CheckSize(int peer, std::size_t expected, std::size_t got) const {
  if (expected != got) base::Fail("rank {} expected {} bytes from rank {} and got {}", rank(), expected, peer, got);
}

void MpiChannel::DoTake(int peer, std::size_t bytes, const Use& use) {
  if (!ByLane(bytes)) return Channel::DoTake(peer, bytes, use);
  use({AwaitFront(peer, bytes).bytes(), bytes});
  lanes_.in[base::Index(peer)]->Pop();
}

void MpiChannel::DoReceive(int peer, std::span<std::byte> bytes) {
  if (ByLane(bytes.size())) {
    return DoTake(peer, bytes.size(),
                  [&](std::span<const std::byte> message) { std::ranges::copy(message, bytes.begin()); });
  }
  if (!lanes_.in.empty()) {
    AwaitFront(peer, bytes.size());
    lanes_.in[base::Index(peer)]->Pop();
  }
  ReceiveMpi(peer, bytes);
}

void MpiChannel::ReceiveMpi(int peer, std::span<std::byte> bytes) {
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  const base::Stopwatch waited;
  CountWaiting(WaitUntil([&] {
    ReapSends();
    CheckPatience(peer, waited.Seconds());
    int there = 0;
    Check(MPI_Improbe(peer, kTag, communicator_, &there, &message, &status), rank(), "MPI_Improbe", peer, bytes.size());
    return there != 0;
  }));
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  CheckSize(peer, bytes.size(), static_cast<std::size_t>(size));
  MPI_Request request = MPI_REQUEST_NULL;
  Check(MPI_Imrecv(bytes.data(), size, MPI_BYTE, &message, &request), rank(), "MPI_Imrecv", peer, bytes.size());
  WaitUntil([&] {
    CheckPatience(peer, waited.Seconds());
    int done = 0;
    Check(MPI_Test(&request, &done, MPI_STATUS_IGNORE), rank(), "MPI_Test", peer, bytes.size());
    return done != 0;
  });
}

}  // namespace fdskl::net
