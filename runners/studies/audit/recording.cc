#include "runners/studies/audit/recording.h"

#include "base/index.h"
#include "fdskl/net/thread_channel.h"
#include "fdskl/private_trainer.h"
#include "fdskl/random_features.h"
#include "fdskl/trainer.h"

namespace fdskl::audit {

Recording RecordFdskl(const Table& table, const Settings& settings, int workers, int active, int asked) {
  Recording recording;
  recording.facts = {settings, workers, active, table.x.rows(), {}};
  recording.facts.columns.resize(base::Index(workers));
  recording.parties.resize(base::Index(workers));
  net::RunWorkers(workers, [&](net::Channel& inner) {
    net::TracingChannel channel(inner);
    const auto me = base::Index(channel.rank());
    const datasets::Holding holding = table.Deal(channel.rank(), workers, active);
    Party& party = recording.parties[me];
    party.rank = channel.rank();
    party.x = holding.train.dense();
    party.secrets = masking::Secrets::ForExperiment(settings.seed, channel.rank());
    recording.facts.columns[me] = holding.columns;
    const bool is_private = settings.masking == Masking::kPrivate;
    std::vector<SeenTile>* tiles = &party.tiles;
    const FeatureSums::TileWatch watch = [&](int owner, auto features, auto rows, const auto& angles) {
      tiles->push_back(
          {owner, {features.begin(), features.end()}, {rows.begin(), rows.end()}, channel.received().size(), {}});
      if (owner == channel.rank() || is_private) tiles->back().angles = angles;
    };
    const auto train = [&](auto& trainer) {
      trainer.model().Watch(watch);
      trainer.Fit([](const Progress&) { return true; });
    };
    if (is_private) {
      PrivateTrainer trainer(channel, settings, holding.View(), party.secrets);
      train(trainer);
      party.opened = trainer.opened();
      tiles = &party.asked;
      for (int time = 0; time < asked; ++time) trainer.Predict(holding.train);
    } else {
      Trainer trainer(channel, settings, holding.View(), party.secrets);
      train(trainer);
    }
    party.received = channel.received();
  });
  return recording;
}

Eigen::MatrixXd Frequencies(const Public& facts, std::span<const std::int64_t> features,
                            std::span<const std::int32_t> columns) {
  const RandomFeatures random(facts.settings.kernel, facts.settings.sigma, facts.settings.seed);
  const auto count = static_cast<Eigen::Index>(columns.size());
  Eigen::MatrixXd w(static_cast<Eigen::Index>(features.size()), count);
  base::DenseMatrix made;
  for (std::size_t begin = 0, end = 0; begin < features.size(); begin = end) {  // by runs of consecutive numbers
    while (end < features.size() && features[end] - features[begin] == static_cast<std::int64_t>(end - begin)) ++end;
    const auto run = static_cast<Eigen::Index>(end - begin);
    made.resize(count, run);
    random.Fill(features[begin], columns, made);
    w.middleRows(static_cast<Eigen::Index>(begin), run) = made.transpose().cast<double>();
  }
  return w;
}

}  // namespace fdskl::audit
