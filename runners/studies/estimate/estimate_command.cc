#include "runners/studies/estimate/estimate_command.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/files.h"
#include "base/parallel.h"
#include "base/text.h"
#include "datasets/catalogue.h"
#include "datasets/split.h"
#include "runners/cell/cell.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/defaults.h"
#include "runners/cell/needs.h"
#include "runners/cell/run_command.h"
#include "runners/studies/estimate/unit_fit.h"

namespace fdskl::estimate {
namespace {

std::vector<net::LinkModel> Links(const EstimateRequest& request) {
  std::vector<net::LinkModel> links;
  for (const std::string& text : request.networks) links.push_back(net::ParseLink(text));
  if (!links.empty()) return links;
  for (const auto& [preset, name] : base::kNames<net::LinkPreset>.table) links.push_back(net::LinkOf(preset));
  return links;
}

// The memory of all workers together, for a user who wants to run them all on this machine.
std::string MemoryHere(const PlannedRun& run) {
  const std::vector<MemoryPart> need = cell::CellNeed(run.cell, run.size);
  const cell::MemoryRoom room = cell::RoomFor(run.cell);
  const std::string shortage = cell::Shortage(need, room);
  return fmt::format("\nmemory of all workers together: at least {}, at most {}; here {} {}{}{}\n",
                     base::ByteText(cell::Least(need)), base::ByteText(cell::Most(need)),
                     room.is_limit ? "the limit is" : "what is free is", base::ByteText(room.bytes),
                     shortage.empty() ? "" : ", so a run here would end at once: it ", shortage);
}

}  // namespace

void DeclareEstimateCommand(base::Command& command, EstimateRequest& request) {
  request.settings = (base::SourceFolder() / "runners/experiments/defaults.toml").string();
  command.OptionalArgument("DATASET", request.dataset, "one of `fdskl datasets`, for its shape and settings");
  cell::DeclareCellOptions(command, request.options, &kFdskl);
  command.Option("--columns", request.columns, "columns over all workers, instead of the dataset's", "N")
      .Option("--density", request.density, "share of entries that are not zero, of data that are stored sparse", "X")
      .Option("--party-cores", request.party_cores, "cores of a worker's own machine [1]", "N")
      .List("--network", request.networks, "networks to estimate for, as --link of `fdskl run` has them [all presets]",
            "LINK")
      .Option("--prices", request.prices, "file with core_hour and gigabyte, as `fdskl run` takes it", "FILE")
      .Option("--price-core-hour", request.price_core_hour, "what an hour of a core costs", "X")
      .Option("--price-gigabyte", request.price_gigabyte, "what a gigabyte that is sent costs", "X")
      .Option("--settings", request.settings, "file of settings per method and dataset", "FILE")
      .Flag("--fit", request.fit, "fit unit costs to this machine first, in small runs, instead of the stored ones")
      .Flag("--scale", request.scale, "print the table of docs/scale.md and nothing else")
      .Footer(
          "\n  fdskl estimate epsilon --fit\n"
          "  fdskl estimate --rows 10000000 --columns 1000 --features 8192 --workers 16 --price-core-hour 0.04\n");
}

PlannedRun RunOf(const EstimateRequest& request) {
  cell::Cell cell;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  double density = request.density.value_or(1);
  bool sparse = request.density.has_value();
  if (!request.dataset.empty()) {
    const datasets::CatalogueEntry& entry = datasets::FindDataset(request.dataset);
    cell = cell::DefaultCell(request.settings, entry.name, &kFdskl);
    rows = entry.rows;
    columns = entry.columns;
    if (!request.density && entry.sparse()) {
      sparse = true;
      density = entry.density;
    }
  }
  cell::ApplyOptions(request.options, "command line", cell);
  rows = cell.rows.value_or(rows);
  columns = request.columns.value_or(columns);
  if (rows == 0 || columns == 0) base::Fail("give a DATASET, or --rows and --columns");
  base::RequireAtLeast("columns", columns, 1);
  if (density <= 0 || density > 1) base::Fail("density must be above 0 and at most 1, not {}", density);
  cell::Validate(cell, columns);
  const std::int64_t train = datasets::TrainRows(rows);
  const auto train_rows = static_cast<double>(train);
  const auto test_rows = static_cast<double>(rows - train);
  const auto wide = static_cast<double>(columns);
  return {std::move(cell), sparse ? cell::SparseSize(train_rows, test_rows, wide, wide * density)
                                  : cell::DenseSize(train_rows, test_rows, wide, density)};
}

int EstimateCommand(const EstimateRequest& request) {
  if (request.scale) return fmt::print("{}", ScaleTable()), 0;
  base::RequireAtLeast("party_cores", request.party_cores, 1);
  const auto prices = cell::ChoosePrices(request.prices, request.price_core_hour, request.price_gigabyte);
  const PlannedRun run = RunOf(request);
  const UnitCosts units = request.fit ? FitUnitCosts(SmallRuns()) : kReferenceCosts;
  const Estimate estimate = MakeEstimate(run, units, Links(request), request.party_cores);
  fmt::print("{}{}", EstimateText(estimate, base::Cores(), prices), MemoryHere(run));
  return 0;
}

}  // namespace fdskl::estimate
