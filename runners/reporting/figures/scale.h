// The scale of an axis, computed from the data: the place of each value along it, and its ticks.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_SCALE_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_SCALE_H_

#include <span>
#include <string>
#include <vector>

#include "runners/reporting/figures/figure.h"

namespace fdskl::figures {

// A tick at a place along an axis: 0 is its start, 1 its end.
struct Tick {
  double share = 0;
  std::string label;
};

class Scale {
 public:
  // Extends a little beyond the smallest and largest of `values`, and to the axis's own ticks. Values that are not
  // finite, or not positive on a logarithmic axis, are ignored.
  Scale(const Axis& axis, std::span<const double> values);

  // The place of a value. A value that is not positive is placed at the start of a logarithmic axis.
  double At(double value) const;
  const std::vector<Tick>& ticks() const { return ticks_; }

  // The places between which a broken axis leaves out values: `begin` < `end`; both are 0 on an unbroken axis.
  struct Break {
    double begin = 0, end = 0;
  };
  const Break& gap() const { return gap_; }

  // Moves everything towards the start, so that this share of the axis is free at its end.
  void LeaveFree(double share);

 private:
  // A part of the axis without a gap.
  struct Piece {
    double min = 0, max = 1;    // values
    double begin = 0, end = 1;  // their places
  };
  double Transformed(double value) const;

  bool logarithmic_ = false;
  std::vector<Piece> pieces_;
  std::vector<Tick> ticks_;
  Break gap_;
};

// "0.05", "200"; from a hundred thousand on, and below a thousandth, as a power: "2·10⁵".
std::string TickLabel(double value);

// The widest range between these intervals that none of them touches; both ends are 0 when there is none.
struct Stretch {
  double low = 0, high = 0;
};
Stretch WidestGap(std::vector<Stretch> intervals);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_SCALE_H_
