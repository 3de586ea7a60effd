#include "runners/worker.h"

#include <memory>

#include "base/error.h"
#include "base/seed.h"
#include "fdskl/mpi_channel.h"
#include "fdskl/trainer.h"
#include "results/store.h"
#include "runners/cell_row.h"
#include "runners/cell_text.h"
#include "runners/evaluator.h"
#include "runners/files.h"
#include "runners/harness.h"
#include "runners/worker_data.h"

namespace fdskl {
namespace {

// Collective. The channel and the data outlive the method.
std::unique_ptr<Method> MakeMethod(const Cell& cell, Channel& channel, const WorkerData& data) {
  if (data.task == Task::kRegression && cell.settings.loss != LossKind::kSquare) {
    Fail("{} is a regression, which needs --loss square, not {}", cell.dataset, NameOf(cell.settings.loss));
  }
  Settings settings = cell.settings;
  settings.seed = Seed("run", cell.settings.seed, cell.dataset, cell.split);  // every split has its own random features
  return std::make_unique<Trainer>(channel, settings, data.View(cell.active));
}

void RunRank(const std::filesystem::path& folder, const MpiWorld& world) {
  const auto begin = Evaluator::Clock::now();
  const std::filesystem::path file = folder / kCellFile;
  const Cell cell = CellFromText(ReadText(file), file.string());
  if (world.size() != cell.workers) {
    Fail("the launcher started {} ranks, not {}; is it of another MPI than this program?", world.size(), cell.workers);
  }
  const Harness harness(world.harness());
  const WorkerData data = LoadWorkerData(cell, world.rank(), harness);
  Validate(cell, data.total_columns);
  MpiChannel channel(world);
  const auto method = MakeMethod(cell, channel, data);
  Evaluator evaluator(begin, cell, data, harness, channel, *method);
  method->Fit([&](const Progress& progress) { return evaluator.Observe(progress); });
  RunRow run = DescribeCell(cell, data.total_rows, data.total_columns);
  evaluator.Finish(run);
  if (world.rank() == 0) ResultStore(folder).Append(run, evaluator.curve());
}

}  // namespace

int RunWorker(const std::filesystem::path& folder) {
  MpiWorld world;
  return world.Run([&] { RunRank(folder, world); });
}

}  // namespace fdskl
