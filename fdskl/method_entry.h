// A method as the harness knows it: its name, its looks, its settings, and how it is made. One constant a method, which
// stands in the method's own folder; baselines/methods.cc lists them all. Methods that a user describes in a file are
// made when the program starts (baselines/external/).
//
// Nothing outside the method's folder needs to know what its settings are: command line, settings files, results,
// searches, figures, tables and claims all work through what is here.
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

// Who takes part.
struct Parties {
  int workers = 1;
  int active = 1;  // those that hold labels
};

// What one worker is going to hold, before it has it. Numbers are doubles, for they may be larger than any run here.
struct WorkerSize {
  int worker = 0;
  Parties parties;
  double train_rows = 0, test_rows = 0;
  double columns = 0;  // its own
  // How many of its entries, over all samples, are not zero: at least and at most.
  double least_nonzeros = 0, most_nonzeros = 0;

  double rows() const { return train_rows + test_rows; }
  bool is_active() const { return worker < parties.active; }
};

// Memory that a worker takes for one purpose, at the moment when all its purposes together take most.
//
// least  what it cannot do without. It is never more than what the worker will take: what has less memory than the sum
//        of these cannot fit, and is refused before it starts (runners/cell/needs.h).
// most   what it may take where there is room, to be expected rather than relied upon.
struct MemoryPart {
  std::string_view what;
  double least = 0, most = 0;  // bytes
};

// What a method is told of a run besides its own settings and the data.
struct RunFacts {
  std::string_view dataset;
  bool regression = false;
  std::uint64_t seed = 1;  // the run's own: splits differ in it, methods do not
  int evaluations = 12;    // points of the error over time, at most
  std::optional<std::int64_t> memory_limit_bytes = {};
  std::filesystem::path folder = {};  // for files of the run; all workers see it, and it is removed later. Empty: none
};

// The settings of one method. A method derives from this and from its own plain struct of settings.
class MethodSettings {
 public:
  virtual ~MethodSettings() = default;

  virtual std::unique_ptr<MethodSettings> Clone() const = 0;

  // Everything that a user may set, in the order in which it is stored. To change the order is to change the hash of
  // every stored cell.
  virtual std::vector<base::Option> Options() = 0;

  // Errors: Error says which setting is wrong and what it may be.
  virtual void Validate(const Parties& parties) const = 0;

  // Collective. The channel and what `view` refers to outlive the method. REQUIRES: Validate() has passed.
  // Errors: Error when the method cannot learn from such data.
  virtual std::unique_ptr<Method> Make(net::Channel& channel, const WorkerView& view, const RunFacts& facts) const = 0;

  // What a worker takes besides its columns and what every process takes. The purposes, and their order, are the same
  // for every worker: one that has no use for a purpose has zeros there.
  virtual std::vector<MemoryPart> Memory(const WorkerSize& size) const = 0;

  // Bytes that a worker writes at least: to files of the run, and as its part of a model that is saved.
  virtual double RunFileBytes(const WorkerSize& /*size*/) const { return 0; }
  virtual double ModelFileBytes(const WorkerSize& /*size*/) const { return 0; }

  // Sets what the option `preset` stands for. Called when a user gives one; what is given beside it wins.
  virtual void ApplyPreset() {}

  // For searches: makes one worker train the model that `active` leaders would, without masks or encryption, which
  // change no model.
  virtual void TrainAlone(int /*active*/) {}

  // Columns of a row that do not follow from the options: a fixed text, or none where an option has no effect here.
  virtual std::map<std::string, std::optional<std::string>> Columns() const { return {}; }

  // What privacy these settings leave; empty when all is as the method promises.
  virtual std::string PrivacyNote(const Parties& /*parties*/) const { return ""; }

 protected:
  MethodSettings() = default;
  MethodSettings(const MethodSettings&) = default;
  MethodSettings& operator=(const MethodSettings&) = default;
};

// The size of a run, as far as rows and plans tell it. A number that the method does not have is 0.
struct RunSize {
  double rows = 0, train_rows = 0;  // samples in all, and for training
  double columns = 0, entries = 0;  // columns over all workers; those of a sample that are not zero
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
  // To be raised with every change of code that gives the method other figures under the same settings: errors,
  // traffic, or a time that is clearly another. Its stored rows then no longer count, and `fdskl reproduce` runs its
  // cells again. It is a number that a person raises, and no hash of the sources, which every comment would change.
  int version = 1;
  bool keeps_missing_values = false;  // else they are filled before the method sees them
  bool one_core = false;              // with one worker, it keeps one core busy and no other
  bool saves_models = false;          // whether `fdskl run --save-model` works
  bool own_messages = false;          // its parties talk past our channel, so that their traffic is not known
  bool reads_rows = false;            // trains on rows that are not in memory (base::RowSource); else it needs them all
  // The method whose settings are this one's by definition, so that it is not searched; none for most.
  const MethodEntry* same_settings_as = nullptr;
  std::function<std::unique_ptr<MethodSettings>()> settings;  // the defaults
  std::function<double(const RunSize& size)> rough_seconds;   // training and evaluation on two cores

  bool is_central() const { return placement == Placement::kCentral; }
};

}  // namespace fdskl

#endif  // FDSKL_FDSKL_METHOD_ENTRY_H_
