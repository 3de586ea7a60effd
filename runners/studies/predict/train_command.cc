#include "runners/studies/predict/train_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "base/interrupt.h"
#include "base/toml.h"
#include "datasets/catalogue_file.h"
#include "datasets/prepare.h"
#include "fdskl/fdskl_method.h"
#include "runners/cell/cell_row.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"
#include "runners/cell/launch.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/progress.h"
#include "runners/cell/run_cell.h"
#include "runners/cell/run_command.h"

namespace fdskl::predict {
namespace {

constexpr const char* kFooter = R"(
DATASET is one of a catalogue that says which party has which file ([DATASET.party.NAME]). Rank r opens the file of party r,
those with labels first, on the host where the launcher starts it, and no other. A quarter of the common rows is held out to
measure the error, unless --all-rows.

  fdskl train clients --catalogue clients.toml --model model
  fdskl train clients --catalogue clients.toml --model model --launcher "mpirun --hostfile hosts --map-by node"
  fdskl predict model --file bank=new_bank.csv --file shop=new_shop.csv --asks bank --output answers.csv
)";

int LabelHolders(const datasets::CatalogueEntry& entry) {
  return static_cast<int>(
      std::ranges::count_if(entry.parties, [](const datasets::Party& party) { return !party.format.label.empty(); }));
}

// Whether two parties can be the helpers of masking `private`.
bool HasHelpers(const datasets::CatalogueEntry& entry) { return std::ssize(entry.parties) >= LabelHolders(entry) + 2; }

// The arm whose settings are the user's starting point.
cell::ArmRef StartingArm(const TrainRequest& request, const datasets::CatalogueEntry& entry) {
  const cell::ArmRef in_private = cell::FindArm("fdskl-private");
  const auto asked = request.options["masking"].value<std::string>();
  if (asked) return *asked == base::NameOf(Masking::kPrivate) ? in_private : cell::OwnArm(&kFdskl);
  return HasHelpers(entry) ? in_private : cell::OwnArm(&kFdskl);
}

cell::Cell MakeCell(const TrainRequest& request, const datasets::CatalogueEntry& entry) {
  cell::Cell cell(&kFdskl);
  cell.dataset = entry.name;
  cell::ApplyDefaults(request.settings, StartingArm(request, entry), cell);
  cell.partition = datasets::PartitionRule();
  cell::ApplyOptions(request.options, "command line", cell);
  for (const char* fixed : {"workers", "active", "partition", "edition", "hold"}) {
    if (!request.options.contains(fixed)) continue;
    base::Fail("--{} cannot be chosen here: the parties' files say who takes part and who holds what", fixed);
  }
  cell.workers = static_cast<int>(entry.parties.size());
  cell.active = LabelHolders(entry);
  cell.parties = datasets::PartiesText(entry);
  cell.all_rows = request.all_rows;
  cell.model_folder = std::filesystem::absolute(request.model).string();
  if (entry.task == datasets::Task::kRegression && cell.As<Settings>().loss != LossKind::kSquare) {
    base::Fail("{} is a regression, which needs --loss square", entry.name);
  }
  cell::Validate(cell, cell.workers);  // each party has at least one column, or reading its file fails
  return cell;
}

}  // namespace

void DeclareTrainCommand(base::Command& command, TrainRequest& request) {
  request.settings = (base::SourceFolder() / "runners/experiments/defaults.toml").string();
  command.Argument("DATASET", request.dataset, "a dataset of your catalogue that parties keep")
      .Option("--model", request.model, "folder for the model; each party's part is a file on its own host", "DIR")
      .Flag("--all-rows", request.all_rows, "train on all common rows, and measure no error");
  cell::DeclareCellOptions(command, request.options, &kFdskl);
  cell::DeclareLauncher(command, request.launcher);
  command.Option("--settings", request.settings, "file of settings", "FILE").Footer(kFooter);
}

int TrainCommand(const TrainRequest& request) {
  const datasets::CatalogueEntry& entry = datasets::FindParties(request.dataset);
  if (request.model.empty()) base::Fail("give --model DIR, the folder that the model goes to");
  const cell::Cell cell = MakeCell(request, entry);
  const cell::Launcher launcher = request.launcher.Make();
  cell::ProgressDisplay display(
      stderr, isatty(STDERR_FILENO) != 0 ? cell::ProgressStyle::kTerminal : cell::ProgressStyle::kEvaluations);
  display.Say(
      fmt::format("{}: {} parties, {} with labels; rows are matched by {} ids; secrets from the operating system",
                  entry.name, cell.workers, cell.active, base::NameOf(entry.ids)));
  if (entry.ids == datasets::Ids::kPublic) {
    display.Say(
        fmt::format("ids are public: party {} gets the ids of all parties, in the open", entry.parties.front().name));
  }
  const Masking masking = cell.As<Settings>().masking;
  display.Say(
      fmt::format("masking {}{}", base::NameOf(masking),
                  masking == Masking::kPrivate || HasHelpers(entry)
                      ? ""
                      : ": private needs two parties without labels as helpers; in others a party with labels can "
                        "recover columns of the others (docs/privacy.md)"));
  const std::string note = cell.settings().PrivacyNote({.workers = cell.workers, .active = cell.active});
  if (!note.empty()) display.Say(note);

  const base::InterruptGuard guard;
  cell::BeginModel(cell.model_folder);
  display.Begin(fmt::format("train {}", entry.name));
  const auto result = cell::RunCell(cell, datasets::Prepared{}, launcher, cell.model_folder,
                                    [&](const cell::ProgressEvent& event) { display.Update(event); });
  if (!result) return base::kInterruptedStatus;
  display.End(result->run);
  if (!cell::IsOk(result->run)) base::Fail("{}", result->run.reason);
  cell::EndModel(cell.model_folder, cell);
  fmt::print("{} common rows, {} of them for training, {} columns\n", result->run.rows, result->run.train_rows,
             result->run.columns);
  if (!cell.all_rows) fmt::print("{}", cell::Summary({&result->run, 1}));
  fmt::print(stderr, "each party's part of the model is in {} on its own host\n", cell.model_folder);
  return 0;
}

}  // namespace fdskl::predict
