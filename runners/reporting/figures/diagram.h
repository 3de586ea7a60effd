// Draws nodes and arrows as shapes.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_DIAGRAM_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_DIAGRAM_H_

#include <vector>

#include "runners/reporting/figures/shapes.h"

namespace fdskl::figures {

// The shapes of a diagram in a frame of this size. Arrows end at the edge of their nodes. Two arrows between the same
// nodes, one each way, are drawn next to each other.
std::vector<Shape> DiagramShapes(const Diagram& diagram, double width_inches, double height_inches);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_DIAGRAM_H_
