#include "baselines/secureboost/os_random.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <numeric>
#include <span>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

void Fill(std::span<unsigned char> bytes) {
  if (RAND_priv_bytes(bytes.data(), static_cast<int>(bytes.size())) != 1) {
    base::Fail("OpenSSL's generator gives no random numbers");
  }
}

// The generator for std::shuffle.
struct Generator {
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  result_type operator()() {
    std::array<unsigned char, sizeof(result_type)> bytes{};
    Fill(bytes);
    return std::bit_cast<result_type>(bytes);
  }
};

}  // namespace

mpz_class RandomBits(int bits) {
  FDSKL_REQUIRE(bits >= 1);
  std::vector<unsigned char> bytes((static_cast<std::size_t>(bits) + 7) / 8);
  Fill(bytes);
  mpz_class number;
  mpz_import(number.get_mpz_t(), bytes.size(), 1, 1, 0, 0, bytes.data());
  OPENSSL_cleanse(bytes.data(), bytes.size());
  mpz_fdiv_r_2exp(number.get_mpz_t(), number.get_mpz_t(), static_cast<mp_bitcnt_t>(bits));
  return number;
}

// By rejection: BN_rand_range does the same, but its result would have to be converted to GMP's form.
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
  std::shuffle(order.begin(), order.end(), Generator());
  return order;
}

}  // namespace fdskl::secureboost
