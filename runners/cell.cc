#include "runners/cell.h"

#include <cmath>

namespace fdskl {
namespace {

constexpr std::int64_t kLeastRows = 8;

void AtLeast(std::string_view name, std::int64_t value, std::int64_t least) {
  if (value < least) Fail("{} must be at least {}, not {}", name, least, value);
}

void Positive(std::string_view name, double value) {
  if (!std::isfinite(value) || value <= 0) Fail("{} must be a number above 0, not {}", name, value);
}

void NotNegative(std::string_view name, double value) {
  if (!std::isfinite(value) || value < 0) Fail("{} must be a number from 0 up, not {}", name, value);
}

void ValidateSettings(const Settings& settings) {
  Positive("sigma", settings.sigma);
  Positive("gamma", settings.gamma);
  NotNegative("lambda", settings.lambda);
  NotNegative("rho", settings.rho);
  if (settings.gamma * settings.lambda >= 1) {
    Fail(
        "gamma times lambda must be below 1, not {} times {}: each iteration shrinks the model by 1 minus that product",
        settings.gamma, settings.lambda);
  }
  AtLeast("batch", settings.batch, 1);
  AtLeast("block", settings.block, 1);
  AtLeast("features", settings.features, 1);
  NotNegative("decay", settings.decay);
  if (settings.ring_bits != 16 && settings.ring_bits != 32) {
    Fail("ring_bits must be 16 or 32, not {}", settings.ring_bits);
  }
}

void ValidateSvm(const SvmSettings& svm, const ByteCount& kernel_cache) {
  Positive("C", svm.C);
  Positive("tolerance", svm.tolerance);
  NotNegative("tube", svm.tube);
  AtLeast("kernel_cache", kernel_cache.bytes, std::int64_t{1} << 20);
}

}  // namespace

void Validate(const Cell& cell, std::int64_t columns) {
  if (!kBuiltMethods.Has(cell.method)) Fail("method {} is not built yet", NameOf(cell.method));
  AtLeast("workers", cell.workers, 1);
  if (kCentralMethods.Has(cell.method) && cell.workers != 1) {
    Fail("{} runs in one process, which holds all columns: workers must be 1, not {}", NameOf(cell.method),
         cell.workers);
  }
  if (cell.workers > columns) {
    Fail("{} has {} columns, so at most {} workers can hold one each; {} were asked for", cell.dataset, columns,
         columns, cell.workers);
  }
  if (cell.active < 1 || cell.active > cell.workers) {
    Fail("active must be from 1 to the number of workers, {}, not {}", cell.workers, cell.active);
  }
  if (cell.method == MethodKind::kFdskl && cell.settings.masking == Masking::kShared) {
    if (cell.workers < cell.active + 2) {
      Fail("masking shared needs two passive workers, a helper and a dealer: workers must be at least {}, not {}",
           cell.active + 2, cell.workers);
    }
    if (cell.settings.update != Update::kPlain) {
      Fail("masking shared does plain updates alone: add --update plain (nobody has the features that {} needs)",
           NameOf(cell.settings.update));
    }
  }
  AtLeast("split", cell.split, 0);
  if (cell.rows) AtLeast("rows", *cell.rows, kLeastRows);
  AtLeast("evaluations", cell.evaluations, 1);
  if (cell.time_limit) Positive("time_limit", *cell.time_limit);
  if (cell.memory_limit) AtLeast("memory_limit", cell.memory_limit->bytes, 1);
  ValidateSettings(cell.settings);
  ValidateSvm(cell.svm, cell.kernel_cache);
  AtLeast("epochs", cell.svrg.epochs, 1);
  NotNegative("step", cell.svrg.step);
}

}  // namespace fdskl
