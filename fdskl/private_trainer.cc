#include "fdskl/private_trainer.h"

#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "base/memory.h"
#include "base/stopwatch.h"
#include "fdskl/net/sums.h"
#include "fdskl/ridge_solver.h"

namespace fdskl {
namespace {

using sharing::MaskedMatrix;
using Masks = MaskedMatrix::Masks;

constexpr double kLargestLabel = 16;
// The fraction of the memory for shares of features. Columns, vectors and messages take the rest.
constexpr std::pair<std::int64_t, std::int64_t> kRoom = {7, 8};

}  // namespace

PrivateTrainer::PrivateTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view)
    : PrivateTrainer(channel, settings, view, masking::Secrets::ForExperiment(settings.seed, channel.rank())) {}

PrivateTrainer::PrivateTrainer(net::Channel& channel, const Settings& settings, const WorkerView& view,
                               const masking::Secrets& secrets)
    : channel_(channel),
      settings_(settings),
      view_(view),
      secrets_(secrets),
      model_(channel, settings, view.columns, view.active, secrets),
      masks_(ChooseMasks()) {
  FDSKL_REQUIRE(settings.loss == LossKind::kSquare && settings.update == Update::kConjugate && settings.sweeps >= 1);
  FDSKL_REQUIRE(view.labelled.size() == view.labels.size());
}

Masks PrivateTrainer::ChooseMasks() const {
  std::int64_t limit = settings_.memory_limit_bytes.value_or(0);
  if (channel_.rank() == 0 && limit == 0) limit = base::AvailableMemoryBytes();
  net::TreeBroadcast(channel_, net::BroadcastTree(channel_.size(), 0), std::span(&limit, 1));
  const std::int64_t watched = view_.watched == nullptr ? 0 : view_.watched->rows();
  const std::int64_t needed = model_.features() * (view_.train->rows() * MaskedMatrix::BytesPerEntry(Masks::kKept) +
                                                   watched * MaskedMatrix::BytesPerEntry(Masks::kMadeAgain));
  return needed <= limit / kRoom.second * kRoom.first ? Masks::kKept : Masks::kMadeAgain;
}

sharing::SharedVector PrivateTrainer::ShareLabels() {
  const std::size_t rows = base::Index(view_.train->rows());
  std::vector<double> own(view_.labelled.empty() ? 0 : rows);
  for (std::size_t i = 0; i < view_.labels.size(); ++i)
    own[base::Index(view_.labelled[i])] = static_cast<double>(view_.labels[i]);
  return model_.math().Input(own, rows, kLargestLabel,
                             sharing::ConjugateGradients::LabelBits(view_.train->rows(), kLargestLabel));
}

void PrivateTrainer::Fit(const Observer& observer) {
  base::Stopwatch watch;
  const std::vector<std::int32_t> rows = base::AllRows(*view_.train);
  train_ = model_.MakeFeatures(*view_.train, rows, masks_);
  sharing::ConjugateGradients solver(*train_, ShareLabels(),
                                     RidgeOf(settings_.lambda, view_.train->rows(), model_.features()));
  double seconds = 0;
  bool go_on = true;
  for (std::int64_t iteration = 1; go_on && iteration <= settings_.sweeps; ++iteration) {
    solver.Step();
    model_.coefficients = solver.solution();
    model_.intercept = solver.intercept();
    seconds += watch.Lap();
    go_on = observer(
        {.iteration = iteration, .iterations = settings_.sweeps, .features = model_.features(), .seconds = seconds});
    watch.Lap();
  }
  opened_ = solver.opened();
}

std::vector<double> PrivateTrainer::Predict(const base::Matrix& x) {
  if (&x != view_.watched) return model_.Predict(x);
  if (!watched_) watched_ = model_.MakeFeatures(x, base::AllRows(x), Masks::kMadeAgain);
  return model_.Predict(*watched_);
}

std::int64_t PrivateTrainer::saved_bytes() const {
  return (train_ ? train_->bytes() : 0) + (watched_ ? watched_->bytes() : 0);
}

ModelPart PrivateTrainer::Part() const {
  ModelPart part = PartOf(channel_, settings_, view_, secrets_);
  part.iterations = (settings_.features + settings_.block - 1) / settings_.block;
  part.shares = model_.coefficients;
  part.intercept_share = model_.intercept;
  return part;
}

}  // namespace fdskl
