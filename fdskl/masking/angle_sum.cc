#include "fdskl/masking/angle_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "base/index.h"
#include "base/stopwatch.h"
#include "fdskl/masking/shared_cosines.h"
#include "fdskl/masking/turns.h"
#include "fdskl/net/sums.h"

namespace fdskl::masking {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;

// The first `size` values of type T in memory that is kept from one call to the next.
template <class T>
std::span<T> ValuesIn(std::vector<std::byte>& memory, std::size_t size) {
  memory.resize(size * sizeof(T));
  return {reinterpret_cast<T*>(memory.data()), size};
}

}  // namespace

struct AngleSum::Scratch {
  std::vector<std::byte> own, pad;
  std::vector<float> row;
};

AngleSum::AngleSum(net::Channel& channel, const Settings& settings, const Secrets& secrets, int owners)
    : channel_(channel),
      settings_(settings),
      phases_(settings, secrets, channel.rank(), channel.size()),
      scratch_(std::make_unique<Scratch>()) {
  FDSKL_REQUIRE(settings.ring_bits == 32 || settings.ring_bits == 16);
  const int q = channel.size();
  for (int owner = 0; owner < owners; ++owner) t1_.push_back(net::AngleTree(q, owner));
  const bool shared = settings.masking == Masking::kShared;
  if (q == 1 || (settings.masking != Masking::kRing && !shared)) return;
  const KeyPair mine(secrets.agreement_key);
  ring_ = std::make_unique<RingMasks>(channel, mine);
  if (shared && channel.rank() == SharedCosines::Helper(q)) {
    pad_ = std::make_unique<KeyStream>(mine.Agree(mine.public_key(), "fdskl shared pad"));  // only we can
  }
}

AngleSum::~AngleSum() = default;

template <class Angle>
void AngleSum::GiveRows(Eigen::Index rows, Eigen::Index columns, const Angle& angle, const RowSink& sink) {
  base::Stopwatch watch;
  if (kept_angles_ != nullptr) *kept_angles_ = base::DenseMatrix::NullaryExpr(rows, columns, angle);
  if (!sink) return;
  scratch_->row.resize(static_cast<std::size_t>(columns));
  float* const row = scratch_->row.data();
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < columns; ++j) row[j] = CosReducedTurns(angle(i, j));
    sink(i, scratch_->row);
  }
  seconds_.cosine += watch.Lap();
}

void AngleSum::Cosines(int owner, std::span<const std::int64_t> features,
                       const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink) {
  FDSKL_REQUIRE(0 <= owner && owner < static_cast<int>(t1_.size()));
  FDSKL_REQUIRE(static_cast<std::size_t>(tile.cols()) == features.size());
  if (tile.size() == 0) return;
  phases_.LookUp(owner, features);
  if (channel_.size() == 1) {
    const float* const angles = tile.data();
    const float* const phases = phases_.phase_turns.data();
    const Eigen::Index stride = tile.outerStride();
    const auto angle = [=](Eigen::Index i, Eigen::Index j) { return ReduceTurns(angles[i * stride + j] + phases[j]); };
    GiveRows(tile.rows(), tile.cols(), angle, sink);
  } else if (settings_.masking == Masking::kNone) {
    SumNone(owner, tile, sink);
  } else if (settings_.masking == Masking::kPaper) {
    SumPaper(owner, tile, sink);
  } else if (settings_.ring_bits == 32) {
    SumRing<std::uint32_t>(owner, tile, sink);
  } else {
    SumRing<std::uint16_t>(owner, tile, sink);
  }
}

template <class Value>
std::span<Value> AngleSum::Own(int owner, Eigen::Index size) {
  const auto count = static_cast<std::size_t>(size);
  if (channel_.rank() == owner) return ValuesIn<Value>(scratch_->own, count);
  const base::Stopwatch watch;
  const std::span<Value> own = channel_.Reserve<Value>(t1_[base::Index(owner)].parent(channel_.rank()), count);
  seconds_.exchange += watch.Seconds();
  return own;
}

template <class Value>
void AngleSum::SumUp(int owner, std::span<Value> own) {
  const base::Stopwatch watch;
  for (const int child : t1_[base::Index(owner)].children(channel_.rank())) net::AddReceived(channel_, child, own);
  if (channel_.rank() != owner) channel_.Commit();
  seconds_.exchange += watch.Seconds();
}

void AngleSum::SumNone(int owner, const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink) {
  const std::span<float> own = Own<float>(owner, tile.size());
  const base::Stopwatch watch;
  const Eigen::Map<const Eigen::RowVectorXf> phases(phases_.phase_turns.data(), tile.cols());
  Eigen::Map<base::DenseMatrix>(own.data(), tile.rows(), tile.cols()) = tile.rowwise() + phases;
  seconds_.mask += watch.Seconds();
  SumUp(owner, own);
  if (channel_.rank() != owner) return;
  const float* const angles = own.data();
  const Eigen::Index columns = tile.cols();
  const auto angle = [=](Eigen::Index i, Eigen::Index j) { return ReduceTurns(angles[i * columns + j]); };
  GiveRows(tile.rows(), columns, angle, sink);
}

template <class Word>
void AngleSum::SumRing(int owner, const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink) {
  const std::span<Word> words = Own<Word>(owner, tile.size());
  const base::Stopwatch watch;
  constexpr unsigned kShift = 32U - std::numeric_limits<Word>::digits;
  const std::size_t size = words.size();
  const auto columns = static_cast<std::size_t>(tile.cols());
  for (Eigen::Index i = 0; i < tile.rows(); ++i) {
    const float* const source = tile.data() + i * tile.outerStride();
    Word* const target = &words[static_cast<std::size_t>(i) * columns];
    const std::uint32_t* const phase = phases_.phases.data();
    for (std::size_t j = 0; j < columns; ++j)
      target[j] = static_cast<Word>(ToRing<Word>(source[j]) + static_cast<Word>(phase[j] >> kShift));
  }
  ring_->Add(words);
  std::span<Word> pad;
  if (pad_) {
    pad = ValuesIn<Word>(scratch_->pad, size);
    pad_->Fill(std::as_writable_bytes(pad));
    for (std::size_t j = 0; j < size; ++j) words[j] = static_cast<Word>(words[j] - pad[j]);
  }
  seconds_.mask += watch.Seconds();
  SumUp(owner, words);
  if (channel_.rank() != owner && !pad_) return;
  const Word* const angles = pad_ ? pad.data() : words.data();
  const auto angle = [=](Eigen::Index i, Eigen::Index j) {
    return FromRing(angles[i * static_cast<Eigen::Index>(columns) + j]);
  };
  GiveRows(tile.rows(), tile.cols(), angle, sink);
}

void AngleSum::SumPaper(int owner, const Eigen::Ref<const base::DenseMatrix>& tile, const RowSink& sink) {
  const std::span<double> own = Own<double>(owner, tile.size());
  base::Stopwatch watch;
  Eigen::RowVectorXd masks = Eigen::Map<const Eigen::RowVectorXd>(phases_.masks.data(), tile.cols());
  using Doubles = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Eigen::Map<Doubles>(own.data(), tile.rows(), tile.cols()) = (tile.cast<double>() * kTurn).rowwise() + masks;
  seconds_.mask += watch.Lap();
  SumUp(owner, own);
  // T2, for the features of each l' together: the owner's sum of masks, l's not among them, replaces its own mask.
  watch.Lap();
  std::vector<double> of_group;
  std::vector<std::size_t> members;
  for (int l_prime = 0; l_prime < channel_.size(); ++l_prime) {
    if (l_prime == owner) continue;
    members.clear();
    for (std::size_t j = 0; j < phases_.phase_worker.size(); ++j)
      if (phases_.phase_worker[j] == l_prime) members.push_back(j);
    if (members.empty() || l_prime == channel_.rank()) continue;
    of_group.clear();
    for (const std::size_t j : members) of_group.push_back(phases_.masks[j]);
    net::TreeSum(channel_, settings_.mask_tree(channel_.size(), owner, l_prime), std::span(of_group));
    if (channel_.rank() == owner)
      for (std::size_t k = 0; k < members.size(); ++k) masks[static_cast<Eigen::Index>(members[k])] = of_group[k];
  }
  seconds_.exchange += watch.Lap();
  if (channel_.rank() != owner) return;
  const double* const angles = own.data();
  const double* const taken = masks.data();
  const Eigen::Index columns = tile.cols();
  const auto angle = [=](Eigen::Index i, Eigen::Index j) {
    const double turns = (angles[i * columns + j] - taken[j]) * (1 / kTurn);
    return static_cast<float>(turns - std::nearbyint(turns));
  };
  GiveRows(tile.rows(), columns, angle, sink);
}

}  // namespace fdskl::masking
