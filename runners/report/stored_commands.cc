#include "runners/report/stored_commands.h"

#include <filesystem>

#include "runners/figures/figures_command.h"
#include "runners/files.h"
#include "runners/ledger/ledger.h"
#include "runners/ledger/theory.h"
#include "runners/report/report.h"
#include "runners/tables/paper_tables.h"

namespace fdskl {

CLI::App* StoredCommands::Declare(CLI::App& app, const std::string& name, const std::string& meaning) {
  CLI::App* command = app.add_subcommand(name, meaning);
  command->add_option("--results", results_, "folder of the tables; otherwise results/ of the source tree")
      ->type_name("DIR");
  command->allow_extras();
  declared_.push_back(command);
  return command;
}

StoredCommands::StoredCommands(CLI::App& app) {
  CLI::App* figures = Declare(app, "figures", "draw the paper's figures from stored tables");
  figures->add_option("--output", output_, "folder to write to; otherwise figures/ of the results")->type_name("DIR");
  CLI::App* tables = Declare(app, "tables", "write the paper's tables from stored tables");
  tables->add_option("--output", output_, "folder to write to; otherwise tables/ of the results")->type_name("DIR");
  Declare(app, "theory", "measure the paper's lemma, theorem and appendix on small problems");
  Declare(app, "claims", "say of each claim of the paper whether it held, from stored tables");
  CLI::App* report = Declare(app, "report", "write one page with verdicts, figures and tables from stored tables");
  for (CLI::App* command : {figures, report}) {
    command->add_option("--renderer", renderer_, "gnuplot|matplot++")->type_name("");
  }
}

std::optional<int> StoredCommands::Run() const {
  const std::filesystem::path results = results_.empty() ? SourceFolder() / "results" : std::filesystem::path(results_);
  const auto output = [&](const char* folder) {
    return output_.empty() ? results / folder : std::filesystem::path(output_);
  };
  for (const CLI::App* command : declared_) {
    if (!command->parsed()) continue;
    const std::string& name = command->get_name();
    if (name == "figures") return FiguresCommand(results, output("figures"), ParseName<RendererKind>(renderer_));
    if (name == "tables") return TablesCommand(results, output("tables"));
    if (name == "theory") return TheoryCommand(results);
    if (name == "claims") return ClaimsCommand(results);
    if (name == "report") return ReportCommand(results, ParseName<RendererKind>(renderer_));
  }
  return std::nullopt;
}

}  // namespace fdskl
