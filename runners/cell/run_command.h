// `fdskl run DATASET METHOD`: its options, and what it does.
#ifndef FDSKL_RUNNERS_CELL_RUN_COMMAND_H_
#define FDSKL_RUNNERS_CELL_RUN_COMMAND_H_

#include <toml++/toml.h>

#include <optional>
#include <string>
#include <vector>

#include "base/command_line.h"
#include "fdskl/method_entry.h"
#include "runners/cell/launcher_options.h"

namespace fdskl::cell {

// A dataset that is not in the catalogue: --data FILE and the options that describe it.
struct OneOff {
  std::string file, test_file, reader, label, positive, id, task, scaling, categories;
  std::vector<std::string> drop, missing;
};

struct RunRequest {
  std::string dataset, method;
  OneOff data;
  toml::table options;  // the options of Cell::Options() that the user gave
  int splits = 1;
  LauncherRequest launcher;
  std::string results;     // folder of the tables
  std::string settings;    // file of defaults.h
  std::string save_model;  // folder of model_folder.h; empty: not saved
  bool json = false;
  int party_cores = 1;
  std::string prices;  // file of party_clocks.h; empty: none
  std::optional<double> price_core_hour, price_gigabyte;
  bool fetch = false, offline = false;  // fetch the dataset first where it is missing, unless offline
};

// Declares the options of a cell on `command`: those of `method`, or of all methods when it is null. Parsing puts what
// the user typed into `options`, which outlives the command.
void DeclareCellOptions(base::Command& command, toml::table& options, const MethodEntry* method = nullptr);

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareRunCommand(base::Command& command, RunRequest& request);

// Runs a cell for each split, stores their rows and prints a summary. Returns the exit status: 0 when every row is ok,
// 1 otherwise, 130 when interrupted.
// Errors: Error for a mistake that is found before the first cell starts, and those of CellRunner.
int RunCommand(const RunRequest& typed);

}  // namespace fdskl::cell

#endif  // FDSKL_RUNNERS_CELL_RUN_COMMAND_H_
