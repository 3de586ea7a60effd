#include <fmt/format.h>

#include "base/files.h"
#include "runners/studies/comm/comm_command.h"
#include "runners/studies/comm/comm_worker.h"

namespace fdskl::comm {

void DeclareCommCommand(base::Command& command, CommRequest& request) {
  request.results = (base::SourceFolder() / "results").string();
  command.List("--dataset", request.datasets, "names, with commas between [gisette,phishing,a9a,ijcnn1]", "NAMES")
      .List("--workers", request.workers, "numbers of parties, with commas between [2,4,8,16]", "N,N")
      .Repeated("--link", request.links,
                "a preset, or as in latency=20ms,bandwidth=100Mbit; may be given again [every preset]", "LINK")
      .Option("--rows", request.rows, "use at most so many samples, of which three quarters train", "N")
      .Option("--edition", request.edition, "the datasets' edition, instead of the best one that is here",
              "full|part|stand-in")
      .Option("--seconds", request.seconds,
              fmt::format("sum tiles of each case until so long was measured, at least {} tiles [0.5]", kLeastTiles),
              "X")
      .Option("--time-limit", request.time_limit_seconds, "seconds that one launch may take", "X")
      .Option("--results", request.results, "folder of comm.arrow", "DIR")
      .Option("--launcher", request.launcher, "command that starts the ranks; \"-n RANKS PROGRAM\" is added", "COMMAND")
      .Flag("--redo", request.redo, "measure again what is there");
}

}  // namespace fdskl::comm
