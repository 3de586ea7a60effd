#include "fdskl/net/clock_channel.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "fdskl/net/peer_check.h"

namespace fdskl::net {
namespace {

constexpr double kLatestSeconds = 1e12;  // no clock of an honest party gets this far

}  // namespace

ClockChannel::ClockChannel(Channel& inner, std::span<const LinkModel> networks, int party_cores, CpuClock cpu_clock)
    : Channel(inner.rank(), inner.size()),
      inner_(inner),
      party_cores_(party_cores),
      cpu_clock_(std::move(cpu_clock)),
      note_bytes_(NoteBytes(networks.size())) {
  FDSKL_REQUIRE(party_cores >= 1);
  for (const LinkModel& network : networks) clocks_.push_back({.network = network});
  inner_waited_ = inner.waited_seconds();
  Start();
}

void ClockChannel::Enter() {
  if (!runs_) return;
  const base::CpuTime now = cpu_clock_();
  const double computed = (now - counted_).On(party_cores_);
  counted_ = now;
  for (Clock& clock : clocks_) clock.path.computing_seconds += computed;
}

void ClockChannel::Leave() {
  const double waited = inner_.waited_seconds() - inner_waited_;
  if (waited == 0) return;
  CountWaiting(waited);
  inner_waited_ += waited;
  if (runs_) counted_ = cpu_clock_();
}

void ClockChannel::Stop() {
  Enter();
  runs_ = false;
}

void ClockChannel::Start() {
  runs_ = true;
  counted_ = cpu_clock_();
}

void ClockChannel::SetBack(std::vector<Clock> earlier) {
  FDSKL_REQUIRE(earlier.size() == clocks_.size());
  clocks_ = std::move(earlier);
  if (runs_) counted_ = cpu_clock_();
}

// The note has, for each network, the critical path up to the moment at which the first bit reaches the receiver.
void ClockChannel::WriteNote(std::span<std::byte> note, std::int64_t bytes) {
  for (Clock& clock : clocks_) {
    CriticalPath path = clock.path;
    if (runs_) {
      const double now = path.Seconds();
      const double first_bit = clock.end.Send(clock.network, now, bytes);
      path.latency_seconds += clock.network.latency_seconds;
      path.bandwidth_seconds += std::max(0.0, first_bit - clock.network.latency_seconds - now);
    }
    std::memcpy(note.data(), &path, sizeof(path));
    note = note.subspan(sizeof(path));
  }
}

void ClockChannel::ReadNote(int peer, std::span<const std::byte> note, std::int64_t bytes) {
  if (!runs_) return;
  for (Clock& clock : clocks_) {
    CriticalPath path;
    std::memcpy(&path, note.data(), sizeof(path));
    note = note.subspan(sizeof(path));
    // The comparison is false for NaN too.
    if (!(path.Least() >= 0 && path.Seconds() <= kLatestSeconds)) {
      Refuse(*this, peer, "a clock that shows {} s", path.Seconds());
    }
    const double first_bit = path.Seconds();
    const double arrival = clock.end.Receive(clock.network, first_bit, bytes);
    if (arrival <= clock.path.Seconds()) continue;
    const double transfer = clock.network.TransferSeconds(bytes);
    path.bandwidth_seconds += transfer;
    path.waiting_seconds += std::max(0.0, arrival - transfer - first_bit);
    clock.path = path;
  }
}

void ClockChannel::DoSend(int peer, std::span<const std::byte> bytes) {
  Enter();
  const std::span<std::byte> room = inner_.Reserve<std::byte>(peer, bytes.size() + note_bytes_);
  std::ranges::copy(bytes, room.begin());
  WriteNote(room.last(note_bytes_), std::ssize(bytes));
  inner_.Commit();
  Leave();
}

std::span<std::byte> ClockChannel::DoReserve(int peer, std::size_t bytes) {
  Enter();
  reserved_ = inner_.Reserve<std::byte>(peer, bytes + note_bytes_);
  Leave();
  return reserved_.first(bytes);
}

void ClockChannel::DoCommit(int /*peer*/, std::span<const std::byte> bytes) {
  Enter();
  WriteNote(reserved_.last(note_bytes_), std::ssize(bytes));
  inner_.Commit();
  Leave();
}

void ClockChannel::DoReceive(int peer, std::span<std::byte> bytes) {
  Enter();
  inner_.Take<std::byte>(peer, bytes.size() + note_bytes_, [&](std::span<const std::byte> message) {
    std::ranges::copy(message.first(bytes.size()), bytes.begin());
    ReadNote(peer, message.last(note_bytes_), std::ssize(bytes));
  });
  Leave();
}

// The caller's use of the message counts as computing.
void ClockChannel::DoTake(int peer, std::size_t bytes, const Use& use) {
  Enter();
  inner_.Take<std::byte>(peer, bytes + note_bytes_, [&](std::span<const std::byte> message) {
    ReadNote(peer, message.last(note_bytes_), static_cast<std::int64_t>(bytes));
    Leave();
    use(message.first(bytes));
  });
}

}  // namespace fdskl::net
