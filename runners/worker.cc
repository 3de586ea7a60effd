#include "runners/worker.h"

#include <optional>

#include "base/error.h"
#include "fdskl/link_channel.h"
#include "fdskl/mpi_channel.h"
#include "results/store.h"
#include "runners/cell_row.h"
#include "runners/cell_text.h"
#include "runners/evaluator.h"
#include "runners/files.h"
#include "runners/harness.h"
#include "runners/make_method.h"
#include "runners/model_folder.h"
#include "runners/worker_data.h"

namespace fdskl {
namespace {

// Trains and measures; fills in how it ended.
std::vector<CurveRow> Train(Evaluator::Clock::time_point begin, const Cell& cell, const WorkerData& data,
                            const Harness& harness, Channel& channel, RunRow& run) try {
  const auto method = MakeMethod(cell, channel, data);
  Evaluator evaluator(begin, cell, data, harness, channel, *method);
  method->Fit([&](const Progress& progress) { return evaluator.Observe(progress); });
  evaluator.Finish(run);
  if (!cell.model_folder.empty()) SavePart(cell, data, *method);
  return evaluator.curve();
} catch (const OutOfMemory& error) {
  run.status = NameOf(RunStatus::kOutOfMemory);
  run.reason = error.what();
  return {};
}

void RunRank(const std::filesystem::path& folder, const MpiWorld& world) {
  const auto begin = Evaluator::Clock::now();
  const std::filesystem::path file = folder / kCellFile;
  const Cell cell = CellFromText(ReadText(file), file.string());
  RequireRanks(world, cell);
  const Harness harness(world.harness());
  const WorkerData data = LoadWorkerData(cell, world.rank(), harness);
  Validate(cell, data.total_columns);
  MpiChannel mpi(world);
  std::optional<LinkChannel> slow;
  if (!cell.link.IsBare()) {
    harness.RequireOneMachine("--link");
    slow.emplace(mpi, cell.link);
  }
  Channel& channel = slow ? static_cast<Channel&>(*slow) : mpi;
  RunRow run = DescribeCell(cell, data.total_rows, data.total_columns);
  const std::vector<CurveRow> curve = Train(begin, cell, data, harness, channel, run);
  if (world.rank() == 0) ResultStore(folder).Append(run, curve);
}

}  // namespace

void RequireRanks(const MpiWorld& world, const Cell& cell) {
  if (world.size() == cell.workers) return;
  Fail("the launcher started {} ranks, not {}; is it of another MPI than this program?", world.size(), cell.workers);
}

int RunWorker(const std::filesystem::path& folder) {
  MpiWorld world;
  return world.Run([&] { RunRank(folder, world); });
}

}  // namespace fdskl
