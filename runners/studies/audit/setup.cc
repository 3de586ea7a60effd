#include "runners/studies/audit/setup.h"

#include <stdexcept>

#include "runners/studies/audit/fdskl_attacks.h"
#include "runners/studies/audit/pp_svmv_attacks.h"
#include "runners/studies/audit/secureboost_attacks.h"

namespace fdskl::audit {
namespace {

std::vector<results::AuditRow> Attack(const Setup& setup, const TableSource& tables, std::optional<AttackKind> wanted) {
  switch (setup.method) {
    case Audited::kFdskl:
      return AttackFdskl(setup, tables, wanted);
    case Audited::kPpSvmv:
      return AttackPpSvmv(setup, tables, wanted);
    case Audited::kSecureBoost:
      return AttackSecureBoost(setup, tables, wanted);
  }
  throw std::logic_error("a method without attacks");
}

}  // namespace

std::vector<results::AuditRow> RunSetup(const Setup& setup, const TableSource& tables,
                                        std::optional<AttackKind> wanted) {
  std::vector<results::AuditRow> rows = Attack(setup, tables, wanted);
  for (results::AuditRow& row : rows) {
    row.sweep = setup.sweep;
    row.dataset = setup.dataset;
    row.workers = setup.workers;
    row.samples = setup.samples;
    row.seed = SeedOf(setup, 0);
  }
  return rows;
}

}  // namespace fdskl::audit
