#include "fdskl/fdskl_method.h"

#include <algorithm>

#include "base/error.h"
#include "fdskl/cost_model.h"
#include "fdskl/masking/angle_words.h"
#include "fdskl/memory_model.h"
#include "fdskl/trainer.h"

namespace fdskl {
namespace {

class FdsklSettings : public RandomFeatureSettings {
 public:
  std::unique_ptr<MethodSettings> Clone() const override { return std::make_unique<FdsklSettings>(*this); }

  std::vector<base::Option> Options() override {
    std::vector<base::Option> options = RandomFeatureSettings::Options();
    options.push_back(
        {"masking", base::Named(masking),
         "how angles are hidden on their way to their owner; in shared nobody has them, and a leader learns f "
         "of its batch and its own coefficients; in private nobody learns anything but f of what is predicted"});
    return options;
  }

  void Validate(const Parties& parties) const override {
    RandomFeatureSettings::Validate(parties);
    if (masking == Masking::kPrivate || update == Update::kConjugate) ValidatePrivate(parties);
    if (masking != Masking::kShared) return;
    if (sweeps > 0) {
      base::Fail(
          "masking shared cannot revisit blocks: add --sweeps 0 (nobody has the cosines, and to sum with them "
          "costs as many messages as a new block)");
    }
    if (parties.workers < parties.active + 2) {
      base::Fail("masking shared needs two passive workers, a helper and a dealer: workers must be at least {}, not {}",
                 parties.active + 2, parties.workers);
    }
    if (update != Update::kPlain) {
      base::Fail("masking shared does plain updates alone: add --update plain (nobody has the features that {} needs)",
                 base::NameOf(update));
    }
  }

  std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const override {
    return MakeTrainer(channel, ForRun(facts), view);
  }

  std::vector<MemoryPart> Memory(const WorkerSize& size) const override {
    return update == Update::kConjugate ? ConjugateMemory(*this, size) : RandomFeatureSettings::Memory(size);
  }

  void TrainAlone(int active) override {
    label_groups = active;
    masking = Masking::kNone;
  }

  std::map<std::string, std::optional<std::string>> Columns() const override {
    auto columns = RandomFeatureSettings::Columns();
    if (masking::OnRing(masking)) columns.erase("ring_bits");
    return columns;
  }

  std::string PrivacyNote(const Parties& parties) const override {
    if (masking == Masking::kPrivate) {
      return "masking private assumes that the last two workers collude neither with each other nor with an active "
             "one; they learn two sums over all samples in each iteration";
    }
    if (masking == Masking::kShared) {
      return "in masking shared a leader learns, besides f of its batch, its own coefficients, which are sums over the "
             "batch: a batch must be large for them to hide its samples";
    }
    if (parties.workers > 2) return "";
    if (parties.workers == 1) return "one worker holds every column: there is nobody to hide from";
    return "with two workers the owner of a feature can subtract its own part of an angle: all that masking still "
           "hides of the other's is the phase, and differences between samples are open to it";
  }

 private:
  void ValidatePrivate(const Parties& parties) const {
    if (loss != LossKind::kSquare) {
      base::Fail("{} solves for square loss: add --loss square (its sums are all that can be computed on shares)",
                 masking == Masking::kPrivate ? "masking private" : "update conjugate");
    }
    base::RequireAtLeast("sweeps", sweeps, 1);  // iterations of the solver
    if (masking == Masking::kPrivate && update != Update::kConjugate)
      base::Fail("masking private does conjugate updates alone: add --update conjugate, not {}", base::NameOf(update));
    if (masking != Masking::kPrivate && parties.workers > 1) {
      base::Fail("update conjugate is for masking private, or for one worker alone: add --masking private, not {}",
                 base::NameOf(masking));
    }
    if (masking == Masking::kPrivate && parties.workers < parties.active + 2) {
      base::Fail(
          "masking private needs two passive workers as helpers: workers must be at least {}, not {} (masking ring "
          "needs none and hides less: docs/privacy.md)",
          parties.active + 2, parties.workers);
    }
  }
};

}  // namespace

std::vector<base::Option> RandomFeatureSettings::Options() {
  return {{"sigma", &sigma, "kernel width"},
          {"kernel", base::Named(kernel), "kernel that the random features stand for"},
          {"loss", base::Named(loss), "loss to minimise; square also does regression"},
          {"update", base::Named(update),
           "how a block's coefficients are made from its gradient; conjugate solves for all of them at once"},
          {"gamma", &gamma, "learning rate"},
          {"rho", &rho, "ridge of the preconditioner"},
          {"block", &block, "random features per iteration, m"},
          {"features", &features, "random features in all"},
          {"cache_partials", &cache_partials, "keep each sample's partial sums, so that old features cost nothing"},
          {"lambda", &lambda, "regularisation"},
          {"batch", &batch, "samples per iteration, B; at most the labels that one active worker holds"},
          {"gram_rows", &gram_rows, "samples of a batch that the preconditioner is made of, evenly spaced; 0: all"},
          {"sweeps", &sweeps,
           "how often each block is revisited, with the angles that its owner has saved; with update conjugate, "
           "iterations"},
          {"angle_memory", &angle_memory,
           "memory for saved angles at one owner; what does not fit is summed again; 0: a share of what is free"},
          {"ring_bits", &ring_bits,
           "bits of an angle, on the wire in ring, shared and private masking and where it is saved"}};
}

void RandomFeatureSettings::Validate(const Parties& /*parties*/) const {
  base::RequirePositive("sigma", sigma);
  base::RequirePositive("gamma", gamma);
  base::RequireNotNegative("lambda", lambda);
  base::RequireNotNegative("rho", rho);
  if (gamma * lambda >= 1) {
    base::Fail(
        "gamma times lambda must be below 1, not {} times {}: each iteration shrinks the model by 1 minus that product",
        gamma, lambda);
  }
  base::RequireAtLeast("batch", batch, 1);
  base::RequireAtLeast("block", block, 1);
  base::RequireAtLeast("features", features, 1);
  base::RequireAtLeast("gram_rows", gram_rows, 0);
  base::RequireAtLeast("sweeps", sweeps, 0);
  if (sweeps > 0 && !cache_partials)
    base::Fail("sweeps need the partial sums of every sample: add --cache-partials on, or --sweeps 0");
  if (ring_bits < masking::kLeastRingBits || ring_bits > masking::kMostRingBits) {
    base::Fail("ring_bits must be from {} to {}, not {}", masking::kLeastRingBits, masking::kMostRingBits, ring_bits);
  }
}

std::map<std::string, std::optional<std::string>> RandomFeatureSettings::Columns() const {
  std::map<std::string, std::optional<std::string>> columns;
  if (update != Update::kPreconditioned) columns["rho"] = std::nullopt;
  if (sweeps == 0) columns["ring_bits"] = std::nullopt;  // angles are floats and are not saved
  return columns;
}

std::vector<MemoryPart> RandomFeatureSettings::Memory(const WorkerSize& size) const { return BlockMemory(*this, size); }

double RandomFeatureSettings::ModelFileBytes(const WorkerSize& size) const {
  // Its columns' numbers and scaling, and at an owner its coefficients.
  const double own = static_cast<double>(features) / size.parties.active;
  return 4 * size.columns + (size.is_active() ? 8 * own : 0);
}

Settings RandomFeatureSettings::ForRun(const RunFacts& facts) const {
  if (facts.regression && loss != LossKind::kSquare) {
    base::Fail("{} is a regression, which needs --loss square, not {}", facts.dataset, base::NameOf(loss));
  }
  Settings settings = *this;
  settings.seed = facts.seed;
  settings.memory_limit_bytes = facts.memory_limit_bytes;
  return settings;
}

double RandomFeatureSeconds(const RunSize& size) {
  constexpr double kCores = 2;
  constexpr double kTurnSeconds = 1e-3;  // for each worker, when many workers share few cores
  CostShape shape{.train_rows = size.train_rows,
                  .test_rows = size.rows - size.train_rows,
                  .columns = size.columns,
                  .entries = size.entries};
  shape.sparse = size.sparse;
  shape.workers = size.workers;
  shape.active = size.active;
  shape.features = size.features;
  shape.block = std::max(1.0, size.block);
  shape.batch = std::clamp(size.batch, 1.0, std::max(1.0, size.train_rows));
  shape.gram_rows = size.gram_rows == 0 ? shape.batch : std::min(shape.batch, size.gram_rows);
  shape.sweeps = size.sweeps;
  shape.ring_bits = size.ring_bits;
  if (size.on_shares) shape.masking = Masking::kPrivate;
  const double seconds =
      CpuSeconds(TrainingWork(shape), kReferenceCosts) + CpuSeconds(EvaluationWork(shape), kReferenceCosts);
  const double iterations = (1 + shape.sweeps) * shape.features / shape.block;
  return seconds / kCores + (size.workers > 1 ? iterations * size.workers * kTurnSeconds : 0);
}

const MethodEntry kFdskl = {
    .name = "fdskl",
    .title = "FDSKL",
    .color = "#d55e00",
    .marker = Marker::kCircle,
    .placement = MethodEntry::Placement::kFederated,
    .version = 3,
    .saves_models = true,
    .reads_rows = true,
    .settings = []() -> std::unique_ptr<MethodSettings> { return std::make_unique<FdsklSettings>(); },
    .rough_seconds = RandomFeatureSeconds};

}  // namespace fdskl
