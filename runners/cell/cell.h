// A cell: everything that determines one run of one method on one split of one dataset.
//
// Options() lists each setting once, with its meaning: first those that all methods have, then the method's own. The
// command line, the settings files, the text that the ranks read and the `settings` column of the results are all made
// from that list.
#ifndef FDSKL_RUNNERS_CELL_CELL_H_
#define FDSKL_RUNNERS_CELL_CELL_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/option.h"
#include "baselines/methods.h"
#include "datasets/catalogue.h"
#include "datasets/holding.h"
#include "datasets/partition.h"
#include "datasets/split.h"
#include "fdskl/fdskl_method.h"
#include "fdskl/net/link_model.h"

namespace fdskl::cell {

using baselines::MethodRef;

// The name of the option that says where columns are held.
inline constexpr std::string_view kHold = "hold";

// A value: a copy has its own settings. Options() gives the meaning of the public members that users may set.
class Cell {
 public:
  // The method's own settings get their defaults.
  explicit Cell(MethodRef method = &kFdskl);
  Cell(const Cell& other);
  Cell& operator=(const Cell& other);
  Cell(Cell&&) = default;
  Cell& operator=(Cell&&) = default;
  ~Cell() = default;

  MethodRef method() const { return method_; }

  // Everything that a user may set, in the order in which it is stored: what all methods have, then the method's own.
  // Lifetime: options point into this cell.
  std::vector<base::Option> Options();

  MethodSettings& settings() { return *settings_; }
  const MethodSettings& settings() const { return *settings_; }
  // The method's own settings as their type, for code about one method; null when they are of another type.
  template <class Settings>
  Settings* TryAs() {
    return dynamic_cast<Settings*>(settings_.get());
  }
  template <class Settings>
  const Settings* TryAs() const {
    return dynamic_cast<const Settings*>(settings_.get());
  }
  // REQUIRES: the settings are of that type.
  template <class Settings>
  Settings& As() {
    FDSKL_REQUIRE(TryAs<Settings>() != nullptr);
    return *TryAs<Settings>();
  }
  template <class Settings>
  const Settings& As() const {
    FDSKL_REQUIRE(TryAs<Settings>() != nullptr);
    return *TryAs<Settings>();
  }

  std::string dataset;
  std::string data_file;     // the prepared column store
  std::string model_folder;  // where the workers save their parts of the model; empty: not saved
  // For data that stay with their parties, each in its own file: the text of the catalogue entry. Empty: data_file has
  // all columns. Such a run is not an experiment: secrets come from the operating system, not from the seed.
  std::string parties;
  bool all_rows = false;  // parties only: train on all rows, and measure nothing
  std::string scratch;    // folder for files of the run, seen by all ranks; not part of the cell's text
  int party_cores = 1;    // cores of each party in the logical clocks; does not affect the run itself
  // The rule by which samples are split. A cell that an earlier version wrote has that version's rule, or none.
  std::string split_rule = std::string(datasets::kSplitRule);

  int workers = 8;
  int active = 2;
  int split = 0;
  std::optional<std::int64_t> rows;
  std::optional<datasets::Edition> edition;
  datasets::PartitionRule partition;
  net::LinkModel link;
  int evaluations = 12;
  std::optional<double> time_limit;
  std::optional<base::ByteCount> memory_limit;
  std::uint64_t seed = 1;
  std::optional<datasets::Hold> hold;  // none: in memory where the columns fit there

 private:
  MethodRef method_;
  std::unique_ptr<MethodSettings> settings_;
};

// An option and the methods that have it.
struct KnownOption {
  base::Option option;  // points into a cell that lives as long as the program
  std::vector<MethodRef> methods;
};

// All options of all methods, each name once. The first call fixes the list, so LoadMethods() comes before it.
const std::vector<KnownOption>& KnownOptions();

// Checks all settings. `columns` is how many the data have.
// Errors: Error says which setting is wrong and what it may be.
void Validate(const Cell& cell, std::int64_t columns);

// Makes the learner. Collective. REQUIRES: Validate() has passed.
// Lifetime: the channel and the data outlive the learner.
// Errors:   as MethodSettings::Make().
std::unique_ptr<Method> MakeMethod(const Cell& cell, net::Channel& channel, const datasets::Holding& data);

// Whether missing values are filled in before the method sees them, or kept.
datasets::Missing MissingFor(MethodRef method);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_CELL_H_
