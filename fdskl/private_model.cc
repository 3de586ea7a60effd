#include "fdskl/private_model.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"

namespace fdskl {
namespace {

constexpr std::int64_t kPredictedRows = 4096;  // samples that are predicted at a time
constexpr int kOutputBits = 32;                // bits of f after the binary point

}  // namespace

PrivateModel::PrivateModel(net::Channel& channel, const Settings& settings, std::span<const std::int32_t> columns,
                           int active, const masking::Secrets& secrets)
    : tiles_(settings, columns, {settings.block, active}),
      angles_(masking::MakeAngleSum(channel, settings, secrets, active)),
      roles_(channel, secrets, active, settings.pads),
      math_(roles_) {
  FDSKL_REQUIRE(settings.masking == Masking::kPrivate && settings.threads == 1);
  const std::int64_t blocks = (settings.features + settings.block - 1) / settings.block;
  for (int owner = 0; owner < active; ++owner) owned_.push_back(tiles_.order().Owned(owner, blocks));
  for (const std::int64_t count : owned_) features_ += count;
  coefficients = math_.Zero(base::Index(features_));
  intercept = math_.Zero(1);
}

std::unique_ptr<sharing::SharedFeatures> PrivateModel::MakeFeatures(const base::Matrix& x,
                                                                    std::span<const std::int32_t> rows,
                                                                    sharing::MaskedMatrix::Masks masks) {
  auto features = std::make_unique<sharing::SharedFeatures>(math_, std::ssize(rows), owned_, masks);
  for (int owner = 0; owner < roles_.owners(); ++owner) {
    tiles_.ForEach(
        x, rows, owner, 0, owned_[base::Index(owner)], [&](int /*thread*/, std::size_t row, const Tile& tile) {
          const masking::AngleWords angles = angles_->Sum(owner, tile.features, tile.own_part);
          if (watch_) {
            base::DenseMatrix turns(angles.empty() ? 0 : tile.own_part.rows(), tile.own_part.cols());
            masking::TurnsOf(angles, {turns.data(), base::Index(turns.size())});
            watch_(owner, tile.features, tile.rows, turns);
          }
          features->Add(owner, static_cast<std::int64_t>(row), tile.first_feature, std::ssize(tile.features), angles);
        });
  }
  return features;
}

std::vector<double> PrivateModel::Predict(sharing::SharedFeatures& features, int asker) {
  sharing::SharedVector w = coefficients;
  math_.Limit(w, features.vector_norm());
  sharing::SharedVector f = features.Times(w);
  math_.Shift(f, std::max(0, f.bits - kOutputBits));
  math_.AddToAll(f, intercept);
  return math_.Reveal(f, asker);
}

std::vector<double> PrivateModel::Predict(const base::Matrix& x, int asker) {
  const std::vector<std::int32_t> rows = base::AllRows(x);
  std::vector<double> f;
  for (std::int64_t begin = 0; begin < x.rows(); begin += kPredictedRows) {
    const auto features = MakeFeatures(
        x, std::span(rows).subspan(base::Index(begin), base::Index(std::min(kPredictedRows, x.rows() - begin))),
        sharing::MaskedMatrix::Masks::kMadeAgain);
    const std::vector<double> some = Predict(*features, asker);
    f.insert(f.end(), some.begin(), some.end());
  }
  return f;
}

}  // namespace fdskl
