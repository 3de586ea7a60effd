#include "runners/predict/predict_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/error.h"
#include "datasets/prepare.h"
#include "runners/cell_text.h"
#include "runners/files.h"
#include "runners/interrupt.h"
#include "runners/launch.h"
#include "runners/model_folder.h"
#include "runners/predict/predict_worker.h"
#include "runners/run_cell.h"
#include "runners/scratch_folder.h"
#include "runners/words.h"
#include "runners/worker.h"

namespace fdskl {

void DeclarePredictCommand(CLI::App& command, PredictRequest& request) {
  command.add_option("MODEL", request.model, "folder that `fdskl run ... --save-model` made")
      ->required()
      ->type_name("");
  command
      .add_option("--samples", request.samples, "which samples of the dataset, by the split it was trained on [test]")
      ->type_name("test|train|all");
  command.add_option("--output", request.output, "table of predictions [predictions.arrow in the model's folder]")
      ->type_name("FILE");
  command.add_option("--launcher", request.launcher, "as in `fdskl run`")->type_name("COMMAND");
  command.footer(
      "\nThe workers that trained the model must all take part; worker 0 gets the predictions and writes them.");
}

int PredictCommand(const PredictRequest& request) {
  ParseName<Samples>(request.samples);
  const std::filesystem::path folder = std::filesystem::absolute(request.model);
  Cell cell = ReadModelCell(folder);
  const Prepared data = Prepare(cell.dataset, cell.edition, cell.rows);
  cell.data_file = std::filesystem::absolute(data.file).string();
  cell.model_folder = folder.string();
  Validate(cell, data.columns);
  const std::filesystem::path output =
      request.output.empty() ? folder / "predictions.arrow" : std::filesystem::absolute(request.output);

  const ScratchFolder scratch(folder / fmt::format("predict-{}", getpid()));
  WriteText(scratch.path() / kCellFile, CellText(cell));
  const auto launcher = request.launcher.empty() ? DefaultLauncher() : SplitWords(request.launcher);
  LaunchRequest launch = RequestRanks(launcher, cell.workers,
                                      {"predict-worker", scratch.path().string(), request.samples, output.string()});
  launch.on_line = [](std::string_view line) { fmt::print("{}\n", line); };
  const InterruptGuard guard;
  const LaunchResult result = Launch(launch);
  if (result.ending == Ending::kInterrupted) return kInterruptedStatus;
  if (result.ending != Ending::kFinished) Fail("{}", result.reason);
  fmt::print(stderr, "predictions are in {}\n", output.string());
  return 0;
}

}  // namespace fdskl
