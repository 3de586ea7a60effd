#include "runners/cell_row.h"

#include <algorithm>

#include "runners/cell_text.h"

namespace fdskl {

RunRow DescribeCell(const Cell& cell, std::int64_t rows, std::int64_t columns) {
  const Settings& settings = cell.settings;
  RunRow row;
  row.dataset = cell.dataset;
  row.edition = cell.edition ? NameOf(*cell.edition) : "";
  row.rows = rows;
  row.train_rows = rows * 3 / 4;
  row.columns = columns;
  row.method = NameOf(cell.method);
  row.workers = cell.workers;
  row.active = cell.active;
  row.split = cell.split;
  row.seed = settings.seed;
  row.settings = SettingsJson(cell);

  row.update = NameOf(settings.update);
  row.masking = NameOf(settings.masking);
  row.kernel = NameOf(settings.kernel);
  row.loss = NameOf(settings.loss);
  row.sigma = settings.sigma;
  row.gamma = settings.gamma;
  row.lambda = settings.lambda;
  if (settings.update == Update::kPreconditioned) row.rho = settings.rho;
  row.batch = std::min(settings.batch, row.train_rows / cell.active);
  row.block = settings.block;
  row.features = settings.features;
  if (settings.masking == Masking::kRing) row.ring_bits = settings.ring_bits;
  return row;
}

}  // namespace fdskl
