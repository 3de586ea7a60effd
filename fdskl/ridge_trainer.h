// FDSKL with update conjugate at a single worker: square loss on all features and all labels at once, in the clear.
//
// It trains the same model as several workers in masking `private` (private_trainer.h), so that searches, which train
// with one worker, find settings for masking `private`.
#ifndef FDSKL_FDSKL_RIDGE_TRAINER_H_
#define FDSKL_FDSKL_RIDGE_TRAINER_H_

#include <cstdint>
#include <vector>

#include "fdskl/expansion.h"
#include "fdskl/model_file.h"

namespace fdskl {

class RidgeTrainer : public PartedMethod {
 public:
  // The channel and all that `view` refers to must outlive the trainer.
  // REQUIRES: the channel has one worker, which holds all labels.
  RidgeTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
               const masking::Secrets& secrets);

  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const base::Matrix& x) override;
  ModelPart Part() const override;

 private:
  net::Channel& channel_;
  Settings settings_;
  WorkerView view_;
  masking::Secrets secrets_;
  Expansion model_;
  double intercept_ = 0;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_RIDGE_TRAINER_H_
