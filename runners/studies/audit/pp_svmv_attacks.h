// The attack on PP-SVMV's merged kernel.
//
// The worker that trains, the holder, has the Gram matrix of all columns. When it subtracts its own part, it has every
// inner product of two samples over the others' columns. It knows those columns for some samples (its own customers,
// say), and solves for the other samples: each known row is one linear equation.
// Control: the holder's neighbour on the ring, which sees the same matrix under masks, must fail.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_

#include <optional>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

// As RunSetup(), which then fills in the columns that describe the setup. setup.features are numbers of known rows.
std::vector<results::AuditRow> AttackPpSvmv(const Setup& setup, const TableSource& tables,
                                            std::optional<AttackKind> wanted);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_PP_SVMV_ATTACKS_H_
