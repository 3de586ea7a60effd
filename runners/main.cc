// The command line: parses it, hands on to a command, and turns every Error into one paragraph and exit status 1.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "runners/audit/audit_command.h"
#include "runners/build_info.h"
#include "runners/comm/comm_command.h"
#include "runners/comm/comm_worker.h"
#include "runners/datasets_command.h"
#include "runners/predict/predict_command.h"
#include "runners/predict/predict_worker.h"
#include "runners/report/stored_commands.h"
#include "runners/reproduce/reproduce_command.h"
#include "runners/run_command.h"
#include "runners/traffic/traffic_command.h"
#include "runners/tune/tune_command.h"
#include "runners/worker.h"

namespace fdskl {
namespace {

// Throws an Error for the first option, or else the first argument, that nothing took.
void RejectExtras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining();
  if (extras.empty()) return;
  const auto option = std::find_if(extras.begin(), extras.end(), [](const auto& extra) { return extra[0] == '-'; });
  std::vector<std::string> names;
  if (option != extras.end()) {
    for (const CLI::Option* known : app.get_options()) {
      if (!known->get_positional()) names.push_back(known->get_name());
    }
  } else {
    for (const CLI::App* known : app.get_subcommands({})) {
      if (!known->get_group().empty()) names.push_back(known->get_name());
    }
  }
  if (names.empty()) Fail("unexpected argument '{}'", extras.front());
  const std::vector<std::string_view> valid(names.begin(), names.end());
  if (option == extras.end()) throw Error(UnknownName("command", extras.front(), valid));
  throw Error(UnknownName("option", option->substr(0, option->find('=')), valid));
}

// The commands, each with what runs it.
class Commands {
 public:
  explicit Commands(CLI::App& app) : app_(app) { app.allow_extras(); }

  CLI::App& Add(const std::string& name, const std::string& meaning, std::function<int()> run) {
    CLI::App* const command = app_.add_subcommand(name, meaning)->allow_extras();
    Take(command, std::move(run));
    return *command;
  }
  // One that the app has already.
  void Take(const CLI::App* command, std::function<int()> run) { commands_.emplace_back(command, std::move(run)); }
  // One that ranks are started with, which no person types.
  CLI::App& AddHidden(const std::string& name, const std::string& meaning, std::function<int()> run) {
    return *Add(name, meaning, std::move(run)).group("");
  }

  int ParseAndRun(int argc, char** argv) {
    try {
      app_.parse(argc, argv);
    } catch (const CLI::Success& request) {  // --help, --version
      return app_.exit(request);
    } catch (const CLI::ParseError& error) {
      RejectAllExtras();
      Fail("{} (fdskl --help shows what there is)", error.what());
    }
    RejectAllExtras();
    RejectExtras(app_);
    for (const auto& [command, run] : commands_)
      if (command->parsed()) return run();
    fmt::print(stderr, "{}", app_.help());
    return 1;
  }

 private:
  void RejectAllExtras() const {
    for (const auto& [command, run] : commands_) RejectExtras(*command);
  }

  CLI::App& app_;
  std::vector<std::pair<const CLI::App*, std::function<int()>>> commands_;
};

int Main(int argc, char** argv) {
  CLI::App app("FDSKL: kernel learning on columns that different parties hold, and the experiments of its paper.");
  app.name("fdskl");
  app.set_version_flag("--version", fmt::format("fdskl {}", kVersion));
  Commands commands(app);

  RunRequest run;
  DeclareRunCommand(
      commands.Add("run", "run a method on a dataset, and add a row to the results", [&] { return RunCommand(run); }),
      run);

  PredictRequest predict;
  DeclarePredictCommand(
      commands.Add("predict", "evaluate a model that `run` saved", [&] { return PredictCommand(predict); }), predict);

  ReproduceRequest reproduce;
  DeclareReproduceCommand(commands.Add("reproduce", "run every experiment of the paper that has no rows yet",
                                       [&] { return ReproduceCommand(reproduce); }),
                          reproduce);

  std::string action = "list";
  commands.Add("datasets", "list the datasets and what of them is here", [&] { return DatasetsCommand(action); })
      .add_option("ACTION", action, "list|verify|fetch")
      ->type_name("");

  CommRequest comm;
  DeclareCommCommand(commands.Add("comm", "what sums by tree, ring and star cost over several links",
                                  [&] { return CommCommand(comm); }),
                     comm);

  const StoredCommands stored(app);
  for (const CLI::App* command : stored.declared()) commands.Take(command, [&] { return stored.Run().value(); });

  TuneRequest tune;
  DeclareTuneCommand(commands.Add("tune", "find the settings of methods again, by cross-validation on training data",
                                  [&] { return TuneCommand(tune); }),
                     tune);

  TrafficRequest traffic;
  DeclareTrafficCommand(commands.Add("traffic", "what the federated methods send: orders, maskings, one pass",
                                     [&] { return TrafficCommand(traffic); }),
                        traffic);

  AuditRequest audit;
  DeclareAuditCommand(commands.Add("audit", "attack recorded runs, and store what was recovered of hidden columns",
                                   [&] { return AuditCommand(audit); }),
                      audit);

  std::string folder;
  commands.AddHidden("worker", "what `run` starts on every rank", [&] { return RunWorker(folder); })
      .add_option("FOLDER", folder)
      ->required();

  std::string samples;
  std::string output;
  CLI::App& predict_worker = commands.AddHidden("predict-worker", "what `predict` starts on every rank", [&] {
    return RunPredictWorker(folder, ParseName<Samples>(samples), output);
  });
  predict_worker.add_option("FOLDER", folder)->required();
  predict_worker.add_option("SAMPLES", samples)->required();
  predict_worker.add_option("OUTPUT", output)->required();

  CommWork comm_work;
  CLI::App& comm_worker =
      commands.AddHidden("comm-worker", "what `comm` starts on every rank", [&] { return RunCommWorker(comm_work); });
  comm_worker.add_option("FOLDER", comm_work.folder)->required();
  comm_worker.add_option("SECONDS", comm_work.seconds)->required();
  comm_worker.add_option("CASE", comm_work.cases)->required();

  return commands.ParseAndRun(argc, argv);
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try { return fdskl::Main(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "fdskl: {}\n", error.what());
  return 1;
}
