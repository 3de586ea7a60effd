// For fuzzers of matching: makes keys the same in every run, so that recorded messages fit them.
#ifndef FDSKL_FDSKL_MATCHING_TESTING_RANDOM_H_
#define FDSKL_FDSKL_MATCHING_TESTING_RANDOM_H_

#include <sodium.h>

#include <cstddef>
#include <cstdint>

namespace fdskl::matching::testing {

// While this object lives, libsodium gives every thread the same sequence of numbers, from its beginning.
class SameNumbers {
 public:
  SameNumbers() {
    static randombytes_implementation numbers = {.implementation_name = [] { return "same numbers"; },
                                                 .random = &Next,
                                                 .stir = nullptr,
                                                 .uniform = nullptr,
                                                 .buf = &Fill,
                                                 .close = nullptr};
    State() = 0;
    randombytes_set_implementation(&numbers);
  }
  SameNumbers(const SameNumbers&) = delete;
  SameNumbers& operator=(const SameNumbers&) = delete;
  ~SameNumbers() { randombytes_set_implementation(&randombytes_sysrandom_implementation); }

 private:
  static std::uint64_t& State() {
    thread_local std::uint64_t state = 0;
    return state;
  }
  // SplitMix64.
  static std::uint32_t Next() {
    State() += 0x9E3779B97F4A7C15U;
    std::uint64_t word = State();
    word = (word ^ (word >> 30U)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<std::uint32_t>(word >> 32U);
  }
  static void Fill(void* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) static_cast<unsigned char*>(bytes)[i] = static_cast<unsigned char>(Next());
  }
};

}  // namespace fdskl::matching::testing

#endif  // FDSKL_FDSKL_MATCHING_TESTING_RANDOM_H_
