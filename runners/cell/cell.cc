#include "runners/cell/cell.h"

#include <cmath>

#include "baselines/secureboost/paillier.h"

namespace fdskl::cell {
namespace {

constexpr std::int64_t kLeastRows = 8;

void AtLeast(std::string_view name, std::int64_t value, std::int64_t least) {
  if (value < least) base::Fail("{} must be at least {}, not {}", name, least, value);
}

void Positive(std::string_view name, double value) {
  if (!std::isfinite(value) || value <= 0) base::Fail("{} must be a number above 0, not {}", name, value);
}

void NotNegative(std::string_view name, double value) {
  if (!std::isfinite(value) || value < 0) base::Fail("{} must be a number from 0 up, not {}", name, value);
}

void ValidateSettings(const Settings& settings, MethodKind method) {
  Positive("sigma", settings.sigma);
  Positive("gamma", settings.gamma);
  NotNegative("lambda", settings.lambda);
  NotNegative("rho", settings.rho);
  const bool shrinks = method == MethodKind::kFdskl || method == MethodKind::kDsg;
  if (shrinks && settings.gamma * settings.lambda >= 1) {
    base::Fail(
        "gamma times lambda must be below 1, not {} times {}: each iteration shrinks the model by 1 minus that product",
        settings.gamma, settings.lambda);
  }
  AtLeast("batch", settings.batch, 1);
  AtLeast("block", settings.block, 1);
  AtLeast("features", settings.features, 1);
  NotNegative("decay", settings.decay);
  if (settings.ring_bits != 16 && settings.ring_bits != 32) {
    base::Fail("ring_bits must be 16 or 32, not {}", settings.ring_bits);
  }
}

void ValidateSvm(const svm::SvmSettings& svm, const base::ByteCount& kernel_cache) {
  Positive("C", svm.C);
  Positive("tolerance", svm.tolerance);
  NotNegative("tube", svm.tube);
  AtLeast("kernel_cache", kernel_cache.bytes, std::int64_t{1} << 20);
}

// Worker 0 is SecureBoost's guest, who alone holds labels.
void ValidateBoost(const Cell& cell) {
  const secureboost::BoostSettings& boost = cell.boost;
  if (cell.active != 1)
    base::Fail("secureboost has one guest, who holds all labels: active must be 1, not {}", cell.active);
  if (cell.settings.loss == LossKind::kSmoothHinge) {
    base::Fail("secureboost needs second derivatives: loss must be logistic or square, not {}",
               base::NameOf(cell.settings.loss));
  }
  AtLeast("trees", boost.trees, 1);
  AtLeast("depth", boost.depth, 1);
  Positive("learning_rate", boost.learning_rate);
  AtLeast("bins", boost.bins, 2);
  NotNegative("least_hessian", boost.least_hessian);
  if (boost.key_bits != 0) secureboost::CheckKeyBits(boost.key_bits, boost.insecure_keys);
}

}  // namespace

void Validate(const Cell& cell, std::int64_t columns) {
  AtLeast("workers", cell.workers, 1);
  if (kCentralMethods.Has(cell.method) && cell.workers != 1) {
    base::Fail("{} runs in one process, which holds all columns: workers must be 1, not {}", base::NameOf(cell.method),
               cell.workers);
  }
  if (cell.workers > columns) {
    base::Fail("{} has {} columns, so at most {} workers can hold one each; {} were asked for", cell.dataset, columns,
               columns, cell.workers);
  }
  if (cell.active < 1 || cell.active > cell.workers) {
    base::Fail("active must be from 1 to the number of workers, {}, not {}", cell.workers, cell.active);
  }
  if (cell.method == MethodKind::kFdskl && cell.settings.masking == Masking::kShared) {
    if (cell.workers < cell.active + 2) {
      base::Fail("masking shared needs two passive workers, a helper and a dealer: workers must be at least {}, not {}",
                 cell.active + 2, cell.workers);
    }
    if (cell.settings.update != Update::kPlain) {
      base::Fail("masking shared does plain updates alone: add --update plain (nobody has the features that {} needs)",
                 base::NameOf(cell.settings.update));
    }
  }
  AtLeast("split", cell.split, 0);
  if (cell.rows) AtLeast("rows", *cell.rows, kLeastRows);
  AtLeast("evaluations", cell.evaluations, 1);
  if (cell.time_limit) Positive("time_limit", *cell.time_limit);
  if (cell.memory_limit) AtLeast("memory_limit", cell.memory_limit->bytes, 1);
  ValidateSettings(cell.settings, cell.method);
  ValidateSvm(cell.svm, cell.kernel_cache);
  AtLeast("epochs", cell.svrg.epochs, 1);
  NotNegative("step", cell.svrg.step);
  if (cell.method == MethodKind::kSecureBoost) ValidateBoost(cell);
}

}  // namespace fdskl::cell
