// `fdskl audit`: runs the privacy audit, stores its rows in audit.arrow, and prints what was recovered.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_AUDIT_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_AUDIT_COMMAND_H_

#include <string>

#include "base/command_line.h"

namespace fdskl::audit {

struct AuditRequest {
  std::string attack;     // empty: all
  std::string dataset;    // empty: all datasets of the audit (ChooseDatasets())
  std::string partition;  // how columns are dealt in PartitionSetups(); empty: SetupsFor(), with equal shares
  std::string results;    // folder of the table
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareAuditCommand(base::Command& command, AuditRequest& request);

// Runs the audit. Its rows replace those of the same attack, dataset and partition in the table; others stay. Returns
// the exit status.
// Errors: Error for an unknown attack or dataset, missing data, or a table that cannot be read or written.
int AuditCommand(const AuditRequest& request);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_AUDIT_COMMAND_H_
