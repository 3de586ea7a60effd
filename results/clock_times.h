// The time that a run takes when every party has a machine of its own, by logical clocks (fdskl/net/clock_channel.h).
// These are columns of `runs` and `curves`; every network has the same ones.
#ifndef FDSKL_RESULTS_CLOCK_TIMES_H_
#define FDSKL_RESULTS_CLOCK_TIMES_H_

#include <array>
#include <cstddef>
#include <optional>

namespace fdskl::results {

// A network that takes no time, the presets of fdskl/net/link_model.h, and the link that --link gave.
enum class ClockNetwork { kBare, kLan, kWan, kIntercontinental, kLink };
inline constexpr std::size_t kClockNetworks = 5;

struct ClockTimes {
  std::optional<double> seconds;
  // The parts that add up to `seconds`.
  std::optional<double> computing_seconds, latency_seconds, bandwidth_seconds, waiting_seconds;
  std::optional<double> cost;
};

// One value per network.
template <class T>
struct ByNetwork : std::array<T, kClockNetworks> {
  using std::array<T, kClockNetworks>::operator[];
  T& operator[](ClockNetwork network) { return (*this)[static_cast<std::size_t>(network)]; }
  const T& operator[](ClockNetwork network) const { return (*this)[static_cast<std::size_t>(network)]; }
};

inline constexpr std::array<std::array<const char*, 2>, kClockNetworks> kClockColumns = {
    {{"clock_bare_seconds",
      "training time with a machine for every party and a network that takes no time; for a method in one process, its "
      "CPU time"},
     {"clock_lan_seconds", "the same over `lan`"},
     {"clock_wan_seconds", "the same over `wan`"},
     {"clock_intercontinental_seconds", "the same over `intercontinental`"},
     {"clock_link_seconds", "the same over the link that --link gave, if it is none of these"}}};

// Visits the seconds alone.
template <class Times, class Visit>
void VisitClockSeconds(Times& seconds, Visit&& visit) {
  for (std::size_t i = 0; i < kClockNetworks; ++i) visit(kClockColumns[i][0], seconds[i], kClockColumns[i][1]);
}

// Visits the seconds, their parts and the costs. `bare` has no parts: all of its time is computing.
template <class Times, class Visit>
void VisitClockTimes(Times& clocks, Visit&& visit) {
  struct Columns {
    ClockNetwork network;
    const char *computing, *latency, *bandwidth, *waiting;
  };
  static constexpr std::array<Columns, 4> kSplit = {{
      {ClockNetwork::kLan, "clock_lan_computing_seconds", "clock_lan_latency_seconds", "clock_lan_bandwidth_seconds",
       "clock_lan_waiting_seconds"},
      {ClockNetwork::kWan, "clock_wan_computing_seconds", "clock_wan_latency_seconds", "clock_wan_bandwidth_seconds",
       "clock_wan_waiting_seconds"},
      {ClockNetwork::kIntercontinental, "clock_intercontinental_computing_seconds",
       "clock_intercontinental_latency_seconds", "clock_intercontinental_bandwidth_seconds",
       "clock_intercontinental_waiting_seconds"},
      {ClockNetwork::kLink, "clock_link_computing_seconds", "clock_link_latency_seconds",
       "clock_link_bandwidth_seconds", "clock_link_waiting_seconds"},
  }};
  static constexpr std::array<const char*, kClockNetworks> kCosts = {
      "clock_bare_cost", "clock_lan_cost", "clock_wan_cost", "clock_intercontinental_cost", "clock_link_cost"};
  for (std::size_t i = 0; i < kClockNetworks; ++i) visit(kClockColumns[i][0], clocks[i].seconds, kClockColumns[i][1]);
  for (const Columns& columns : kSplit) {
    auto& times = clocks[columns.network];
    visit(columns.computing, times.computing_seconds, "the part of that time in which the critical path computes");
    visit(columns.latency, times.latency_seconds, "the part in which its bits travel");
    visit(columns.bandwidth, times.bandwidth_seconds,
          "the part in which links are busy with its messages, and with those that their senders sent before");
    visit(columns.waiting, times.waiting_seconds,
          "the part in which its messages wait because their receivers' links are busy with others");
  }
  for (std::size_t i = 0; i < kClockNetworks; ++i) {
    visit(kCosts[i], clocks[i].cost,
          "what all parties' cores cost for that time and the sent bytes cost, at the prices given to the run; null "
          "without");
  }
}

}  // namespace fdskl::results

#endif  // FDSKL_RESULTS_CLOCK_TIMES_H_
