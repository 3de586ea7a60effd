// For tests of what crosses a channel: comparison of what a worker received in two runs.
#ifndef FDSKL_FDSKL_TESTING_WIRE_H_
#define FDSKL_FDSKL_TESTING_WIRE_H_

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>
#include <span>

#include "fdskl/net/tracing_channel.h"

namespace fdskl::testing {

// Expects that no message is the same in both runs, and that as many bits differ as between two streams of noise.
// Messages for which is_public(number, message) is true are left out.
inline void ExpectUnlike(std::span<const net::Message> first, std::span<const net::Message> second,
                         const std::function<bool(std::size_t, const net::Message&)>& is_public) {
  ASSERT_EQ(first.size(), second.size());
  double bits = 0;
  double unlike = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::vector<std::byte>& a = first[i].bytes;
    const std::vector<std::byte>& b = second[i].bytes;
    ASSERT_EQ(a.size(), b.size());
    if (is_public(i, first[i])) continue;
    EXPECT_TRUE(a != b) << "message " << i;
    for (std::size_t k = 0; k < a.size(); ++k) unlike += std::popcount(std::to_integer<std::uint8_t>(a[k] ^ b[k]));
    bits += 8 * static_cast<double>(a.size());
  }
  EXPECT_NEAR(unlike / bits, 0.5, 3 / std::sqrt(bits));  // six standard deviations
}

}  // namespace fdskl::testing

#endif  // FDSKL_FDSKL_TESTING_WIRE_H_
