// `fdskl estimate`: estimates what a run of FDSKL would take, before it is started.
#ifndef FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_COMMAND_H_
#define FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_COMMAND_H_

#include <toml++/toml.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/command_line.h"
#include "runners/studies/estimate/estimate.h"

namespace fdskl::estimate {

struct EstimateRequest {
  std::string dataset;   // empty: the user gives rows and columns, and no dataset's settings are used
  toml::table options;   // a cell's options, as the user typed them
  std::string settings;  // settings file, runners/cell/defaults.h
  std::optional<std::int64_t> columns;
  std::optional<double> density;  // share of entries that are not zero
  int party_cores = 1;
  std::string prices;  // file of party_clocks.h; empty: none
  std::optional<double> price_core_hour, price_gigabyte;
  std::vector<std::string> networks;
  bool fit = false, scale = false;
};

// Declares the options on `command`; parsing fills `request`, which outlives the command.
void DeclareEstimateCommand(base::Command& command, EstimateRequest& request);

// The run that is asked for. Errors: Error names the wrong option.
PlannedRun RunOf(const EstimateRequest& request);

// Prints the estimate. Returns the exit status, 0. Errors: Error names the wrong option.
int EstimateCommand(const EstimateRequest& request);

}  // namespace fdskl::estimate

#endif  // FDSKL_RUNNERS_STUDIES_ESTIMATE_ESTIMATE_COMMAND_H_
