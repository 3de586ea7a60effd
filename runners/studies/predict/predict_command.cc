#include "runners/studies/predict/predict_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/owned_folder.h"
#include "datasets/catalogue_file.h"
#include "datasets/prepare.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/launch.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/party_data.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/worker.h"
#include "runners/studies/predict/predict_worker.h"

namespace fdskl::predict {
namespace {

// Starts the ranks and prints their output. Returns the exit status. Errors: Error with the message of a rank.
int LaunchRanks(const PredictRequest& request, int ranks, const std::vector<std::string>& words,
                const std::string& where) {
  cell::LaunchRequest launch = cell::RequestRanks(request.launcher.Make(), ranks, words);
  launch.on_line = [](std::string_view line) { fmt::print("{}\n", line); };
  const base::InterruptGuard guard;
  const cell::LaunchResult result = cell::Launch(launch);
  if (result.ending == cell::Ending::kInterrupted) return base::kInterruptedStatus;
  if (result.ending != cell::Ending::kFinished) base::Fail("{}", result.reason);
  fmt::print(stderr, "predictions are in {}\n", where);
  return 0;
}

// The index of a party. Errors: Error with the valid names.
std::size_t PlaceOf(const std::vector<datasets::Party>& parties, std::string_view name) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < parties.size(); ++i) {
    if (parties[i].name == name) return i;
    names.push_back(parties[i].name);
  }
  throw base::Error(base::UnknownName("party", name, names));
}

// Predicts new rows of data that stay with their parties.
int PredictForParties(const PredictRequest& request, cell::Cell cell) {
  datasets::CatalogueEntry entry = cell::PartiesOf(cell);
  std::vector<bool> named(entry.parties.size());
  for (const std::string& text : request.files) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) base::Fail("--file must be PARTY=FILE, not '{}'", text);
    const std::size_t place = PlaceOf(entry.parties, text.substr(0, equals));
    entry.parties[place].file = std::filesystem::absolute(text.substr(equals + 1)).string();
    entry.parties[place].reader = datasets::ReaderOf(entry.parties[place].file);
    named[place] = true;
  }
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (!named[i]) base::Fail("give the new rows of every party: --file {}=FILE is missing", entry.parties[i].name);
  }
  const std::size_t asker = request.asks.empty() ? 0 : PlaceOf(entry.parties, request.asks);
  cell.parties = datasets::PartiesText(entry);
  const std::filesystem::path output = request.output.empty()
                                           ? std::filesystem::path(cell.model_folder) / "predictions.csv"
                                           : std::filesystem::absolute(request.output);
  const base::OwnedFolder scratch(std::filesystem::path(cell.model_folder) / fmt::format("predict-{}", getpid()));
  base::WriteText(scratch.path() / cell::kCellFile, cell::CellText(cell));
  return LaunchRanks(request, cell.workers,
                     {"answer-worker", scratch.path().string(), std::to_string(asker), output.string()},
                     fmt::format("{}, on the host of party {}", output.string(), entry.parties[asker].name));
}

}  // namespace

void DeclarePredictCommand(base::Command& command, PredictRequest& request) {
  cell::DeclareLauncher(command, request.launcher);
  command.Argument("MODEL", request.model, "folder that `fdskl run ... --save-model` or `fdskl train` made")
      .Option("--samples", request.samples,
              "which samples to predict: parts of the split that the model was trained on, or all [test]",
              "test|train|all")
      .Option("--output", request.output, "table of predictions [predictions.arrow in the model's folder]", "FILE")
      .Repeated("--file", request.files, "of `fdskl train`: a party's new rows, on its own host; once for each party",
                "PARTY=FILE")
      .Option("--asks", request.asks, "of `fdskl train`: the party that gets the answers, as CSV [the first]", "PARTY")
      .Footer(
          "\nAll workers that trained the model must take part. Worker 0 receives the predictions and writes them.");
}

int PredictCommand(const PredictRequest& request) {
  const auto samples = base::ParseName<Samples>(request.samples);
  const std::filesystem::path folder = std::filesystem::absolute(request.model);
  cell::Cell cell = cell::ReadModelCell(folder);
  if (!cell.parties.empty()) {
    cell.model_folder = folder.string();
    return PredictForParties(request, std::move(cell));
  }
  if (!request.files.empty() || !request.asks.empty()) {
    base::Fail("--file and --asks are for models of `fdskl train`, whose parties keep the data; {} is none",
               folder.string());
  }
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

  const base::OwnedFolder scratch(folder / fmt::format("predict-{}", getpid()));
  base::WriteText(scratch.path() / cell::kCellFile, cell::CellText(cell));
  return LaunchRanks(request, cell.workers,
                     {"predict-worker", scratch.path().string(), request.samples, output.string()}, output.string());
}

}  // namespace fdskl::predict
