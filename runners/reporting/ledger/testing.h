// For tests of claims: made-up rows whose verdict is obvious, and the verdict of one claim on them.
#ifndef FDSKL_RUNNERS_REPORTING_LEDGER_TESTING_H_
#define FDSKL_RUNNERS_REPORTING_LEDGER_TESTING_H_

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "baselines/methods.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/arm.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/stored/testing.h"

namespace fdskl::ledger::testing {

using stored::testing::MadeUp;

inline constexpr std::array kDatasets = {"gisette", "phishing", "a9a",      "ijcnn1",
                                         "cod-rna", "w8a",      "real-sim", "epsilon"};

inline cell::ArmRef Ours() { return cell::OwnArm(&kFdskl); }

inline std::string VerdictOf(Claim (*claim)(const stored::Stored&), const MadeUp& made) {
  return claim(*made.Make()).row.verdict;
}
inline std::string VerdictOf(Claim (*claim)(const stored::Stored&, cell::ArmRef), const MadeUp& made,
                             cell::ArmRef arm = Ours()) {
  return claim(*made.Make(), arm).row.verdict;
}

// Curves of FDSKL and DSG on all datasets. Both end at 10%, each after its own time.
inline MadeUp Curves(double fdskl_seconds, double dsg_seconds, int points = 12) {
  MadeUp made;
  std::vector<double> errors;
  for (int i = 1; i <= points; ++i) errors.push_back(10 + points - i);
  for (const char* dataset : kDatasets) {
    for (int split = 0; split < 3; ++split) {
      made.Run(results::Experiment::kCurves, dataset, "fdskl", split, 10, fdskl_seconds);
      made.Curve(errors);
      made.Run(results::Experiment::kCurves, dataset, "dsg", split, 10, dsg_seconds);
      made.Curve(errors);
    }
  }
  return made;
}

// Errors of every method on all datasets, six splits each: FDSKL's are near `fdskl`; the others' start at `others` and
// vary more. FDSKL sends a fifth of the bytes.
inline MadeUp Errors(double fdskl, double others) {
  MadeUp made;
  for (const char* dataset : kDatasets) {
    for (int split = 0; split < 6; ++split) {
      for (const baselines::MethodRef method : baselines::Methods()) {
        const double spread = method == &kFdskl ? 0.1 : 0.5;
        const double mean = method == &kFdskl ? fdskl : others + static_cast<double>(baselines::PlaceOf(method));
        results::RunRow& run = made.Run(results::Experiment::kErrors, dataset, std::string(method->name), split,
                                        mean + spread * (split % 3), 1);
        if (std::string(dataset) == "real-sim") run.columns = 20958;
        run.sent_bytes = method == &kFdskl ? 1000 : 5000;
      }
    }
  }
  return made;
}

// Adds FDSKL as the paper prints it, with about this error on every dataset.
inline void AddPrinted(MadeUp& made, double error) {
  for (const char* dataset : kDatasets) {
    for (int split = 0; split < 6; ++split) {
      made.Run(results::Experiment::kErrors, dataset, "fdskl", split, error + 0.1 * (split % 3), 1).settings =
          R"({"update": "plain", "masking": "paper", "sweeps": 0})";
    }
  }
}

}  // namespace fdskl::ledger::testing

#endif  // FDSKL_RUNNERS_REPORTING_LEDGER_TESTING_H_
