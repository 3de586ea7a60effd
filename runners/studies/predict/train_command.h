// `fdskl train DATASET --model DIR`: FDSKL on columns that parties keep, each in a file of its own on its own host.
// This is no experiment: secrets come from the operating system, and no row goes to the results.
//
// Unless the user says otherwise, masking is `private` where two parties or more have no labels, which it needs as
// helpers, and `ring` where they are fewer.
#ifndef FDSKL_RUNNERS_STUDIES_PREDICT_TRAIN_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_PREDICT_TRAIN_COMMAND_H_

#include <toml++/toml.h>

#include <string>

#include "base/command_line.h"
#include "runners/cell/launcher_options.h"

namespace fdskl::predict {

struct TrainRequest {
  std::string dataset;   // in a catalogue, with parties
  std::string model;     // folder of the model, runners/cell/model_folder.h
  toml::table options;   // those of FDSKL that the user gave
  std::string settings;  // file of runners/cell/defaults.h
  cell::LauncherRequest launcher;
  bool all_rows = false;
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclareTrainCommand(base::Command& command, TrainRequest& request);

// Returns the exit status. Errors: Error for what is wrong before training, and what a rank said.
int TrainCommand(const TrainRequest& request);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_TRAIN_COMMAND_H_
