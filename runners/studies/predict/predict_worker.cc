#include "runners/studies/predict/predict_worker.h"

#include <fmt/format.h>

#include <unordered_map>

#include "base/error.h"
#include "base/files.h"
#include "base/index.h"
#include "base/text.h"
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
#include "runners/cell/party_data.h"
#include "runners/cell/worker.h"

namespace fdskl::predict {
namespace {

std::vector<std::int32_t> Choose(const cell::Cell& cell, Samples samples, const datasets::ColumnStore& store) {
  if (samples == Samples::kAll) {
    return base::FirstNumbers(store.rows());
  }
  datasets::Split split = datasets::SplitOf(store, cell.split, cell.rows);
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
  const cell::Harness harness(world.harness());
  const cell::Cell cell = cell::ReadCell(folder);
  const ModelPart part = ReadModelPart(cell::PartFile(cell.model_folder, world.rank()));
  const datasets::ColumnStore store = datasets::ColumnStore::Open(cell.data_file);
  std::vector<float> labels;
  std::vector<std::int32_t> chosen;
  if (world.rank() == 0) {
    labels = store.Labels();
    chosen = Choose(cell, samples, store);
  }
  harness.FromRoot(chosen);
  const base::Matrix x =
      datasets::LoadScaled(store, part.columns, chosen, datasets::ColumnScaler(part.shift, part.factor, part.fill),
                           cell::ChooseHold(cell, harness, store, part.columns, std::ssize(chosen)));
  net::MpiChannel channel(world);
  const std::vector<double> f = PredictWith(channel, part, x);
  if (world.rank() == 0) Write(chosen, f, labels, store.info().task, output);
}

// Writes the answers in the order of the party's own file, whose ids are `order`.
void WriteAnswers(const std::vector<std::string>& order, const std::vector<std::string>& ids,
                  const std::vector<double>& f, const std::string& id_name, const std::filesystem::path& output) {
  std::unordered_map<std::string_view, double> answer_of;
  for (std::size_t i = 0; i < ids.size(); ++i) answer_of.emplace(ids[i], f[i]);
  std::string text = fmt::format("{},decision\n", base::CsvField(id_name));
  for (const std::string& id : order) {
    const auto answer = answer_of.find(id);
    if (answer != answer_of.end()) text += fmt::format("{},{}\n", base::CsvField(id), answer->second);
  }
  base::AtomicFile file(output);
  std::filesystem::permissions(file.temp_path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  base::WriteText(file.temp_path(), text);
  file.Commit();
  fmt::print("{} answers for {} rows of the party that asks; the other rows are not with all parties\n", f.size(),
             order.size());
}

void AnswerRank(const std::filesystem::path& folder, int asker, const std::filesystem::path& output,
                const net::MpiWorld& world) {
  const cell::Harness harness(world.harness());
  const cell::Cell cell = cell::ReadCellOnce(folder, world.rank(), harness);
  cell::RequireRanks(world, cell);
  const datasets::CatalogueEntry entry = cell::PartiesOf(cell);
  const datasets::Party& party = entry.parties.at(base::Index(world.rank()));
  ModelPart part;
  datasets::PartyTable rows;
  cell::ForParty(party, [&] {
    part = ReadModelPart(cell::PartFile(cell.model_folder, world.rank()));
    rows = datasets::ReadNewRows(party.file, party,
                                 datasets::ReadCoding(cell::CodingFile(cell.model_folder, world.rank())));
  });
  net::MpiChannel channel(world);
  const datasets::PartyTable common = cell::MatchRows(channel, entry.ids, rows);
  base::Matrix x(base::DenseMatrix(common.x));
  datasets::ColumnScaler(part.shift, part.factor, part.fill).Apply(x);
  const std::vector<double> f = PredictWith(channel, part, x, asker);
  if (world.rank() == asker) WriteAnswers(rows.ids, common.ids, f, party.format.id, output);
}

}  // namespace

int RunAnswerWorker(const std::filesystem::path& folder, int asker, const std::filesystem::path& output) {
  net::MpiWorld world;
  world.SayStarted();
  return world.Run([&] { AnswerRank(folder, asker, output, world); });
}

int RunPredictWorker(const std::filesystem::path& folder, Samples samples, const std::filesystem::path& output) {
  net::MpiWorld world;
  world.SayStarted();
  return world.Run([&] { PredictRank(folder, samples, output, world); });
}

}  // namespace fdskl::predict
