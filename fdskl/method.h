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
  kAsScheduled,  // at the observer's own choice
  kNow,          // yes: there is a new model, and there are few of them
  kNotNow,       // no: there is no new model since the last evaluation
};

// The state of training at one point, for the observer.
struct Progress {
  std::int64_t iteration = 0;
  std::int64_t iterations = 0;                                   // number of iterations in all; 0 when unknown
  std::int64_t features = 0;                                     // random features (trees, support vectors) so far
  double seconds = 0;                                            // training time so far
  double train_loss = std::numeric_limits<double>::quiet_NaN();  // NaN where this worker does not know it
  Evaluation evaluation = Evaluation::kAsScheduled;
  int level = 0, levels = 0;  // levels done of the tree being grown, and how many it will have; 0 without trees
  // The work since the last point that was not aside serves only to make the model that is measured here (kNow).
  // Afterwards `seconds` goes back to its value before that work, and so do the clocks of clock_channel.h.
  bool aside = false;
};

// Every worker calls its observer at the same points. Returns whether to continue; all workers must return the same.
using Observer = std::function<bool(const Progress&)>;

class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  // Trains until all iterations are done or the observer returns false.
  virtual void Fit(const Observer& observer) = 0;

  // Decision values f(x) of samples; `x` has this worker's columns of them. Worker 0 gets one value per sample, the
  // others get none.
  virtual std::vector<double> Predict(const base::Matrix& x) = 0;

  // Memory that this worker uses, where there is room, to do less work or send less.
  virtual std::int64_t saved_bytes() const { return 0; }
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_METHOD_H_
