// A method that is a program of a user's own, in any language: docs/own_method.md.
//
// Each worker writes its data into a folder of its own (exchange.h) and starts the program, with the folder as its last
// argument. A central method has one worker, which holds everything; in a federated one the programs find each other by
// themselves. The program of worker 0 leaves the decision values of the test samples in its folder as decision.npy or
// decision.txt. On standard output it may write, worker 0's at any time:
//
//   fdskl progress 30 100        it has done 30 iterations of 100
//   fdskl point 30 values-30.txt its model after 30 iterations has these decision values: a point of the curve
//
// Clock:   from the start of the program to its end, by the harness. It runs on while a point is measured.
// Limits:  the program, and all that it starts, ends with the worker: at the time limit, above the memory limit.
// Privacy: a program gets its own party's columns, its labels if the party is active, and never a test label.
// Errors:  Error, which becomes the row's reason, when a program does not end with status 0, writes a line that begins
//          with "fdskl" and is none of these, or leaves values that are missing, too many, too few or not finite.
#ifndef FDSKL_BASELINES_EXTERNAL_EXTERNAL_H_
#define FDSKL_BASELINES_EXTERNAL_EXTERNAL_H_

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/process.h"
#include "base/stopwatch.h"
#include "baselines/external/exchange.h"
#include "fdskl/method.h"
#include "fdskl/method_entry.h"

namespace fdskl::external {

// A setting of the program's own, which it finds in the variable FDSKL_SETTING_name of its environment.
struct Setting {
  std::string name;
  std::variant<bool, std::int64_t, double, std::string> value;
};

struct Program {
  std::string name, title;
  std::vector<std::string> command;  // its words; no shell sees them
  DataFormat data = DataFormat::kNpy;
  std::vector<Setting> settings;  // with their defaults
};

// A method's entry for a program, which outlives it. The caller fills in looks, placement and version.
MethodEntry MakeEntry(const Program& program);
// Whether MakeEntry() made it.
bool IsProgram(const MethodEntry& method);

class External : public Method {
 public:
  // The program, the channel and what `view` refers to outlive the method. Collective.
  // Errors: Error when there are no test samples.
  External(const Program& program, const std::vector<Setting>& settings, net::Channel& channel, const WorkerView& view,
           const RunFacts& facts);
  ~External() override;

  void Fit(const Observer& observer) override;
  // REQUIRES: x is the view's `watched`, whose decision values the program has written.
  std::vector<double> Predict(const base::Matrix& x) override;

 private:
  // What worker 0 tells the others to do next.
  struct Step {
    enum class Kind : std::int64_t { kWait, kLook, kProgress, kPoint, kEnd } kind = Kind::kWait;
    std::int64_t iteration = 0, iterations = 0;
  };

  void Take(std::string_view line);
  // Reads what the program says for a moment. Returns whether it has ended. Errors: Error when it ended badly.
  bool Listen(base::ChildProcess& child, std::vector<std::string>& errors);
  // The next step, the same for all workers. `ended` says whether this worker's program has. Collective.
  Step Agree(bool ended);
  void ReadFinalValues();

  const Program& program_;
  net::Channel& channel_;
  WorkerView view_;
  std::vector<std::string> environment_;
  std::filesystem::path folder_;                              // this party's
  bool owns_folder_ = false;                                  // nobody else removes it
  base::Stopwatch since_look_;                                // at the time limit, at worker 0
  std::vector<std::pair<Step, std::filesystem::path>> told_;  // by the program, not yet acted upon
  std::int64_t iterations_ = 0;                               // as the program said
  Step last_;
  std::vector<double> values_;  // decision values at the last point, at worker 0
};

}  // namespace fdskl::external

#endif  // FDSKL_BASELINES_EXTERNAL_EXTERNAL_H_
