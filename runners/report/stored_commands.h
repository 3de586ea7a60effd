// The commands that work on stored tables alone: figures, tables, theory, claims, report.
#ifndef FDSKL_RUNNERS_REPORT_STORED_COMMANDS_H_
#define FDSKL_RUNNERS_REPORT_STORED_COMMANDS_H_

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "runners/figures/renderer.h"

namespace fdskl {

class StoredCommands {
 public:
  // Declares the commands on `app`, which this outlives.
  explicit StoredCommands(CLI::App& app);

  const std::vector<const CLI::App*>& declared() const { return declared_; }

  // The exit status of the command that was parsed, if one of these was. Errors: as the commands.
  std::optional<int> Run() const;

 private:
  CLI::App* Declare(CLI::App& app, const std::string& name, const std::string& meaning);

  std::vector<const CLI::App*> declared_;
  std::string results_;
  std::string output_;
  std::string renderer_ = std::string(NameOf(BestRenderer()));
};

}  // namespace fdskl

#endif  // FDSKL_RUNNERS_REPORT_STORED_COMMANDS_H_
