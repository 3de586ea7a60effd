#include "runners/reporting/ledger/paired.h"

#include "base/statistics.h"
#include "baselines/methods.h"
#include "runners/reporting/stored/absence.h"

namespace fdskl::ledger {

using results::Experiment;

MethodErrors ErrorsBySplit(const stored::Stored& stored, std::string_view dataset, baselines::MethodRef method) {
  MethodErrors errors;
  for (const results::RunRow* run : stored::Good(stored.Rows(Experiment::kErrors, dataset, method))) {
    if (run->test_error) errors[run->split] = *run->test_error;
  }
  return errors;
}

std::vector<double> ValuesOf(const MethodErrors& errors) {
  std::vector<double> values;
  for (const auto& [split, error] : errors) values.push_back(error);
  return values;
}

double MeanOf(const MethodErrors& errors) { return base::Mean(ValuesOf(errors)); }

std::vector<double> Differences(const MethodErrors& a, const MethodErrors& b) {
  std::vector<double> differences;
  for (const auto& [split, error] : a) {
    const auto found = b.find(split);
    if (found != b.end()) differences.push_back(error - found->second);
  }
  return differences;
}

}  // namespace fdskl::ledger
