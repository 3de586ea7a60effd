// DSG: doubly stochastic gradients in one process, on all columns.     [Dai et al.: Scalable Kernel Methods via Doubly
//                                                                        Stochastic Gradients, 2014]
// It runs the code of FDSKL over a channel of one worker (Lemma 1), on all cores. Equal seeds give the same random
// features, batches and coefficients as FDSKL. Settings::label_groups = a gives the batches of `a` active workers.
// Rate:      constant, as the FDSKL paper modifies it, or gamma / (1 + decay t) as in the authors' published code.
// Update:    plain, or preconditioned as in that code.
// Deviation: the authors' feature is a pair, cosine and sine of one w; here it is sqrt(2) cos(w.x + b), as in FDSKL.
#ifndef FDSKL_BASELINES_DSG_DSG_H_
#define FDSKL_BASELINES_DSG_DSG_H_

#include <vector>

#include "fdskl/trainer.h"

namespace fdskl::dsg {

class Dsg : public Method {
 public:
  // The channel and the data that `view` refers to must outlive the method. Settings::threads and masking are ignored.
  // REQUIRES: channel.size() == 1.
  Dsg(net::Channel& channel, const Settings& settings, const WorkerView& view);

  void Fit(const Observer& observer) override { trainer_.Fit(observer); }
  std::vector<double> Predict(const base::Matrix& x) override { return trainer_.Predict(x); }
  std::int64_t saved_bytes() const override { return trainer_.saved_bytes(); }

  const Expansion& model() const { return trainer_.model(); }

 private:
  Trainer trainer_;
};

}  // namespace fdskl::dsg

#endif  // FDSKL_BASELINES_DSG_DSG_H_
