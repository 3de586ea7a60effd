// The entry of a method: its name, its look in figures, its settings, and how to make it. Each method has one constant
// in its own folder, and baselines/methods.cc lists them all. Methods that a user describes in a file are added when
// the program starts (baselines/external/).
//
// Nothing outside a method's folder needs to know its settings: command line, settings files, results, searches,
// figures, tables and claims all use this interface.
#ifndef FDSKL_FDSKL_METHOD_ENTRY_H_
#define FDSKL_FDSKL_METHOD_ENTRY_H_

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/option.h"
#include "fdskl/method.h"
#include "fdskl/net/channel.h"

namespace fdskl {

// The number of workers of a run.
struct Parties {
  int workers = 1;
  int active = 1;  // workers that hold labels
};

// The size of the data that one worker will hold. Numbers are doubles, because a planned run may be very large.
struct WorkerSize {
  int worker = 0;
  Parties parties;
  double train_rows = 0, test_rows = 0;
  double columns = 0;  // columns of this worker
  // The number of its entries, over all samples, that are not zero: at least and at most.
  double least_nonzeros = 0, most_nonzeros = 0;

  double rows() const { return train_rows + test_rows; }
  bool is_active() const { return worker < parties.active; }
};

// Memory that a worker uses for one purpose, at the moment when all its purposes together use the most.
//
// least  the memory that it cannot do without. The worker never uses less. So a run that has less memory than the
//        sum of these cannot fit, and is refused before it starts (runners/cell/needs.h).
// most   the memory that it may use where there is room: an expectation, not a guarantee.
struct MemoryPart {
  std::string_view what;
  double least = 0, most = 0;  // bytes
};

// What a method learns about a run besides its own settings and the data.
struct RunFacts {
  std::string_view dataset;
  bool regression = false;
  std::uint64_t seed = 1;  // differs between splits, but not between methods
  int evaluations = 12;    // the most points of the curve of the error over time
  std::optional<std::int64_t> memory_limit_bytes = {};
  std::filesystem::path folder = {};  // for files of the run; all workers see it; removed later. Empty: there is none
};

// The settings of one method. A method derives from this and from its own plain struct of settings.
class MethodSettings {
 public:
  virtual ~MethodSettings() = default;

  virtual std::unique_ptr<MethodSettings> Clone() const = 0;

  // All settings that a user may change, in the order in which they are stored. A change of the order changes the
  // hash of every stored cell.
  virtual std::vector<base::Option> Options() = 0;

  // Errors: Error says which setting is wrong and what it may be.
  virtual void Validate(const Parties& parties) const = 0;

  // Makes the method. The channel and the data that `view` refers to must outlive it.
  // Collective: all workers call it.
  // REQUIRES:   Validate() has passed.
  // Errors:     Error when the method cannot learn from such data.
  virtual std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const = 0;

  // The memory of a worker besides its columns and the memory that every process uses. The purposes and their order are
  // the same for every worker; a purpose that a worker does not have is zero.
  virtual std::vector<MemoryPart> Memory(const WorkerSize& size) const = 0;

  // The least number of bytes that a worker writes: to files of the run, and to its part of a saved model.
  virtual double RunFileBytes(const WorkerSize& /*size*/) const { return 0; }
  virtual double ModelFileBytes(const WorkerSize& /*size*/) const { return 0; }

  // Sets the options that the option `preset` stands for. Called when a user gives one; the user's other options win.
  virtual void ApplyPreset() {}

  // For searches: changes the settings so that one worker trains the model that `active` leaders would. Masks and
  // encryption are left out, because they do not change the model.
  virtual void TrainAlone(int /*active*/) {}

  // Columns of a row of results that do not follow from the options: a fixed text, or none if an option has no effect.
  virtual std::map<std::string, std::optional<std::string>> Columns() const { return {}; }

  // A note on the privacy that these settings give up; empty when the method's promises hold.
  virtual std::string PrivacyNote(const Parties& /*parties*/) const { return ""; }

 protected:
  MethodSettings() = default;
  MethodSettings(const MethodSettings&) = default;
  MethodSettings& operator=(const MethodSettings&) = default;
};

// The size of a run, from a row of results or a plan. A number that the method does not have is 0.
struct RunSize {
  double rows = 0, train_rows = 0;  // samples in all, and for training
  double columns = 0, entries = 0;  // columns over all workers; entries of a sample that are not zero
  bool sparse = false;
  double workers = 1, active = 1;
  double features = 0, block = 0, batch = 0, gram_rows = 0, sweeps = 0;
  double ring_bits = 8;
  double trees = 0, key_bits = 0;
  bool on_shares = false;  // masking `private`
};

enum class Marker { kCircle, kSquare, kTriangle, kDiamond, kDownTriangle, kPentagon };

struct MethodEntry {
  enum class Placement {
    kCentral,    // one process, which holds all columns and all labels
    kFederated,  // parties that send each other messages
  };

  std::string_view name;   // as users type it: "fd-svrg"
  std::string_view title;  // as the paper writes it: "FD-SVRG"
  std::string_view color;  // #rrggbb, of the Okabe-Ito palette
  Marker marker = Marker::kCircle;
  Placement placement = Placement::kFederated;
  // Raise this with every change of code that changes the method's results under the same settings: errors, traffic, or
  // clearly its time. Stored rows then no longer count, and `fdskl reproduce` runs the cells again. It is raised by
  // hand, and is not a hash of the sources, because every comment would change a hash.
  int version = 1;
  bool keeps_missing_values = false;  // if false, they are filled before the method sees them
  bool one_core = false;              // with one worker, the method uses only one core
  bool saves_models = false;          // whether `fdskl run --save-model` works
  bool own_messages = false;          // its parties do not use net::Channel, so their traffic is not known
  bool reads_rows = false;            // can train on rows that are not in memory (base::RowSource)
  // If not null, the method whose settings this one uses by definition, so that this one is not searched.
  const MethodEntry* same_settings_as = nullptr;
  std::function<std::unique_ptr<MethodSettings>()> settings;  // the defaults
  std::function<double(const RunSize& size)> rough_seconds;   // training and evaluation on two cores

  bool is_central() const { return placement == Placement::kCentral; }
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_METHOD_ENTRY_H_
