// Runs of SecureBoost, and the attack on each by a host, with its controls.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_SECUREBOOST_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_SECUREBOOST_ATTACKS_H_

#include <optional>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which fills in what rows of all methods have. setup.features are trees; a fifth of the labels is
// known.
std::vector<results::AuditRow> AttackSecureBoost(const Setup& setup, const TableSource& tables,
                                                 std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_SECUREBOOST_ATTACKS_H_
