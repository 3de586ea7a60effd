// `fdskl audit`: runs the privacy audit, stores its rows in results/audit.arrow, and prints what was recovered.
#ifndef FDSKL_RUNNERS_AUDIT_AUDIT_COMMAND_H_
#define FDSKL_RUNNERS_AUDIT_AUDIT_COMMAND_H_

#include <CLI/CLI.hpp>
#include <string>

namespace fdskl {

struct AuditRequest {
  std::string attack;   // empty: all
  std::string dataset;  // empty: all that the audit has
  std::string results;
};

// Sets up `command` so that parsing fills in `request`, which outlives it.
void DeclareAuditCommand(CLI::App& command, AuditRequest& request);

// Rows of the same attack and dataset in the table are replaced, others stay. Returns the exit status.
// Errors: Error for an unknown attack or dataset, missing data, or a table that cannot be read or written.
int AuditCommand(const AuditRequest& request);

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_AUDIT_AUDIT_COMMAND_H_
