// `fdskl predict MODEL`: all workers together evaluate a saved model on samples of its dataset.
#ifndef FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_

#include <string>

#include "base/command_line.h"

namespace fdskl::predict {

struct PredictRequest {
  std::string model;             // folder of model_folder.h
  std::string samples = "test";  // of predict_worker.h
  std::string output;            // empty: predictions.arrow in the model's folder
  std::string launcher;          // empty: DefaultLauncher()
};

// Declares the options on `command`, which fill `request` when parsed; it outlives the command.
void DeclarePredictCommand(base::Command& command, PredictRequest& request);

// Returns the exit status. Errors: Error for what is wrong with the model, the data or the ranks.
int PredictCommand(const PredictRequest& request);

}  // namespace fdskl::predict

#endif  // FDSKL_RUNNERS_STUDIES_PREDICT_PREDICT_COMMAND_H_
