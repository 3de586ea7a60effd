// Colours and markers. Okabe and Ito's palette, which people with any kind of colour vision tell apart; each colour has
// a marker of its own besides.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_LOOK_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_LOOK_H_

#include <array>
#include <cstddef>

#include "baselines/methods.h"
#include "runners/cell/cell.h"
#include "runners/reporting/figures/figure.h"

namespace fdskl::figures {

// The n-th of six.
inline Look LookOf(std::size_t n) {
  constexpr std::array<const char*, 6> kColors = {"#d55e00", "#0072b2", "#009e73", "#e69f00", "#56b4e9", "#cc79a7"};
  return {.color = kColors.at(n), .marker = static_cast<Marker>(n)};
}

inline Look LookOf(baselines::MethodRef method) {
  return {.color = std::string(method->color), .marker = method->marker};
}

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_LOOK_H_
