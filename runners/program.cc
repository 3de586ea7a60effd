#include "runners/program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "base/command_line.h"
#include "base/files.h"
#include "base/names.h"
#include "datasets/fetch.h"
#include "datasets/status.h"
#include "results/export.h"
#include "results/merge.h"
#include "results/rows.h"
#include "runners/cell/methods_file.h"
#include "runners/cell/provenance.h"
#include "runners/cell/run_command.h"
#include "runners/cell/worker.h"
#include "runners/reporting/compare/compare.h"
#include "runners/reporting/figures/paper_figures.h"
#include "runners/reporting/ledger/ledger.h"
#include "runners/reporting/ledger/verdict.h"
#include "runners/reporting/report/report.h"
#include "runners/reporting/tables/paper_tables.h"
#include "runners/studies/audit/audit_command.h"
#include "runners/studies/comm/comm_command.h"
#include "runners/studies/comm/comm_worker.h"
#include "runners/studies/estimate/estimate_command.h"
#include "runners/studies/predict/predict_command.h"
#include "runners/studies/predict/predict_worker.h"
#include "runners/studies/predict/train_command.h"
#include "runners/studies/reproduce/reproduce_command.h"
#include "runners/studies/theory/theory.h"
#include "runners/studies/traffic/traffic_command.h"
#include "runners/studies/tune/tune_command.h"

namespace fdskl::runners {
namespace {

using base::CommandLine;

// The options of the commands that only read.
struct ReadRequest {
  std::string table, format = "csv";  // for `export`
  std::string results, output, renderer = std::string(base::NameOf(figures::BestRenderer()));

  std::filesystem::path Results() const {
    return results.empty() ? base::SourceFolder() / "results" : std::filesystem::path(results);
  }
  std::filesystem::path Output(const char* folder) const {
    return output.empty() ? Results() / folder : std::filesystem::path(output);
  }
  figures::RendererKind Renderer() const { return base::ParseName<figures::RendererKind>(renderer); }
};

int Datasets(const std::string& action) {
  if (action == "list") return datasets::ListDatasets(std::cout), 0;
  if (action == "verify") return datasets::VerifyDatasets(std::cout) ? 0 : 1;
  if (action == "fetch") return datasets::FetchDatasets(std::cout) ? 0 : 1;
  constexpr std::array<std::string_view, 3> kActions = {"list", "verify", "fetch"};
  throw base::Error(base::UnknownName("action on datasets", action, kActions));
}

int Merge(const std::vector<std::string>& folders, const std::string& target, bool pack) {
  const results::Merged merged = results::MergeFolders(folders, target);
  if (pack) results::PackTables(target);
  fmt::print("{}: {} rows of runs; {} left out: their cells have better or newer ones\n", target, merged.rows,
             merged.left_out);
  for (const std::string& table : merged.copied) fmt::print("taken whole: {}\n", table);
  return 0;
}

// Runs the attacks, and prints the verdict on Theorem 2.
int Audit(const audit::AuditRequest& request) {
  const int status = audit::AuditCommand(request);
  const auto verdict =
      ledger::TheoremTwoVerdict(results::ReadRows<results::AuditRow>(request.results + "/audit.arrow"));
  fmt::print("Theorem 2: {}. {}\n", base::NameOf(verdict.verdict), verdict.numbers);
  return status;
}

// Writes a table as text, to standard output or a file.
int ExportTable(const ReadRequest& read, const std::string& table, const std::string& format) {
  const auto parsed = base::ParseName<results::ExportFormat>(format);
  if (read.output.empty()) {
    results::Export(read.Results(), table, parsed, std::cout);
    return 0;
  }
  base::AtomicFile file(read.output);
  std::ofstream stream(file.temp_path(), std::ios::binary);
  results::Export(read.Results(), table, parsed, stream);
  stream.close();
  file.Commit();
  return 0;
}

void AddReadingCommands(CommandLine& line, ReadRequest& read) {
  const auto add = [&](const char* name, const char* meaning, const std::function<int()>& run) -> base::Command& {
    return line.Add(name, meaning, run)
        .Option("--results", read.results, "folder of the tables; otherwise results/ of the source tree", "DIR");
  };
  add("figures", "draw the paper's figures from stored tables",
      [&] { return figures::FiguresCommand(read.Results(), read.Output("figures"), read.Renderer()); })
      .Option("--output", read.output, "folder to write to; otherwise figures/ of the results", "DIR")
      .Option("--renderer", read.renderer, "gnuplot|matplot++", "");
  add("tables", "write the paper's tables from stored tables", [&] {
    return tables::TablesCommand(read.Results(), read.Output("tables"));
  }).Option("--output", read.output, "folder to write to; otherwise tables/ of the results", "DIR");
  add("theory", "measure the paper's lemma, theorem and appendix on small problems",
      [&] { return theory::TheoryCommand(read.Results()); });
  add("claims", "say of each claim of the paper whether it held, from stored tables",
      [&] { return ledger::ClaimsCommand(read.Results()); });
  add("export", "write a table as CSV or JSON lines", [&] { return ExportTable(read, read.table, read.format); })
      .Option("--format", read.format, "csv|jsonl", "")
      .Option("--output", read.output, "file to write; otherwise standard output", "FILE")
      .Argument("TABLE", read.table, fmt::format("{}", fmt::join(results::ExportedTables(), "|")));
  add("report", "write one page with verdicts, figures and tables from stored tables", [&] {
    return report::ReportCommand(read.Results(), read.Renderer());
  }).Option("--renderer", read.renderer, "gnuplot|matplot++", "");
}

int ParseAndRun(int argc, char** argv) {
  // This must come before anything asks for the list of methods.
  const std::string methods = cell::MethodsFileOf(argc, argv);
  if (!methods.empty()) cell::LoadMethods(methods);
  CommandLine line("fdskl",
                   "FDSKL: kernel learning on columns that different parties hold, and the experiments of its paper.",
                   cell::VersionText);

  cell::RunRequest run;
  cell::DeclareRunCommand(
      line.Add("run", "run a method on a dataset, and add a row to the results", [&] { return cell::RunCommand(run); }),
      run);
  predict::PredictRequest predict;
  predict::DeclarePredictCommand(line.Add("predict", "apply a model that `run` or `train` saved",
                                          [&] { return predict::PredictCommand(predict); }),
                                 predict);
  predict::TrainRequest train;
  predict::DeclareTrainCommand(line.Add("train", "learn from columns that parties keep, each in a file of its own",
                                        [&] { return predict::TrainCommand(train); }),
                               train);
  reproduce::ReproduceRequest reproduce;
  reproduce::DeclareReproduceCommand(line.Add("reproduce", "run every experiment of the paper that has no rows yet",
                                              [&] { return reproduce::ReproduceCommand(reproduce); }),
                                     reproduce);
  estimate::EstimateRequest estimate;
  estimate::DeclareEstimateCommand(
      line.Add("estimate", "say what a run of FDSKL would take: time, bytes, memory, money",
               [&] { return estimate::EstimateCommand(estimate); }),
      estimate);
  std::string action = "list";
  line.Add("datasets", "list the datasets and which of their files are here", [&] { return Datasets(action); })
      .OptionalArgument("ACTION", action, "list|verify|fetch");
  comm::CommRequest comm;
  comm::DeclareCommCommand(line.Add("comm", "measure sums by tree, ring and star over several networks",
                                    [&] { return comm::CommCommand(comm); }),
                           comm);
  ReadRequest read;
  AddReadingCommands(line, read);
  tune::TuneRequest tune;
  tune::DeclareTuneCommand(line.Add("tune", "find the settings of methods again, by cross-validation on training data",
                                    [&] { return tune::TuneCommand(tune); }),
                           tune);
  traffic::TrafficRequest traffic;
  traffic::DeclareTrafficCommand(
      line.Add("traffic", "count what the federated methods send: orders, maskings, one pass",
               [&] { return traffic::TrafficCommand(traffic); }),
      traffic);
  audit::AuditRequest audit;
  audit::DeclareAuditCommand(line.Add("audit", "attack recorded runs, and store what was recovered of hidden columns",
                                      [&] { return Audit(audit); }),
                             audit);

  std::string first;
  std::string second;
  compare::Rules rules;
  std::string page;
  line.Add("compare", "say what changed between two results folders",
           [&] { return compare::CompareCommand(first, second, rules, page); })
      .Argument("A", first, "results folder to compare with")
      .Argument("B", second, "results folder to judge")
      .Option("--margin", rules.margin, "points by which an error may rise [0.1]", "X")
      .Option("--slower", rules.slower, "factor by which a time may rise [1.25]", "X")
      .Option("--html", page, "file to write the comparison to as a page, in the style of the report", "FILE")
      .Footer("\nExit status: 0 when B is nowhere worse than A, 2 when it is, 1 on an error.\n");
  std::vector<std::string> folders;
  std::string merged = (base::SourceFolder() / "results").string();
  bool pack = false;
  line.Add("merge", "make one set of tables of several results folders", [&] { return Merge(folders, merged, pack); })
      .Argument("FOLDER", folders, "results folders")
      .Option("--results", merged, "folder of the merged tables, whose own rows count too", "DIR")
      .Flag("--pack", pack, "pack the merged tables with zstd, which some Arrow readers cannot read");
  line.Everywhere(
      "--catalogue", [](const std::string& file) { datasets::AddCatalogue(file); },
      "file of your own datasets, besides the paper's ten and $FDSKL_CATALOGUE (docs/own_data.md)", "FILE");

  // The commands above start these on every rank. Users do not type them.
  std::string folder;
  line.Add("worker", "what `run` starts", [&] { return cell::RunWorker(folder); }).Argument("FOLDER", folder).Hide();
  line.Add("party-worker", "what `train` starts", [&] { return cell::RunPartyWorker(folder); })
      .Argument("FOLDER", folder)
      .Hide();
  std::string samples;
  std::string output;
  std::string asker;
  line.Add("answer-worker", "what `predict` starts where parties keep the data",
           [&] { return predict::RunAnswerWorker(folder, std::stoi(asker), output); })
      .Argument("FOLDER", folder)
      .Argument("ASKER", asker)
      .Argument("OUTPUT", output)
      .Hide();
  line.Add("predict-worker", "what `predict` starts",
           [&] { return predict::RunPredictWorker(folder, base::ParseName<predict::Samples>(samples), output); })
      .Argument("FOLDER", folder)
      .Argument("SAMPLES", samples)
      .Argument("OUTPUT", output)
      .Hide();
  comm::CommWork comm_work;
  line.Add("comm-worker", "what `comm` starts", [&] { return comm::RunCommWorker(comm_work); })
      .Argument("FOLDER", comm_work.folder)
      .Argument("SECONDS", comm_work.seconds)
      .Argument("CASE", comm_work.cases)
      .Hide();
  line.Everywhere(
      "--methods", [](const std::string& /*file*/) {},  // read by MethodsFileOf() above
      "file of methods of your own, see docs/own_method.md [$FDSKL_METHODS]", "FILE");
  return line.ParseAndRun(argc, argv);
}

}  // namespace

int RunProgram(int argc, char** argv) try { return ParseAndRun(argc, argv); } catch (const std::exception& error) {
  fmt::print(stderr, "fdskl: {}\n", error.what());
  return 1;
}

}  // namespace fdskl::runners
