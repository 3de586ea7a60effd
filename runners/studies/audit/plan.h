// What `make audit` measures: datasets, and for each the setups that the attacks are run in.
#ifndef FDSKL_RUNNERS_STUDIES_AUDIT_PLAN_H_
#define FDSKL_RUNNERS_STUDIES_AUDIT_PLAN_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runners/studies/audit/setup.h"

namespace fdskl::audit {

struct AuditedDataset {
  std::string name;
  double sigma = 1;
};

// a9a, all columns binary; cod-rna, all real. `name`: this one alone; empty: both.
// Errors: Error names the valid ones.
std::vector<AuditedDataset> ChooseDatasets(std::string_view name);

// FDSKL in every masking and with T2 = T1, PP-SVMV, SecureBoost: each over features seen (rows known, trees seen);
// then, with a middling number of them, over other numbers of samples and of workers and, where there is one, other
// widths.
std::vector<Setup> SetupsFor(const AuditedDataset& dataset);

}  // namespace fdskl::audit

#endif  // FDSKL_RUNNERS_STUDIES_AUDIT_PLAN_H_
