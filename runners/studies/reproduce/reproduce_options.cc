#include "base/files.h"
#include "runners/studies/reproduce/reproduce_command.h"

namespace fdskl::reproduce {

void DeclareReproduceCommand(base::Command& command, ReproduceRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  request.experiments = (base::SourceFolder() / "runners/experiments").string();
  command
      .Option("--profile", request.profile, "smoke, laptop or paper: what is capped, see profiles.toml [laptop]",
              "NAME")
      .List("--experiment", request.choice.experiments, "only these experiments; also A,B", "NAME")
      .List("--dataset", request.choice.datasets, "only these datasets; also A,B", "NAME")
      .List("--method", request.choice.methods, "only these methods; also A,B", "NAME")
      .Repeated("--only", request.only, "only cells whose title has this text, as in \"split 0,\"", "TEXT")
      .Flag("--redo", request.redo, "run chosen cells again that have a row already")
      .Flag("--dry-run", request.dry_run, "print the list of cells, what became of them, and how long is left")
      .Option("--experiments", request.experiments, "folder of the TOML files that say what to run", "DIR")
      .Option("--results", request.results, "folder of the tables that rows are added to", "DIR")
      .Option("--launcher", request.launcher, "command that starts the ranks; see fdskl run --help", "COMMAND")
      .Footer(
          "\nCells that have a row are passed over, so it can be stopped at any time and started again.\n"
          "Exit status: 0 when every chosen cell has a row, 1 when something is wrong, 130 when interrupted.\n");
}

}  // namespace fdskl::reproduce
