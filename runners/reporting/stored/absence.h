// Why a method has no number, in a few words: the figures and tables name what is absent, as the paper does.
#ifndef FDSKL_RUNNERS_REPORTING_STORED_ABSENCE_H_
#define FDSKL_RUNNERS_REPORTING_STORED_ABSENCE_H_

#include <string>
#include <string_view>
#include <vector>

#include "baselines/methods.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::stored {

// Those of the rows that are ok.
std::vector<const results::RunRow*> Good(std::vector<const results::RunRow*> rows);

// "out-of-memory", "timeout", "failed", "not run yet" or "not planned" where the method has no good row, "timeout in 2
// of 10" where some are missing; empty where all are good.
std::string Absence(const Stored& stored, results::Experiment experiment, std::string_view dataset,
                    baselines::MethodRef method);

// "LIBSVM: full, 5,000 rows" for each method of the experiment that did not use what DataText() says.
std::vector<std::string> OtherDataNotes(const Stored& stored, results::Experiment experiment, std::string_view dataset);

}  // namespace fdskl::stored

#endif  // FDSKL_RUNNERS_REPORTING_STORED_ABSENCE_H_
