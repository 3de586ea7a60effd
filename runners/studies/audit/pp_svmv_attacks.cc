#include "runners/studies/audit/pp_svmv_attacks.h"

#include <algorithm>

#include "runners/studies/audit/merged_kernel.h"
#include "runners/studies/audit/recording.h"
#include "runners/studies/audit/tally.h"

namespace fdskl::audit {

std::vector<results::AuditRow> AttackPpSvmv(const Setup& setup, const TableSource& tables,
                                            std::optional<AttackKind> wanted) {
  if (wanted && *wanted != AttackKind::kMergedKernel) return {};
  Tally of_holder;
  Tally of_neighbour;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const Table table = tables(repeat, setup.samples);
    const std::uint64_t seed = SeedOf(setup, repeat);
    const SeenKernels seen = RecordPpSvmv(table, setup.workers, seed);
    const auto attack = [&](const Eigen::MatrixXd& products, int adversary, Tally& tally) {
      const Holding own(table, adversary, setup.workers, 1);
      std::vector<std::int32_t> hidden;
      for (std::int32_t column = 0; column < table.x.cols(); ++column)
        if (!std::ranges::binary_search(own.columns, column)) hidden.push_back(column);
      const Eigen::MatrixXd known = table.x(Eigen::seqN(0, setup.features.back()), hidden).cast<double>();
      const ColumnMeans means = MeansOf({table.x.bottomRows(table.x.rows() - known.rows()), {}});  // of those guessed
      for (const Outcome& outcome : MergedKernel(products, known, hidden, means, setup.features))
        tally.Add(AttackKind::kMergedKernel, outcome, table, seed);
    };
    attack(seen.holder, 0, of_holder);
    attack(seen.neighbour, 1, of_neighbour);
  }
  std::vector<results::AuditRow> rows = of_holder.Rows();
  for (results::AuditRow& row : rows) {
    row.role = "measured";
    row.adversary = "holder of the kernel";
  }
  for (results::AuditRow& row : of_neighbour.Rows()) {
    row.role = "must-fail";
    row.adversary = "neighbour of the holder";
    rows.push_back(std::move(row));
  }
  for (results::AuditRow& row : rows) row.mode = "pp-svmv";
  return rows;
}

}  // namespace fdskl::audit
