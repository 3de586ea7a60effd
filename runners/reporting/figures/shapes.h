// What a figure's parts look like as shapes.
#ifndef FDSKL_RUNNERS_REPORTING_FIGURES_SHAPES_H_
#define FDSKL_RUNNERS_REPORTING_FIGURES_SHAPES_H_

#include <vector>

#include "runners/reporting/figures/drawing.h"

namespace fdskl::figures {

// A band where there is one, the line, and last its markers.
void AddLine(const Line& line, std::vector<Shape>& shapes);
// The method's marker stands on the median, so that methods can be told apart without colour.
void AddBox(const Box& box, std::vector<Shape>& shapes);
void AddBar(const Bar& bar, std::vector<Shape>& shapes);

// The notes, in a corner. REQUIRES: the frame's ranges are settled.
void AddNotes(const Panel& panel, double height_inches, Frame& frame);

// Settles the frame's ranges too.
void AddDiagram(const Diagram& diagram, Frame& frame);

}  // namespace fdskl::figures

#endif  // FDSKL_RUNNERS_REPORTING_FIGURES_SHAPES_H_
