#include "baselines/secureboost/fixed_point.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "baselines/secureboost/os_random.h"

namespace fdskl::secureboost {
namespace {

constexpr std::int64_t kOne = std::int64_t{1} << 30;

TEST(FixedPoint, RoundsToItsQuantum) {
  const FixedPoint code(1, 0.25);
  EXPECT_EQ(code.Encode(1, 0.25), (Gradient{kOne, kOne}));
  EXPECT_EQ(code.Encode(-0.5, 0), (Gradient{-kOne / 2, 0}));
  const Gradient third = code.Encode(-1.0 / 3, 0.1);
  EXPECT_NEAR(code.G(third), -1.0 / 3, std::ldexp(1.0, -31));
  EXPECT_NEAR(code.H(third), 0.1, std::ldexp(1.0, -33));
  const FixedPoint wide(1000, 2);
  EXPECT_NEAR(wide.G(wide.Encode(-999.9, 2)), -999.9, std::ldexp(1.0, -21));
}

TEST(FixedPoint, RefusesWhatIsOutOfRange) {
  const FixedPoint code(1, 0.25);
  const double nan = std::nan("");
  EXPECT_THROW(code.Encode(1.0001, 0), base::Error);
  EXPECT_THROW(code.Encode(-1.0001, 0), base::Error);
  EXPECT_THROW(code.Encode(0, 0.26), base::Error);
  EXPECT_THROW(code.Encode(0, -1e-9), base::Error);
  EXPECT_THROW(code.Encode(nan, 0), base::Error);
  EXPECT_THROW(code.Encode(0, nan), base::Error);
  EXPECT_THROW(code.Encode(std::numeric_limits<double>::infinity(), 0), base::Error);
}

// The largest possible sums, of either sign, next to each other.
TEST(SlotLayout, HasRoomForTheSumOverAllRows) {
  for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{1000}, std::int64_t{1023}, std::int64_t{1} << 30}) {
    const SlotLayout layout(rows);
    const std::int64_t most = rows * kOne;
    const std::vector<Gradient> sums = {{most, most}, {-most, most}, {-most, 0}, {0, most}, {most, 0}, {-1, 1}, {0, 0}};
    mpz_class packed = 0;
    for (auto sum = sums.rbegin(); sum != sums.rend(); ++sum) {
      packed = (packed << 2 * static_cast<mp_bitcnt_t>(layout.slot_bits())) + layout.Pack(*sum);
    }
    std::vector<std::int64_t> digits(2 * sums.size());
    layout.Unpack(packed, digits);
    for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ((Gradient{digits[2 * i + 1], digits[2 * i]}), sums[i]);
    // Numbers of so many slots are always plaintexts of the key.
    const int slots = layout.SlotsIn(1024);
    EXPECT_LE(slots * layout.slot_bits(), 1022);
    EXPECT_GT((slots + 1) * layout.slot_bits(), 1022);
  }
}

TEST(SlotLayout, PackedNumbersAddUp) {
  const SlotLayout layout(500);
  mpz_class packed = 0;
  Gradient total;
  for (int i = 0; i < 500; ++i) {
    const Gradient one{RandomBits(31).get_si() - kOne, RandomBits(30).get_si()};
    total += one;
    packed += layout.Pack(one);
  }
  std::array<std::int64_t, 2> digits{};
  layout.Unpack(packed, digits);
  EXPECT_EQ((Gradient{digits[1], digits[0]}), total);
}

TEST(SlotLayout, OverflowIsAnErrorAndNeverSilent) {
  const SlotLayout layout(10);
  std::array<std::int64_t, 2> digits{};
  EXPECT_THROW(layout.Unpack(layout.Pack({11 * kOne, 0}), digits), base::Error);
  EXPECT_THROW(layout.Unpack(layout.Pack({0, 11 * kOne}), digits), base::Error);
  EXPECT_THROW(layout.Unpack(mpz_class(1) << 500, digits), base::Error);
  EXPECT_THROW(SlotLayout(std::int64_t{1} << 40), base::Error);
}

}  // namespace
}  // namespace fdskl::secureboost
