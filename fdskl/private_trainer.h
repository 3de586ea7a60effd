// FDSKL in masking `private`: while it trains, nobody learns anything about a sample, a label or a coefficient but the
// numbers that step 4 opens. The worker that asks for a prediction learns f(x).          [docs/privacy.md, "private"]
// Assumes: owners, helper H and helper K follow the protocol and do not collude.
//
//   1. Angles. As in `ring`, but H subtracts pads that it shares with K. The owner of a feature gets angle - pad,
//      which is uniform; H and K have the pad (masking/shared.h).
//   2. Features. Owner and helpers turn that into shares of the cosine at H and K (sharing/shared_features.h).
//   3. Products. The matrix of features is masked once; then Phi p and Phi^T u send only vectors
//      (sharing/masked_matrix.h).
//   4. Solve. All active workers together give shares of the labels. Then conjugate gradients on shares, with square
//      loss (sharing/conjugate_gradients.h, which says what is opened).
//   5. Model. The coefficients stay shared between H and K. A prediction takes steps 1 to 3 for the new rows and one
//      product; the two shares of f go to the worker that asks.
//
// Model:   that of ridge_trainer.h on the same features, to the resolution of fixed-point numbers.
// Roles:   workers 0 .. active-1 own features, in turn by blocks. K and H are the last two workers, and passive.
// Memory:  per training sample and feature 24 bytes over all workers, 8 at H and 16 at K, if there is room; else 8 at
//          each, and K makes its mask again in each product (sharing/masked_matrix.h). For a watched sample always 16,
//          because its f is evaluated while no clock runs.
// Repeats: with the secrets of an experiment, models and predictions are equal to the bit in every run.
#ifndef FDSKL_FDSKL_PRIVATE_TRAINER_H_
#define FDSKL_FDSKL_PRIVATE_TRAINER_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "fdskl/model_file.h"
#include "fdskl/private_model.h"
#include "fdskl/sharing/conjugate_gradients.h"

namespace fdskl {

class PrivateTrainer : public PartedMethod {
 public:
  // Collective: all workers construct it together. The channel and all that `view` refers to must outlive the trainer.
  // The first form takes its secrets from the seed, for experiments.
  PrivateTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view);
  PrivateTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
                 const masking::Secrets& secrets);

  void Fit(const Observer& observer) override;
  std::vector<double> Predict(const base::Matrix& x) override;
  std::int64_t saved_bytes() const override;
  ModelPart Part() const override;

  PrivateModel& model() { return model_; }
  // The numbers that were opened to H and K; see ConjugateGradients::opened().
  const std::vector<double>& opened() const { return opened_; }

 private:
  // Whether there is room to keep the masks of training samples. All workers get the same answer.
  sharing::MaskedMatrix::Masks ChooseMasks() const;
  sharing::SharedVector ShareLabels();

  net::Channel& channel_;
  Settings settings_;
  WorkerView view_;
  masking::Secrets secrets_;
  PrivateModel model_;
  sharing::MaskedMatrix::Masks masks_;
  std::unique_ptr<sharing::SharedFeatures> train_, watched_;
  std::vector<double> opened_;
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_PRIVATE_TRAINER_H_
