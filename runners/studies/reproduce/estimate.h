// An estimate of how long a cell takes: a rough count of its work, corrected by the times in stored rows of the same
// method, on the same dataset if there are any.
#ifndef FDSKL_RUNNERS_STUDIES_REPRODUCE_ESTIMATE_H_
#define FDSKL_RUNNERS_STUDIES_REPRODUCE_ESTIMATE_H_

#include <map>
#include <span>
#include <string>
#include <utility>

#include "results/schema.h"
#include "runners/studies/reproduce/plan.h"

namespace fdskl::reproduce {

class Estimator {
 public:
  explicit Estimator(std::span<const results::RunRow> stored);

  // From the start of the ranks to their end; at most what the cell's time limit allows.
  double Seconds(const PlannedCell& planned) const;

 private:
  struct Seen {
    double seconds = 0, rough_seconds = 0;
  };
  std::map<std::pair<std::string, std::string>, Seen> seen_;  // by method and dataset; dataset "" stands for all
};

// Seconds of training and evaluation on two cores, from the settings alone. `run` is DescribeCell()'s or a stored row.
double RoughSeconds(const results::RunRow& run);

// "40 s", "12 min", "3 h 20 min"
std::string DurationText(double seconds);

}  // namespace fdskl::reproduce

#endif  // FDSKL_RUNNERS_STUDIES_REPRODUCE_ESTIMATE_H_
