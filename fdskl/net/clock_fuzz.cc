#include <array>
#include <cmath>

#include "base/fuzzing.h"
#include "fdskl/net/clock_channel.h"
#include "fdskl/net/untrusted_channel.h"

namespace fdskl::net {

// Receives messages whose notes for the clocks are arbitrary. Clocks must stay finite and never go back.
FDSKL_FUZZ_TARGET(ClockNotes, bytes) {
  static const std::array<LinkModel, 2> networks = {LinkOf(LinkPreset::kBare), LinkOf(LinkPreset::kWan)};
  base::fuzzing::Choices choices(bytes);
  const int messages = choices.Below(16);
  std::array<std::size_t, 16> sizes{};
  for (int i = 0; i < messages; ++i) sizes[static_cast<std::size_t>(i)] = choices.Byte();
  ScriptedChannel script(0, 2, std::as_bytes(choices.rest()));
  ClockChannel channel(script, networks, 1, [] { return base::CpuTime(); });
  constexpr double kRounding = 1e-9;
  std::array<double, 2> before{};
  for (int i = 0; i < messages; ++i) {
    const std::size_t size = sizes[static_cast<std::size_t>(i)];
    std::vector<std::byte> message(size);
    if (size % 2 == 0) {
      channel.ReceiveBytes(1, message);
    } else {
      channel.Take<std::byte>(1, size, [](std::span<const std::byte> /*bytes*/) {});
    }
    channel.SendBytes(1, message);
    for (std::size_t network = 0; network < before.size(); ++network) {
      const double now = channel.clocks()[network].path.Seconds();
      if (!std::isfinite(now) || now < before[network] * (1 - kRounding))
        throw std::logic_error("a clock that went back");
      before[network] = now;
    }
  }
}

}  // namespace fdskl::net
