// The range of an axis and its ticks, from the data.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_AXIS_RANGE_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_AXIS_RANGE_H_

#include <span>

#include "runners/reporting/figures/drawing.h"

namespace fdskl::figures {

// A little beyond the smallest and largest of `values`; those that are not finite, or not positive on a logarithmic
// axis, are passed over.
ResolvedAxis Resolve(const Axis& axis, std::span<const double> values);

// The value at a share of the axis, 0 its beginning and 1 its end.
double ValueAt(const ResolvedAxis& axis, double share);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_AXIS_RANGE_H_
