#include "baselines/secureboost/os_random.h"

#include <sys/random.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

// For std::uniform_int_distribution's rule, without its freedom to differ between libraries: rejection.
std::uint64_t RandomBelow64(std::uint64_t bound) {
  const std::uint64_t limit = std::numeric_limits<std::uint64_t>::max() / bound * bound;
  std::uint64_t draw = 0;
  do {
    FillRandom(std::as_writable_bytes(std::span(&draw, 1)));
  } while (draw >= limit);
  return draw % bound;
}

}  // namespace

void FillRandom(std::span<std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t got = getrandom(bytes.data(), bytes.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) base::Fail("the operating system gives no random numbers: {}", std::strerror(errno));
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
}

mpz_class RandomBits(int bits) {
  FDSKL_REQUIRE(bits >= 1);
  std::vector<std::byte> bytes((static_cast<std::size_t>(bits) + 7) / 8);
  FillRandom(bytes);
  mpz_class number;
  mpz_import(number.get_mpz_t(), bytes.size(), 1, 1, 0, 0, bytes.data());
  mpz_fdiv_r_2exp(number.get_mpz_t(), number.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  return number;
}

mpz_class RandomBelow(const mpz_class& bound) {
  FDSKL_REQUIRE(bound >= 1);
  const auto bits = static_cast<int>(mpz_sizeinbase(bound.get_mpz_t(), 2));
  mpz_class number;
  do {
    number = RandomBits(bits);
  } while (number >= bound);
  return number;
}

std::vector<std::int32_t> RandomOrder(std::int64_t size) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t left = order.size(); left > 1; --left) std::swap(order[left - 1], order[RandomBelow64(left)]);
  return order;
}

}  // namespace fdskl::secureboost
