// Public random seeds. A seed is derived from its purpose and further names or numbers, so that no two purposes share
// one by accident:
//   Seed("split", "a9a", 3)
//
// Equal arguments give equal seeds on every machine. Private randomness is in fdskl/masking/secrets.h.
#ifndef FDSKL_BASE_SEED_H_
#define FDSKL_BASE_SEED_H_

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

namespace fdskl::base {

// FNV-1a over `text`, then one round of SplitMix64 so that all bits depend on all characters.
std::uint64_t HashText(std::string_view text);

template <class... Axes>
std::uint64_t Seed(const Axes&... axes) {
  std::string text;
  ((text += fmt::format("{}\x1f", axes)), ...);
  return HashText(text);
}

}  // namespace fdskl::base

#endif  // FDSKL_BASE_SEED_H_
