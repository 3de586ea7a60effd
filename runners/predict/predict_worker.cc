#include "runners/predict/predict_worker.h"

#include <fmt/format.h>

#include <numeric>

#include "base/error.h"
#include "datasets/column_store.h"
#include "datasets/scaling.h"
#include "datasets/split.h"
#include "fdskl/model_file.h"
#include "fdskl/mpi_channel.h"
#include "results/prediction_row.h"
#include "results/rows.h"
#include "runners/cell_text.h"
#include "runners/files.h"
#include "runners/harness.h"
#include "runners/metrics.h"
#include "runners/model_folder.h"
#include "runners/worker.h"

namespace fdskl {
namespace {

std::vector<std::int32_t> Choose(const Cell& cell, Samples samples, std::span<const float> labels) {
  if (samples == Samples::kAll) {
    std::vector<std::int32_t> all(labels.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  Split split = MakeSplit(labels, cell.dataset, cell.split, cell.rows);
  return samples == Samples::kTest ? std::move(split.test) : std::move(split.train);
}

void Write(const std::vector<std::int32_t>& samples, const std::vector<double>& f, std::span<const float> labels,
           Task task, const std::filesystem::path& output) {
  std::vector<PredictionRow> rows;
  std::vector<float> truth;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    truth.push_back(labels[static_cast<std::size_t>(samples[i])]);
    rows.push_back({samples[i], f[i], truth.back()});
  }
  WriteRows<PredictionRow>(output, rows);
  if (task == Task::kRegression) {
    fmt::print("{} samples, root mean square error {:.4f}\n", f.size(), RootMeanSquareError(f, truth));
  } else {
    fmt::print("{} samples, error {:.2f}%\n", f.size(), ErrorPercent(f, truth));
  }
}

void PredictRank(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output,
                 const MpiWorld& world) {
  const std::filesystem::path file = folder / kCellFile;
  const Cell cell = CellFromText(ReadText(file), file.string());
  const ModelPart part = ReadModelPart(PartFile(cell.model_folder, world.rank()));
  const ColumnStore store = ColumnStore::Open(cell.data_file);
  const Harness harness(world.harness());
  std::vector<float> labels;
  std::vector<std::int32_t> chosen;
  if (world.rank() == 0) {
    labels = store.Labels();
    chosen = Choose(cell, samples, labels);
  }
  harness.FromRoot(chosen);
  Matrix x = store.Load(part.columns, chosen);
  ColumnScaler(part.shift, part.factor, part.fill).Apply(x);
  MpiChannel channel(world);
  const std::vector<double> f = RestoreModel(channel, part)->Predict(x);
  if (world.rank() == 0) Write(chosen, f, labels, store.info().task, output);
}

}  // namespace

int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output) {
  MpiWorld world;
  return world.Run([&] { PredictRank(folder, samples, output, world); });
}

}  // namespace fdskl
