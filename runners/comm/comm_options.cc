#include <fmt/format.h>

#include "runners/comm/comm_command.h"
#include "runners/comm/comm_worker.h"
#include "runners/files.h"

namespace fdskl {

void DeclareCommCommand(CLI::App& command, CommRequest& request) {
  request.results = (SourceFolder() / "results").string();
  command.add_option("--dataset", request.datasets, "names, with commas between [gisette,phishing,a9a,ijcnn1]")
      ->delimiter(',')
      ->type_name("NAMES");
  command.add_option("--workers", request.workers, "numbers of parties, with commas between [2,4,8,16]")
      ->delimiter(',')
      ->type_name("N,N");
  command
      .add_option("--link", request.links,
                  "a preset, or as in latency=20ms,bandwidth=100Mbit; may be given again [every preset]")
      ->allow_extra_args(false)
      ->type_name("LINK");
  command.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  command.add_option("--rows", request.rows, "use at most so many samples, of which three quarters train")
      ->type_name("N");
  command.add_option("--edition", request.edition, "the datasets' edition, instead of the best one that is here")
      ->type_name("full|part|stand-in");
  command
      .add_option(
          "--seconds", request.seconds,
          fmt::format("sum tiles of each case until so long was measured, at least {} tiles [0.5]", kLeastTiles))
      ->type_name("X");
  command.add_option("--time-limit", request.time_limit_seconds, "seconds that one launch may take")->type_name("X");
  command.add_option("--results", request.results, "folder of comm.arrow")->type_name("DIR");
  command.add_option("--launcher", request.launcher, "command that starts the ranks; \"-n RANKS PROGRAM\" is added")
      ->type_name("COMMAND");
  command.add_flag("--redo", request.redo, "measure again what is there");
}

}  // namespace fdskl
