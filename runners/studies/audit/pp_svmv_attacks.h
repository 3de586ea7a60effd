// The attack on PP-SVMV's merged kernel.
//
// The worker that trains holds the Gram matrix of all columns. Less its own part, that is every inner product of two
// samples over the others' columns. It knows the columns of some samples (its own customers, say), and solves for the
// others': each known row is one linear equation.
// Control: the holder's neighbour on the ring, which sees the same matrix under masks, must fail.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_

#include <optional>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which fills in the columns that rows of all methods have. setup.features are numbers of known rows.
std::vector<results::AuditRow> AttackPpSvmv(const Setup& setup, const TableSource& tables,
                                            std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_
