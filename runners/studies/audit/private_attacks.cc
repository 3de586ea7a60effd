#include "runners/studies/audit/private_attacks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/reference.h"
#include "fdskl/ridge_solver.h"
#include "fdskl/sharing/roles.h"
#include "runners/studies/audit/estimate.h"

namespace fdskl::audit {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr std::int64_t kCandidates = 20;  // samples that were trained on; there are equally many others
constexpr int kDecoys = 20;
constexpr int kShadows = 6;  // tables that show the adversary how the numbers vary

// Logarithms of numbers that ConjugateGradients opens: |r|^2 at the start, then |Phi p|^2 and |r|^2 of two iterations.
using Numbers = Eigen::Vector<double, 5>;

Numbers NumbersOf(const Eigen::MatrixXd& phi, const Eigen::VectorXd& y, double lambda) {
  const double ridge = RidgeOf(lambda, phi.rows(), phi.cols());
  const Eigen::VectorXd centred = y.array() - y.mean();
  Eigen::VectorXd r = phi.transpose() * centred;
  Eigen::VectorXd p = r;
  Numbers numbers;
  numbers[0] = r.squaredNorm();
  for (int iteration = 0; iteration < 2; ++iteration) {
    Eigen::VectorXd u = phi * p;
    u.array() -= u.mean();
    const double square = r.squaredNorm();
    const double step = square / (u.squaredNorm() + ridge * p.squaredNorm());
    r -= step * (phi.transpose() * u + ridge * p);
    p = r + r.squaredNorm() / square * p;
    numbers[1 + 2 * iteration] = u.squaredNorm();
    numbers[2 + 2 * iteration] = r.squaredNorm();
  }
  return numbers.array().log();
}

// Picks these from all opened numbers: |r|^2, then |Phi p|^2, |q|^2, |r|^2 and |p|^2 of each iteration.
Numbers NumbersOf(std::span<const double> opened) {
  FDSKL_REQUIRE(opened.size() >= 9);
  return Numbers(opened[0], opened[1], opened[3], opened[5], opened[7]).array().log();
}

// All features of a table's samples, with its labels.
struct Features {
  Eigen::MatrixXd phi;  // samples by features
  Eigen::VectorXd y;

  // The numbers when a sample of another table replaces one of these. Restores the replaced sample afterwards.
  Numbers With(Eigen::Index place, const Features& from, Eigen::Index sample, double lambda) {
    const Eigen::RowVectorXd row = phi.row(place);
    const double label = y[place];
    phi.row(place) = Eigen::RowVectorXd(from.phi.row(sample));  // copied, since `from` may be this object
    y[place] = from.y[sample];
    Numbers numbers = NumbersOf(phi, y, lambda);
    phi.row(place) = row;
    y[place] = label;
    return numbers;
  }
};

std::vector<Features> FeaturesOf(const Settings& settings, std::span<const Table> tables) {
  std::vector<Features> all;
  for (const Table& table : tables) {
    all.push_back({Eigen::MatrixXd(table.x.rows(), settings.features),
                   Eigen::Map<const Eigen::VectorXf>(table.y.data(), table.x.rows()).cast<double>()});
  }
  const Reference::FeatureOf feature_of = ExperimentFeatures(settings, tables.front().x.cols());
  for (Eigen::Index j = 0; j < settings.features; ++j) {
    const Reference::Feature feature = feature_of(j);
    for (std::size_t t = 0; t < tables.size(); ++t)
      all[t].phi.col(j) = (kTurn * ((tables[t].x.cast<double>() * feature.w).array() + feature.b)).cos();
  }
  return all;
}

// GuessOthers() from tiles with angles that the party has computed itself.
std::vector<Outcome> GuessOthersFrom(const Public& facts, std::span<const SeenTile> tiles, const Party& party,
                                     const ColumnMeans& means, FeatureCounts counts) {
  std::vector<const SeenTile*> pointers;
  pointers.reserve(tiles.size());
  for (const SeenTile& tile : tiles) pointers.push_back(&tile);
  const std::array parties = {&party};
  return GuessOthers(facts, OthersAngles(facts, pointers, parties), parties, means, counts);
}

}  // namespace

std::vector<Outcome> GuessOthers(const Public& facts, const Seen& angles, std::span<const Party* const> parties,
                                 const ColumnMeans& means, FeatureCounts counts) {
  const std::vector<std::int32_t> columns = ColumnsOfOthers(facts, parties);
  return OutcomesFor(facts, angles, columns, counts, [&](const Eigen::MatrixXd& w, const Seen& seen) {
    return GuessCentred(UnwrappedLeastSquares(w, seen.turns), means(columns));
  });
}

std::vector<Outcome> AskedPredictions(const Public& facts, const Party& asker, const ColumnMeans& means,
                                      FeatureCounts counts) {
  FDSKL_REQUIRE(!asker.tiles.empty() && asker.asked.size() % asker.tiles.size() == 0);
  std::vector<SeenTile> tiles;
  for (std::size_t t = 0; t < asker.tiles.size(); ++t) {
    SeenTile tile = asker.tiles[t];
    if (tile.owner != asker.rank) continue;
    const auto on_circle = [](float turns) { return std::polar(1.0, kTurn * static_cast<double>(turns)); };
    Eigen::MatrixXcd sum = tile.angles.unaryExpr(on_circle);
    for (std::size_t again = t; again < asker.asked.size(); again += asker.tiles.size()) {
      FDSKL_REQUIRE(asker.asked[again].features == tile.features && asker.asked[again].samples == tile.samples);
      sum += asker.asked[again].angles.unaryExpr(on_circle);
    }
    tile.angles = sum.unaryExpr([](const std::complex<double>& z) { return static_cast<float>(std::arg(z) / kTurn); });
    tiles.push_back(std::move(tile));
  }
  return GuessOthersFrom(facts, tiles, asker, means, counts);
}

std::vector<Outcome> HelperShares(const Public& facts, const Party& helper, const ColumnMeans& means,
                                  FeatureCounts counts) {
  std::vector<SeenTile> tiles;
  for (const SeenTile& seen : helper.tiles) {
    SeenTile tile = seen;
    const auto count = base::Index(tile.angles.size());
    // The shares that the owner dealt for this tile: cosines, then sines.
    const auto dealt =
        std::find_if(helper.received.begin() + static_cast<std::ptrdiff_t>(tile.messages_end), helper.received.end(),
                     [&](const net::Message& message) {
                       return message.from == tile.owner && message.bytes.size() == 2 * count * sizeof(sharing::Word);
                     });
    FDSKL_REQUIRE(dealt != helper.received.end());
    const std::vector<std::int64_t> words = dealt->As<std::int64_t>();
    float* const turns = tile.angles.data();
    for (std::size_t i = 0; i < count; ++i) {
      const double share = std::atan2(static_cast<double>(words[count + i]), static_cast<double>(words[i])) / kTurn;
      turns[i] += static_cast<float>(share);
    }
    tiles.push_back(std::move(tile));
  }
  return GuessOthersFrom(facts, tiles, helper, means, counts);
}

Membership OpenedNumbers(const Public& facts, std::span<const double> opened, const Table& table,
                         const std::function<Table(int number)>& others, bool knows_all) {
  const double lambda = facts.settings.lambda;
  std::vector<Table> tables = {table};
  for (int number = 0; number <= kShadows; ++number) tables.push_back(others(number));
  std::vector<Features> all = FeaturesOf(facts.settings, tables);
  Features& trained = all[0];
  const Features& strangers = all[1];
  const std::span<Features> shadows = std::span(all).subspan(2);
  const std::int64_t candidates = std::min(kCandidates, table.x.rows() / 2);
  const Numbers seen = NumbersOf(opened);

  // From the shadows: the mean and spread of the numbers, and how they change when one sample replaces another.
  Eigen::Matrix<double, 5, kShadows> shadow;
  for (int s = 0; s < kShadows; ++s)
    shadow.col(s) = NumbersOf(shadows[base::Index(s)].phi, shadows[base::Index(s)].y, lambda);
  const Numbers mean = shadow.rowwise().mean();
  const Numbers spread = (shadow.colwise() - mean).rowwise().norm() / std::sqrt(kShadows - 1.0);
  const auto told_by_shadows = [&](const Features& from, Eigen::Index sample) {
    Numbers moved = Numbers::Zero();
    for (int s = 0; s < kShadows; ++s) {
      const Numbers with = shadows[base::Index(s)].With(sample, from, sample, lambda);
      moved += with - shadow.col(s);
    }
    return ((seen - mean).array() * moved.array() / spread.array().square()).sum() > 0;
  };
  // With all other samples known: whether the sample gives numbers nearer to the opened ones than any decoy does.
  const auto told_by_comparison = [&](const Features& from, Eigen::Index sample) {
    const auto distance = [&, place = sample](const Features& source, Eigen::Index candidate) {
      return (trained.With(place, source, candidate, lambda) - seen).norm();
    };
    const double own = distance(from, sample);
    for (int d = 0; d < kDecoys; ++d)
      if (distance(shadows[0], d) <= own) return false;
    return true;
  };

  Membership membership{Eigen::MatrixXd(2 * candidates, 1), base::DenseMatrix(2 * candidates, 1)};
  for (Eigen::Index c = 0; c < 2 * candidates; ++c) {
    const bool is_member = c < candidates;
    const Features& from = is_member ? trained : strangers;
    const Eigen::Index sample = c % candidates;
    const bool told = knows_all ? told_by_comparison(from, sample) : told_by_shadows(from, sample);
    membership.guess(c, 0) = told ? 1 : 0;
    membership.truth(c, 0) = is_member ? 1.0F : 0.0F;
  }
  return membership;
}

}  // namespace fdskl::audit
