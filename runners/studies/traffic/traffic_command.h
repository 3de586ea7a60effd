// `fdskl traffic`: what FDSKL and its federated rivals send. Writes a new traffic.arrow and prints it as Markdown.
//
// The table has five parts, see results/traffic_row.h. Datasets count with their published size, eight workers and the
// settings that `fdskl run` would use; their files are not read. SecureBoost's numbers come from rows of runs.arrow.
#ifndef FDSKL_RUNNERS_STUDIES_TRAFFIC_TRAFFIC_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_TRAFFIC_TRAFFIC_COMMAND_H_

#include <span>
#include <string>

#include "base/command_line.h"
#include "results/traffic_row.h"

namespace fdskl::traffic {

struct TrafficRequest {
  std::string results;   // folder of the tables
  std::string settings;  // settings file, runners/cell/defaults.h
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareTrafficCommand(base::Command& command, TrafficRequest& request);

// Writes and prints the table. Returns the exit status, 0. Errors: Error names the file.
int TrafficCommand(const TrafficRequest& request);

// The table as Markdown, without the part `transcript`.
std::string TrafficMarkdown(std::span<const results::TrafficRow> rows);

}  // namespace fdskl::traffic

#endif  // FDSKL_RUNNERS_STUDIES_TRAFFIC_TRAFFIC_COMMAND_H_
