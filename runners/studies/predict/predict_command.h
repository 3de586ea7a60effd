// `fdskl predict MODEL`: all workers together apply a saved model to samples of its dataset or, if the data stay with
// their parties, to new rows in each party's own file.
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
  std::string output;            // empty: predictions.arrow, or .csv with parties, in the model's folder
  // If the data stay with their parties: "PARTY=FILE" for each, and the party that gets the answers; empty: the first.
  std::vector<std::string> files;
  std::string asks;
  cell::LauncherRequest launcher;
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclarePredictCommand(base::Command& command, PredictRequest& request);

// Starts the ranks and waits for them. Returns the exit status: 0, or 130 when interrupted.
// Errors: Error when something is wrong with the model or the data, or a rank fails.
int PredictCommand(const PredictRequest& request);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_
