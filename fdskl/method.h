// The interface of every learner of this project: FDSKL here, its rivals in baselines/.
//
// Collective: all workers call Fit() and Predict() in the same order, each with its own columns.
// Timing:     the method's clock runs inside Fit() and stops inside the observer.
#ifndef FDSKL_FDSKL_METHOD_H_
#define FDSKL_FDSKL_METHOD_H_

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/matrix.h"
#include "base/worker_view.h"

namespace fdskl {

using base::WorkerView;

// Whether the observer should measure the test error at this point.
enum class Evaluation {
  kAsScheduled,  // as often as the observer likes
  kNow,          // yes: there is a new model, one of few
  kNotNow,       // no: there is no new model since the last such point
};

struct Progress {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;                                   // how many there will be; 0 when unknown
  std::int64_t features = 0;                                     // random features (trees, support vectors) so far
  double seconds = 0;                                            // training time so far
  double train_loss = std::numeric_limits<double>::quiet_NaN();  // where this worker knows it
  Evaluation evaluation = Evaluation::kAsScheduled;
  int level = 0, levels = 0;  // levels done of the tree being grown, and how many it will have; 0 without trees
  // What was done since the last point that was not aside is for one model alone: once that has been measured (kNow),
  // `seconds` goes back, and so do the clocks of clock_channel.h.
  bool aside = false;
};

// Called by every worker at the same points. Returns whether to go on; all workers must return the same.
using Observer = std::function<bool(const Progress&)>;

class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  virtual void Fit(const Observer& observer) = 0;

  // Decision values f(x) of samples, whose columns at this worker are `x`. Worker 0 gets one for each sample, the
  // others get none.
  virtual std::vector<double> Predict(const base::Matrix& x) = 0;

  // Memory that this worker took, because there was room, to do less work or send less.
  virtual std::int64_t saved_bytes() const { return 0; }
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_METHOD_H_
