// `fdskl predict MODEL`: all workers together apply a saved model to samples of its dataset, or, where parties keep the
// data, to new rows of every party's own file.
#ifndef FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_

#include <string>
#include <vector>

#include "base/command_line.h"
#include "runners/cell/launcher_options.h"

namespace fdskl::predict {

struct PredictRequest {
  std::string model;             // folder of the model, runners/cell/model_folder.h
  std::string samples = "test";  // a name of Samples, predict_worker.h
  std::string output;            // empty: predictions.arrow in the model's folder
  // Where parties keep the data: "PARTY=FILE" for each, and the party that gets the answers; empty: the first.
  std::vector<std::string> files;
  std::string asks;
  cell::LauncherRequest launcher;
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclarePredictCommand(base::Command& command, PredictRequest& request);

// Returns the exit status. Errors: Error when the model, the data or a rank has a fault.
int PredictCommand(const PredictRequest& request);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_
