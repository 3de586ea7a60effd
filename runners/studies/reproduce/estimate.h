// How long a cell may take. An estimate: a rough count of its work, corrected by what stored rows of the same method
// took, on the same dataset where there are some.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_ESTIMATE_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_ESTIMATE_H_

#include <map>
#include <span>
#include <string>
#include <utility>

#include "results/run_row.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce {

class Estimator {
 public:
  explicit Estimator(std::span<const results::RunRow> stored);

  // From the start of the ranks to their end; no more than the cell's time limit allows.
  double Seconds(const PlannedCell& planned) const;

 private:
  struct Seen {
    double seconds = 0, rough_seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, Seen> seen_;  // by method and dataset; dataset "" is all
};

// Of training and evaluation on two cores, from the settings alone. `run` is DescribeCell()'s or a stored one.
double RoughSeconds(const results::RunRow& run);

// "40 s", "12 min", "3 h 20 min"
std::string DurationText(double seconds);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_ESTIMATE_H_
