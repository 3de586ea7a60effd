// A Channel that passes everything on to another one and computes how long the run would take if every party had a
// machine of its own, for several networks at once. docs/clocks.md explains the model and its assumptions.
//
// A party has one logical clock for each network (link_model.h). All start at zero.
//   Computing  advances every clock by the CPU time that the party used between two calls of the channel, on
//              `party_cores` cores (base/cpu_time.h). Waiting inside a call does not count, whether it sleeps or spins.
//              The little that a call does besides waiting does count, because reading a CPU clock takes long.
//   Sending    costs the sender nothing; the message leaves when the link is free.
//   Receiving  sets each clock to the message's arrival on that network, if that is later.
// A clock also records the critical path to its time: a message that sets the clock brings its sender's path along.
//
// Counters:   only payload, as in every channel. Each message has NoteBytes() more at its end for the receiver's
//             clocks; only the inner channel counts these.
// Collective: all parties have the same networks, and stop and start their clocks at the same points of the protocol.
#ifndef FDSKL_FDSKL_NET_CLOCK_CHANNEL_H_
#define FDSKL_FDSKL_NET_CLOCK_CHANNEL_H_

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/cpu_time.h"
#include "fdskl/net/channel.h"
#include "fdskl/net/link_model.h"

namespace fdskl::net {

// The parts of the time on a clock, along the chain of computations and messages that led to it.
struct CriticalPath {
  double computing_seconds = 0;
  double latency_seconds = 0;    // bits were travelling
  double bandwidth_seconds = 0;  // the sender's link was busy with the message, or with those that it sent before
  double waiting_seconds = 0;    // the message waited because the receiver's link was busy with others

  double Seconds() const { return computing_seconds + latency_seconds + bandwidth_seconds + waiting_seconds; }
  double Least() const { return std::min({computing_seconds, latency_seconds, bandwidth_seconds, waiting_seconds}); }
};

class ClockChannel : public Channel {
 public:
  using CpuClock = std::function<base::CpuTime()>;

  struct Clock {
    LinkModel network;
    CriticalPath path = {};
    LinkEnd end = {};
  };

  // Starts with running clocks. `inner` must outlive this channel and be used only through it. `cpu_clock` is read by
  // the thread that calls the channel.
  // REQUIRES: party_cores >= 1.
  ClockChannel(Channel& inner, std::span<const LinkModel> networks, int party_cores = 1,
               CpuClock cpu_clock = base::CpuTimeNow);

  // Bytes that the clocks of this many networks add to each message.
  static std::size_t NoteBytes(std::size_t networks) { return networks * sizeof(CriticalPath); }

  // While the clocks are stopped, neither computing nor messages count. Stop() first adds the computing so far.
  void Stop();
  void Start();

  // One clock per network, in the constructor's order. Up to date only while the clocks are stopped.
  const std::vector<Clock>& clocks() const { return clocks_; }
  // Sets the clocks back, as if nothing had happened since.
  // REQUIRES: `earlier` is a former value of clocks().
  void SetBack(std::vector<Clock> earlier);

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;
  std::span<std::byte> DoReserve(int peer, std::size_t bytes) override;
  void DoCommit(int peer, std::span<const std::byte> bytes) override;
  void DoTake(int peer, std::size_t bytes, const Use& use) override;

  // Called before and after a call that may wait. Enter() adds the computing so far to the clocks. Leave() skips the
  // CPU time since Enter() if the inner channel has waited.
  void Enter();
  void Leave();
  void WriteNote(std::span<std::byte> note, std::int64_t bytes);
  // Errors: Error that names both ends when the note has no valid time.
  void ReadNote(int peer, std::span<const std::byte> note, std::int64_t bytes);

  Channel& inner_;
  std::vector<Clock> clocks_;
  int party_cores_;
  CpuClock cpu_clock_;
  std::size_t note_bytes_;
  std::span<std::byte> reserved_;  // room for a reserved message and its note
  double inner_waited_ = 0;        // the inner channel's waited_seconds() at the last Leave()
  base::CpuTime counted_;          // CPU time up to this value was added to the clocks or skipped
  bool runs_ = true;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_CLOCK_CHANNEL_H_
