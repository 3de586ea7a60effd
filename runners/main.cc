// The command line: parses it, hands on to a command, and turns every Error into one paragraph and exit status 1.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "runners/build_info.h"
#include "runners/comm/comm_command.h"
#include "runners/comm/comm_worker.h"
#include "runners/datasets_command.h"
#include "runners/run_command.h"
#include "runners/traffic/traffic_command.h"
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

int Main(int argc, char** argv) {
  CLI::App app("FDSKL: kernel learning on columns that different parties hold, and the experiments of its paper.");
  app.name("fdskl");
  app.set_version_flag("--version", fmt::format("fdskl {}", kVersion));
  app.allow_extras();

  RunRequest run_request;
  CLI::App* run = app.add_subcommand("run", "run a method on a dataset, and add a row to the results");
  DeclareRunCommand(*run, run_request);
  run->allow_extras();

  std::string action = "list";
  CLI::App* datasets = app.add_subcommand("datasets", "list the datasets and what of them is here");
  datasets->add_option("ACTION", action, "list|verify|fetch")->type_name("");
  datasets->allow_extras();

  CommRequest comm_request;
  CLI::App* comm = app.add_subcommand("comm", "what sums by tree, ring and star cost over several links");
  DeclareCommCommand(*comm, comm_request);
  comm->allow_extras();

  TrafficRequest traffic_request;
  CLI::App* traffic = app.add_subcommand("traffic", "what the federated methods send: orders, maskings, one pass");
  DeclareTrafficCommand(*traffic, traffic_request);
  traffic->allow_extras();

  std::string folder;
  CLI::App* worker = app.add_subcommand("worker", "what `run` starts on every rank")->group("");
  worker->add_option("FOLDER", folder)->required();
  CommWork comm_work;
  CLI::App* comm_worker = app.add_subcommand("comm-worker", "what `comm` starts on every rank")->group("");
  comm_worker->add_option("FOLDER", comm_work.folder)->required();
  comm_worker->add_option("SECONDS", comm_work.seconds)->required();
  comm_worker->add_option("CASE", comm_work.cases)->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    for (const CLI::App* command : {run, datasets, comm, traffic}) RejectExtras(*command);
    Fail("{} (fdskl --help shows what there is)", error.what());
  }
  for (const CLI::App* command : {run, datasets, comm, traffic}) RejectExtras(*command);
  RejectExtras(app);
  if (run->parsed()) return RunCommand(run_request);
  if (datasets->parsed()) return DatasetsCommand(action);
  if (worker->parsed()) return RunWorker(folder);
  if (comm->parsed()) return CommCommand(comm_request);
  if (traffic->parsed()) return TrafficCommand(traffic_request);
  if (comm_worker->parsed()) return RunCommWorker(comm_work);
  fmt::print(stderr, "{}", app.help());
  return 1;
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try { return fdskl::Main(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "fdskl: {}\n", error.what());
  return 1;
}
