// For fuzzers of messages: makes SecureBoost's keys the same in every run, so that recorded messages fit them.
#ifndef FDSKL_BASELINES_TESTING_RANDOM_H_
#define FDSKL_BASELINES_TESTING_RANDOM_H_

#include <openssl/rand.h>

#include <cstdint>
#include <span>

namespace fdskl::baselines::testing {

// While this object lives, OpenSSL gives every thread the same sequence of numbers, and this thread from its beginning.
class SameNumbers {
 public:
// Since OpenSSL 3 a provider is to take the place of a method; for a test, a method is enough.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
  SameNumbers() {
    static const RAND_METHOD numbers = {
        .seed = nullptr, .bytes = &Fill, .cleanup = nullptr, .add = nullptr, .pseudorand = &Fill, .status = [] {
          return 1;
        }};
    State() = 0;
    RAND_set_rand_method(&numbers);
  }
  SameNumbers(const SameNumbers&) = delete;
  SameNumbers& operator=(const SameNumbers&) = delete;
  ~SameNumbers() { RAND_set_rand_method(RAND_OpenSSL()); }
#pragma GCC diagnostic pop

 private:
  static std::uint64_t& State() {
    thread_local std::uint64_t state = 0;
    return state;
  }
  // SplitMix64, one byte at a time.
  static int Fill(unsigned char* bytes, int size) {
    for (unsigned char& byte : std::span(bytes, static_cast<std::size_t>(size))) {
      State() += 0x9E3779B97F4A7C15U;
      std::uint64_t word = State();
      word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
      word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
      byte = static_cast<unsigned char>(word >> 56U);
    }
    return 1;
  }
};

}  // namespace fdskl::baselines::testing

#endif  // FDSKL_BASELINES_TESTING_RANDOM_H_
