// A method that is a user's own program, in any language: docs/own_method.md.
//
// Each worker writes its data into a folder of its own (exchange.h) and starts the program with the folder as its last
// argument. A central method has one worker, which holds everything. In a federated method the programs must find each
// other by themselves. The program of worker 0 writes the decision values of the test samples into its folder, as
// decision.npy or decision.txt. At any time it may also write these lines to standard output:
//
//   fdskl progress 30 100         30 of 100 iterations are done
//   fdskl point 30 values-30.txt  the model after 30 iterations has these decision values: a point of the curve
//
// Clock:   runs from the start of the program to its end, also while a point is measured.
// Limits:  at the time limit, or above the memory limit, the worker ends, and with it the program and its children.
// Privacy: a program gets its own party's columns, its labels if the party is active, and never a test label.
// Errors:  Error, which becomes the row's reason, when a program does not end with status 0, when it writes another
//          line that begins with "fdskl", and when its values are missing, too many, too few or not finite.
#ifndef FDSKL_BASELINES_EXTERNAL_EXTERNAL_H_
#define FDSKL_BASELINES_EXTERNAL_EXTERNAL_H_

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "base/stopwatch.h"
#include "baselines/external/exchange.h"
#include "fdskl/method.h"
#include "fdskl/method_entry.h"

namespace fdskl::external {

// A setting of the program, which gets it in the environment variable FDSKL_SETTING_name.
struct Setting {
  std::string name;
  std::variant<bool, std::int64_t, double, std::string> value;
};

struct Program {
  std::string name, title;
  std::vector<std::string> command;  // program and arguments; no shell interprets them
  DataFormat data = DataFormat::kNpy;
  std::vector<Setting> settings;  // with their defaults
};

// Makes the entry of a program, which must outlive it. The caller fills in colour, marker, placement and version.
MethodEntry MakeEntry(const Program& program);
// Whether MakeEntry() made it.
bool IsProgram(const MethodEntry& method);

class External : public Method {
 public:
  // The program, the channel and the data that `view` refers to must outlive the method.
  // Collective: all workers construct it.
  // Errors:     Error when there are no test samples.
  External(const Program& program, const std::vector<Setting>& settings, net::Channel& channel, const WorkerView& view,
           const RunFacts& facts);

  void Fit(const Observer& observer) override;
  // REQUIRES: x is the view's `watched`, whose decision values the program has written.
  std::vector<double> Predict(const base::Matrix& x) override;

 private:
  // The next step of all workers, which worker 0 decides.
  struct Step {
    enum class Kind : std::int64_t { kWait, kLook, kProgress, kPoint, kEnd } kind = Kind::kWait;
    std::int64_t iteration = 0, iterations = 0;
  };

  void Take(std::string_view line);
  // Reads the program's output for a moment. Returns whether it has ended.
  // Errors: Error when it ended badly.
  bool Listen(base::ChildProcess& child, std::vector<std::string>& errors);
  // The next step, the same for all workers. `ended` says whether this worker's program has ended.
  // Collective: all workers call it.
  Step Agree(bool ended);
  void ReadFinalValues();

  const Program& program_;
  net::Channel& channel_;
  WorkerView view_;
  std::vector<std::string> environment_;
  std::unique_ptr<base::ScratchFolder> temporary_;  // where a run has no folder for the party
  std::filesystem::path folder_;                    // the folder of this party
  base::Stopwatch since_look_;                      // time since the last check of the time limit, at worker 0
  std::vector<std::pair<Step, std::filesystem::path>> told_;  // lines of the program that wait to be handled
  std::int64_t iterations_ = 0;                               // number of iterations that the program gave
  Step last_;
  std::vector<double> values_;  // decision values at the last point, at worker 0
};

}  // namespace fdskl::external

#endif  // FDSKL_BASELINES_EXTERNAL_EXTERNAL_H_
