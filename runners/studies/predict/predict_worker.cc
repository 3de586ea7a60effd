#include "runners/studies/predict/predict_worker.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "datasets/column_store.h"
#include "datasets/holding.h"
#include "datasets/scaling.h"
#include "datasets/split.h"
#include "fdskl/model_file.h"
#include "fdskl/net/mpi_channel.h"
#include "results/prediction_row.h"
#include "results/rows.h"
#include "runners/cell/cell_text.h"
#include "runners/cell/harness.h"
#include "runners/cell/metrics.h"
#include "runners/cell/model_folder.h"
#include "runners/cell/worker.h"

namespace fdskl::predict {
namespace {

std::vector<std::int32_t> Choose(const cell::Cell& cell, Samples samples, std::span<const float> labels) {
  if (samples == Samples::kAll) {
    return base::FirstNumbers(std::ssize(labels));
  }
  datasets::Split split = datasets::MakeSplit(labels, cell.dataset, cell.split, cell.rows);
  return samples == Samples::kTest ? std::move(split.test) : std::move(split.train);
}

void Write(const std::vector<std::int32_t>& samples, const std::vector<double>& f, std::span<const float> labels,
           datasets::Task task, const std::filesystem::path& output) {
  const std::vector<float> truth = datasets::Pick(labels, samples);
  std::vector<results::PredictionRow> rows;
  for (std::size_t i = 0; i < samples.size(); ++i) rows.push_back({samples[i], f[i], truth[i]});
  results::WriteRows<results::PredictionRow>(output, rows);
  if (task == datasets::Task::kRegression) {
    fmt::print("{} samples, root mean square error {:.4f}\n", f.size(), cell::RootMeanSquareError(f, truth));
  } else {
    fmt::print("{} samples, error {:.2f}%\n", f.size(), cell::ErrorPercent(f, truth));
  }
}

void PredictRank(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output,
                 const net::MpiWorld& world) {
  const std::filesystem::path file = folder / cell::kCellFile;
  const cell::Cell cell = cell::CellFromText(base::ReadText(file), file.string());
  const ModelPart part = ReadModelPart(cell::PartFile(cell.model_folder, world.rank()));
  const datasets::ColumnStore store = datasets::ColumnStore::Open(cell.data_file);
  const cell::Harness harness(world.harness());
  std::vector<float> labels;
  std::vector<std::int32_t> chosen;
  if (world.rank() == 0) {
    labels = store.Labels();
    chosen = Choose(cell, samples, labels);
  }
  harness.FromRoot(chosen);
  const base::Matrix x =
      datasets::LoadScaled(store, part.columns, chosen, datasets::ColumnScaler(part.shift, part.factor, part.fill),
                           cell::ChooseHold(cell, harness, store, part.columns, std::ssize(chosen)));
  net::MpiChannel channel(world);
  const std::vector<double> f = RestoreModel(channel, part)->Predict(x);
  if (world.rank() == 0) Write(chosen, f, labels, store.info().task, output);
}

}  // namespace

int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output) {
  net::MpiWorld world;
  world.SayStarted();
  return world.Run([&] { PredictRank(folder, samples, output, world); });
}

}  // namespace fdskl::predict
