// Secret random numbers, for keys, obfuscation and the order of split numbers.
//
// They come from OpenSSL's private generator, which the operating system seeds, again after each fork. They differ in
// every run, so no result may depend on them; base/seed.h has randomness that repeats.
// Threads: thread-safe.
// Errors:  Error when the generator fails.
#ifndef FDSKL_BASELINES_SECUREBOOST_OS_RANDOM_H_
#define FDSKL_BASELINES_SECUREBOOST_OS_RANDOM_H_

#include <gmpxx.h>

#include <cstdint>
#include <vector>

namespace fdskl::secureboost {

// Uniform in [0, 2^bits).
// REQUIRES: bits >= 1.
mpz_class RandomBits(int bits);

// Uniform in [0, bound).
// REQUIRES: bound >= 1.
mpz_class RandomBelow(const mpz_class& bound);

// The numbers 0 .. size-1 in random order; all orders are equally likely.
std::vector<std::int32_t> RandomOrder(std::int64_t size);

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_OS_RANDOM_H_
