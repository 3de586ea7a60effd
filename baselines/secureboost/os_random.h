// Numbers from the operating system's generator, for what must stay secret: keys, obfuscation, the order of split ids.
//
// Never repeatable, so no result may depend on them; see base/seed.h for randomness that repeats.
// Errors: Error when the operating system gives none.
#ifndef FDSKL_BASELINES_SECUREBOOST_OS_RANDOM_H_
#define FDSKL_BASELINES_SECUREBOOST_OS_RANDOM_H_

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fdskl::secureboost {

void FillRandom(std::span<std::byte> bytes);

// Uniform in [0, 2^bits). REQUIRES: bits >= 1.
mpz_class RandomBits(int bits);

// Uniform in [0, bound). REQUIRES: bound >= 1.
mpz_class RandomBelow(const mpz_class& bound);

// 0 .. size-1 in an order of which all are equally likely.
std::vector<std::int32_t> RandomOrder(std::int64_t size);

}  // namespace fdskl::secureboost

#endif  // FDSKL_BASELINES_SECUREBOOST_OS_RANDOM_H_
