// A model of the network between the parties: a latency and a bandwidth, the same for every pair.
//
// Each party has one link, on which it can send and receive at the same time. A message of n bytes takes n / bandwidth
// to leave the sender's link, travels for the latency, and takes n / bandwidth to enter the receiver's link; its first
// bit may enter before its last has left. Messages leave one after another in the order sent, and enter one after
// another in the order received.
//
// That messages also queue at the receiver is a choice: a party's line has the same bandwidth both ways. Only this
// makes the centre of a star slow. Without it a star of any size would take as long as one message, as if the centre
// had a line to every other party. The option receive=at-once models that case: a message has arrived when its last bit
// has travelled, however many others arrive at the same time.
//
// As text:  a preset's name, or "latency=20ms,bandwidth=100Mbit,receive=at-once". Latency is in us, ms or s, bandwidth
//           in bit, Kbit, Mbit or Gbit per second; receive is queued or at-once. Parts that are left out are those of
//           `bare`: no latency, unlimited bandwidth, queued. All presets are queued.
// Old name: the preset `bare` was called `shared-memory`. Older cells and rows have that name, and so do the
//           settings of a cell, because its hash is made from them.
#ifndef FDSKL_FDSKL_NET_LINK_MODEL_H_
#define FDSKL_FDSKL_NET_LINK_MODEL_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "base/names.h"

namespace fdskl::net {

// Whether messages enter a receiver's link one after another, or any number at once.
enum class Receiving { kQueued, kAtOnce };

constexpr auto NamesOf(Receiving /*value*/) {
  return base::EnumTable<Receiving, 2>{"way to receive",
                                       {{{Receiving::kQueued, "queued"}, {Receiving::kAtOnce, "at-once"}}}};
}

struct LinkModel {
  double latency_seconds = 0;
  double bandwidth_bits_per_second = std::numeric_limits<double>::infinity();
  Receiving receiving = Receiving::kQueued;

  // Whether the model adds nothing to the real network.
  bool IsBare() const { return *this == LinkModel(); }
  // Time for a message to leave its sender's link, or to enter its receiver's.
  double TransferSeconds(std::int64_t bytes) const {
    return 8 * static_cast<double>(bytes) / bandwidth_bits_per_second;
  }

  bool operator==(const LinkModel&) const = default;
};

// One party's end of its link: the times at which earlier messages have left and entered it. The rules of the link are
// here, for LinkChannel (real time), ClockChannel (logical time) and sum_cost.h (closed forms).
// Times are seconds since a moment that all parties share.
class LinkEnd {
 public:
  // A message of `bytes` is ready at `now`. Returns when its first bit reaches the receiver.
  double Send(const LinkModel& link, double now, std::int64_t bytes) {
    const double begin = std::max(now, free_to_send_);
    free_to_send_ = begin + link.TransferSeconds(bytes);
    return begin + link.latency_seconds;
  }

  // The first bit of a message arrives at `first_bit`. Returns when its last bit has entered.
  double Receive(const LinkModel& link, double first_bit, std::int64_t bytes) {
    const double begin = link.receiving == Receiving::kQueued ? std::max(first_bit, free_to_receive_) : first_bit;
    return free_to_receive_ = begin + link.TransferSeconds(bytes);
  }

 private:
  double free_to_send_ = 0;
  double free_to_receive_ = 0;
};

// The real network with nothing added; a network within a building; within a country; across an ocean.
enum class LinkPreset { kBare, kLan, kWan, kIntercontinental };

constexpr auto NamesOf(LinkPreset /*value*/) {
  return base::EnumTable<LinkPreset, 4>{"link",
                                        {{{LinkPreset::kBare, "bare"},
                                          {LinkPreset::kLan, "lan"},
                                          {LinkPreset::kWan, "wan"},
                                          {LinkPreset::kIntercontinental, "intercontinental"}}}};
}

LinkModel LinkOf(LinkPreset preset);

// Reads a link from its text; understands old names.
// Errors: Error says what is wrong and what is valid.
LinkModel ParseLink(std::string_view text);
// The link as text: the preset's name if it is one. ParseLink() reads it back as the same link.
std::string LinkText(const LinkModel& link);
// Like LinkText(), but with the old name of `bare`. A cell's settings have this text, for its hash must not change.
std::string StoredLinkText(const LinkModel& link);
// The text of a link in a stored row, with the present name instead of an old one.
std::string PresentLinkName(std::string_view stored);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LINK_MODEL_H_
