// Errors of methods on the same splits, so that they can be compared in pairs.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_PAIRED_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_PAIRED_H_

#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "baselines/methods.h"
#include "runners/reporting/stored/stored.h"

namespace fdskl::ledger {

// The level of every test.
inline constexpr double kLevel = 0.05;

using MethodErrors = std::map<std::int64_t, double>;  // test error in percent by split

// From the rows of the experiment `errors` that are ok.
MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, baselines::MethodRef method);

std::vector<double> ValuesOf(const MethodErrors& errors);
// REQUIRES: not empty.
double MeanOf(const MethodErrors& errors);

// a - b on the splits that both have.
std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b);

}  // namespace fdskl::ledger

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_PAIRED_H_
