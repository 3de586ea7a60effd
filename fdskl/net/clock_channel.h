// A Channel that passes everything on to another one and tells how long the run would take if every party had its
// own machine, on several networks at once. docs/clocks.md explains the model and what it assumes.
//
// A party has a logical clock for each network (link_model.h). All start at zero.
//   Computing  advances every clock by the CPU time that the party used between two calls of the channel, on as many
//              cores as it is said to have (base/cpu_time.h). Waiting inside a call does not count, whether it sleeps
//              or spins. A CPU clock takes long to read, so the little that a call does besides waiting counts too.
//   Sending    costs the sender nothing; the message leaves when the link is free.
//   Receiving  sets each clock to the message's arrival on that network, if that is later.
// A clock knows the critical path that leads to its time: a message that sets it brings along its sender's.
//
// Counters:   payload alone, as in every channel. Each message carries a note of NoteBytes() at its end for the
//             receiver's clocks, which only the inner channel counts.
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

// What the time on a clock was spent on, along the chain of computations and messages that led to it.
struct CriticalPath {
  double computing_seconds = 0;
  double latency_seconds = 0;    // bits travelled
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

  // `inner` outlives this channel and is used through it alone. The clocks run. `cpu_clock` is read by the thread that
  // calls. REQUIRES: party_cores >= 1.
  ClockChannel(Channel& inner, std::span<const LinkModel> networks, int party_cores = 1,
               CpuClock cpu_clock = base::CpuTimeNow);

  // Bytes that the clocks of so many networks add to each message.
  static std::size_t NoteBytes(std::size_t networks) { return networks * sizeof(CriticalPath); }

  // While the clocks are stopped, neither computing nor messages count. Stop() counts what was computed before it.
  void Stop();
  void Start();

  // By network, in the order given. Up to date while the clocks are stopped.
  const std::vector<Clock>& clocks() const { return clocks_; }
  // Makes these the clocks, as if what came after them had not happened. REQUIRES: they are clocks() of earlier.
  void SetBack(std::vector<Clock> earlier);

 private:
  void DoSend(int peer, std::span<const std::byte> bytes) override;
  void DoReceive(int peer, std::span<std::byte> bytes) override;
  std::span<std::byte> DoReserve(int peer, std::size_t bytes) override;
  void DoCommit(int peer, std::span<const std::byte> bytes) override;
  void DoTake(int peer, std::size_t bytes, const Use& use) override;

  // Called before and after what may wait: Enter() puts what was computed on the clocks, and if the inner channel has
  // waited since, Leave() passes over the CPU time between the two.
  void Enter();
  void Leave();
  void WriteNote(std::span<std::byte> note, std::int64_t bytes);
  // Errors: Error that names both ends when the note has no time in it.
  void ReadNote(int peer, std::span<const std::byte> note, std::int64_t bytes);

  Channel& inner_;
  std::vector<Clock> clocks_;
  int party_cores_;
  CpuClock cpu_clock_;
  std::size_t note_bytes_;
  std::span<std::byte> reserved_;  // the room of a reserved message and its note
  double inner_waited_ = 0;        // the inner channel's waited_seconds() at the last Leave()
  base::CpuTime counted_;          // CPU time up to here is on the clocks, or passed over
  bool runs_ = true;
};

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_CLOCK_CHANNEL_H_
