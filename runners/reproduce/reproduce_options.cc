#include "runners/files.h"
#include "runners/reproduce/reproduce_command.h"

namespace fdskl {

void DeclareReproduceCommand(CLI::App& command, ReproduceRequest& request) {
  request.results = (SourceFolder() / "results").string();
  request.experiments = (SourceFolder() / "runners/experiments").string();
  const auto add = [&](const char* name, auto& value, const char* meaning, const char* type) {
    return command.add_option(name, value, meaning)->type_name(type);
  };
  const auto add_last = [&](const char* name, std::string& value, const char* meaning, const char* type) {
    add(name, value, meaning, type)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  add_last("--profile", request.profile, "smoke, laptop or paper: what is capped, see profiles.toml [laptop]", "NAME");
  const auto add_list = [&](const char* name, auto& value, const char* meaning, const char* type) {
    add(name, value, meaning, type)->delimiter(',')->allow_extra_args(false);
  };
  add_list("--experiment", request.choice.experiments, "only these experiments; also A,B", "NAME");
  add_list("--dataset", request.choice.datasets, "only these datasets; also A,B", "NAME");
  add_list("--method", request.choice.methods, "only these methods; also A,B", "NAME");
  add("--only", request.only, "only cells whose title has this text, as in \"split 0,\"", "TEXT")
      ->allow_extra_args(false);
  command.add_flag("--redo", request.redo, "run chosen cells again that have a row already");
  command.add_flag("--dry-run", request.dry_run, "print the list of cells, what became of them, and how long is left");
  add_last("--experiments", request.experiments, "folder of the TOML files that say what to run", "DIR");
  add_last("--results", request.results, "folder of the tables that rows are added to", "DIR");
  add_last("--launcher", request.launcher, "command that starts the ranks; see fdskl run --help", "COMMAND");
  command.footer(
      "\nCells that have a row are passed over, so it can be stopped at any time and started again.\n"
      "Exit status: 0 when every chosen cell has a row, 1 when something is wrong, 130 when interrupted.\n");
}

}  // namespace fdskl
