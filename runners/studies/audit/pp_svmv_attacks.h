// Runs of PP-SVMV, and the attack on each by the holder of the kernel and, as a control, by its neighbour.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_

#include <optional>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which fills in what rows of all methods have.
std::vector<results::AuditRow> AttackPpSvmv(const Setup& setup, const TableSource& tables,
                                            std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_
