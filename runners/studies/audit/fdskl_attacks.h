// Runs of FDSKL, and the attacks on each.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_FDSKL_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_FDSKL_ATTACKS_H_

#include <optional>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which fills in what rows of all methods have. One recording serves all attacks.
std::vector<results::AuditRow> AttackFdskl(const Setup& setup, const TableSource& tables,
                                           std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_FDSKL_ATTACKS_H_
