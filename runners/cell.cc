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
  if (settings.ring_bits != 16 && settings.ring_bits != 32) {
    Fail("ring_bits must be 16 or 32, not {}", settings.ring_bits);
  }
}

}  // namespace

void Validate(const Cell& cell, std::int64_t columns) {
  if (cell.method != MethodKind::kFdskl) {
    Fail("method {} is not built yet; available: {}", NameOf(cell.method), NameOf(MethodKind::kFdskl));
  }
  AtLeast("workers", cell.workers, 1);
  if (cell.workers > columns) {
    Fail("{} has {} columns, so at most {} workers can hold one each; {} were asked for", cell.dataset, columns,
         columns, cell.workers);
  }
  if (cell.active < 1 || cell.active > cell.workers) {
    Fail("active must be from 1 to the number of workers, {}, not {}", cell.workers, cell.active);
  }
  AtLeast("split", cell.split, 0);
  if (cell.rows) AtLeast("rows", *cell.rows, kLeastRows);
  AtLeast("evaluations", cell.evaluations, 1);
  if (cell.time_limit) Positive("time_limit", *cell.time_limit);
  if (cell.memory_limit) AtLeast("memory_limit", cell.memory_limit->bytes, 1);
  ValidateSettings(cell.settings);
}

}  // namespace fdskl
