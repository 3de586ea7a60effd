// `fdskl train DATASET --model DIR`: trains FDSKL on columns that stay with their parties, each in its own file on its
// own host. This is not an experiment: secrets come from the operating system, and no row is stored.
//
// Unless the user chooses, masking is `private` if at least two parties have no labels, since it needs them as helpers,
// and `ring` otherwise.
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
  toml::table options;   // the options of FDSKL that the user gave
  std::string settings;  // file of runners/cell/defaults.h
  cell::LauncherRequest launcher;
  bool all_rows = false;
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareTrainCommand(base::Command& command, TrainRequest& request);

// Trains, and saves the model. Returns the exit status: 0, or 130 when interrupted.
// Errors: Error for a mistake that is found before training, or with the message of a rank.
int TrainCommand(const TrainRequest& request);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_TRAIN_COMMAND_H_
