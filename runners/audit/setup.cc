#include "runners/audit/setup.h"

#include "runners/audit/fdskl_attacks.h"
#include "runners/audit/pp_svmv_attacks.h"

namespace fdskl::audit {

std::vector<AuditRow> RunSetup(const Setup& setup, const TableSource& tables, std::optional<AttackKind> wanted) {
  std::vector<AuditRow> rows =
      setup.method == Audited::kFdskl ? AttackFdskl(setup, tables, wanted) : AttackPpSvmv(setup, tables, wanted);
  for (AuditRow& row : rows) {
    row.sweep = setup.sweep;
    row.dataset = setup.dataset;
    row.workers = setup.workers;
    row.samples = setup.samples;
    row.seed = SeedOf(setup, 0);
  }
  return rows;
}

}  // namespace fdskl::audit
