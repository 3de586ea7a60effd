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
#include "runners/audit/audit_command.h"
#include "runners/build_info.h"
#include "runners/datasets_command.h"
#include "runners/run_command.h"
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

  AuditRequest audit_request;
  CLI::App* audit = app.add_subcommand("audit", "attack recorded runs, and store what was recovered of hidden columns");
  DeclareAuditCommand(*audit, audit_request);
  audit->allow_extras();

  std::string folder;
  CLI::App* worker = app.add_subcommand("worker", "what `run` starts on every rank")->group("");
  worker->add_option("FOLDER", folder)->required();

  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& request) {  // --help, --version
    return app.exit(request);
  } catch (const CLI::ParseError& error) {
    for (const CLI::App* command : {run, datasets, audit}) RejectExtras(*command);
    Fail("{} (fdskl --help shows what there is)", error.what());
  }
  for (const CLI::App* command : {run, datasets, audit}) RejectExtras(*command);
  RejectExtras(app);
  if (run->parsed()) return RunCommand(run_request);
  if (datasets->parsed()) return DatasetsCommand(action);
  if (audit->parsed()) return AuditCommand(audit_request);
  if (worker->parsed()) return RunWorker(folder);
  fmt::print(stderr, "{}", app.help());
  return 1;
}

}  // namespace
}  // namespace fdskl

int main(int argc, char** argv) try { return fdskl::Main(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "fdskl: {}\n", error.what());
  return 1;
}
