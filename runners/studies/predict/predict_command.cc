#include "runners/studies/predict/predict_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "datasets/prepare.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/launch.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/worker.h"
#include "runners/studies/predict/predict_worker.h"

namespace fdskl::predict {

void DeclarePredictCommand(base::Command& command, PredictRequest& request) {
  cell::DeclareLauncher(command, request.launcher);
  command.Argument("MODEL", request.model, "folder that `fdskl run ... --save-model` made")
      .Option("--samples", request.samples,
              "which samples to predict: parts of the split that the model was trained on, or all [test]",
              "test|train|all")
      .Option("--output", request.output, "table of predictions [predictions.arrow in the model's folder]", "FILE")
      .Footer(
          "\nAll workers that trained the model must take part. Worker 0 receives the predictions and writes them.");
}

int PredictCommand(const PredictRequest& request) {
  const auto samples = base::ParseName<Samples>(request.samples);
  const std::filesystem::path folder = std::filesystem::absolute(request.model);
  cell::Cell cell = cell::ReadModelCell(folder);
  if (samples != Samples::kAll && cell.split_rule != datasets::kSplitRule) {
    base::Fail(
        "{} was saved by a version that split samples otherwise: which samples it was trained on is not known "
        "here. Train it again, or predict --samples all",
        folder.string());
  }
  const datasets::Prepared data = datasets::Prepare(cell.dataset, cell.edition, cell.rows);
  cell::UseData(data, cell);
  cell.model_folder = folder.string();
  cell::Validate(cell, data.columns);
  const std::filesystem::path output =
      request.output.empty() ? folder / "predictions.arrow" : std::filesystem::absolute(request.output);

  const base::ScratchFolder scratch(folder / fmt::format("predict-{}", getpid()));
  base::WriteText(scratch.path() / cell::kCellFile, cell::CellText(cell));
  cell::LaunchRequest launch =
      cell::RequestRanks(request.launcher.Make(), cell.workers,
                         {"predict-worker", scratch.path().string(), request.samples, output.string()});
  launch.on_line = [](std::string_view line) { fmt::print("{}\n", line); };
  const base::InterruptGuard guard;
  const cell::LaunchResult result = cell::Launch(launch);
  if (result.ending == cell::Ending::kInterrupted) return base::kInterruptedStatus;
  if (result.ending != cell::Ending::kFinished) base::Fail("{}", result.reason);
  fmt::print(stderr, "predictions are in {}\n", output.string());
  return 0;
}

}  // namespace fdskl::predict
