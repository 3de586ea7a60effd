// A network between the parties as two numbers, the same for every pair: how long a bit travels, and how many bits
// leave in a second.
//
// A party has one link, on which it can send and receive at the same time. A message of n bytes takes n / bandwidth to
// leave it, travels for the latency, and takes n / bandwidth to enter the receiver's link; a bit enters as soon as it
// is there. Messages leave one after another in the order sent, and enter one after another in the order received.
//
// That the receiver's link is busy too is a choice. A party's line has the same bandwidth both ways, and this alone
// makes the centre of a star slow: without it a star of any size would take as long as one message, as if the centre
// had a line to every other party. With receive=at-once it does: a message is there when its last bit has travelled,
// however many others arrive.
//
// As text: a preset's name, or "latency=20ms,bandwidth=100Mbit,receive=at-once". Latency is in us, ms or s, bandwidth
// in bit, Kbit, Mbit or Gbit per second, receive is queued or at-once. A part that is left out is as in `bare`: no
// latency, no limit of bandwidth, queued. All presets are queued.
//
// Old name: the preset `bare` was called `shared-memory`. Cells and rows that were stored then have that name, and the
//           settings of a cell, which its hash is made of, still do.
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

// Whether a receiver's link takes in one message after another, or any number at once.
enum class Receiving { kQueued, kAtOnce };

constexpr auto NamesOf(Receiving /*value*/) {
  return base::EnumTable<Receiving, 2>{"way to receive",
                                       {{{Receiving::kQueued, "queued"}, {Receiving::kAtOnce, "at-once"}}}};
}

struct LinkModel {
  double latency_seconds = 0;
  double bandwidth_bits_per_second = std::numeric_limits<double>::infinity();
  Receiving receiving = Receiving::kQueued;

  // Whether it adds nothing to the network that is there.
  bool IsBare() const { return *this == LinkModel(); }
  // Time for a message to leave its sender's link, or to enter its receiver's.
  double TransferSeconds(std::int64_t bytes) const {
    return 8 * static_cast<double>(bytes) / bandwidth_bits_per_second;
  }

  bool operator==(const LinkModel&) const = default;
};

// One party's end of its link: when earlier messages have left it, and when they have entered it. LinkChannel (real
// time), ClockChannel (logical time) and sum_cost.h (closed forms) all follow the link's rules through it.
// Times are seconds since a moment that all parties share.
class LinkEnd {
 public:
  // A message of `bytes` is ready at `now`. Returns when its first bit reaches the receiver.
  double Send(const LinkModel& link, double now, std::int64_t bytes) {
    const double begin = std::max(now, free_to_send_);
    free_to_send_ = begin + link.TransferSeconds(bytes);
    return begin + link.latency_seconds;
  }

  // The message's first bit is here at `first_bit`. Returns when its last bit has entered.
  double Receive(const LinkModel& link, double first_bit, std::int64_t bytes) {
    const double begin = link.receiving == Receiving::kQueued ? std::max(first_bit, free_to_receive_) : first_bit;
    return free_to_receive_ = begin + link.TransferSeconds(bytes);
  }

 private:
  double free_to_send_ = 0;
  double free_to_receive_ = 0;
};

// The network that is there, with nothing added; one building; one country; an ocean between the parties.
enum class LinkPreset { kBare, kLan, kWan, kIntercontinental };

constexpr auto NamesOf(LinkPreset /*value*/) {
  return base::EnumTable<LinkPreset, 4>{"link",
                                        {{{LinkPreset::kBare, "bare"},
                                          {LinkPreset::kLan, "lan"},
                                          {LinkPreset::kWan, "wan"},
                                          {LinkPreset::kIntercontinental, "intercontinental"}}}};
}

LinkModel LinkOf(LinkPreset preset);

// Reads a link's text, with old names too. Errors: Error with what is wrong and what is valid.
LinkModel ParseLink(std::string_view text);
// The preset's name where it is one. ParseLink() reads it back as the same link.
std::string LinkText(const LinkModel& link);
// The same with the old name of `bare`: as the settings of a cell have it, whose hash must not change.
std::string StoredLinkText(const LinkModel& link);
// A link's text from a stored row under its present name.
std::string PresentLinkName(std::string_view stored);

}  // namespace fdskl::net

#endif  // FDSKL_FDSKL_NET_LINK_MODEL_H_
