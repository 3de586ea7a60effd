#include "fdskl/angle_sum.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.h"
#include "fdskl/shared_cosines.h"
#include "fdskl/stopwatch.h"
#include "fdskl/sums.h"
#include "fdskl/turns.h"

namespace fdskl {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
// Masks are made and used in pieces that stay in the first-level cache.
constexpr std::size_t kPieceBytes = std::size_t{1} << 13U;

template <class Word>
std::span<Word> Sized(std::vector<Word>& buffer, std::size_t size) {
  buffer.resize(size);
  return buffer;
}

}  // namespace

struct AngleSum::Scratch {
  std::vector<std::uint32_t> words32, received32, pad32;
  std::vector<std::uint16_t> words16, received16, pad16;
  std::vector<float> floats, received_floats;
  std::vector<double> doubles, received_doubles;
  alignas(64) std::array<std::byte, kPieceBytes> add{};
  alignas(64) std::array<std::byte, kPieceBytes> subtract{};

  template <class Word>
  auto& words() {
    if constexpr (sizeof(Word) == 4) {
      return words32;
    } else {
      return words16;
    }
  }
  template <class Word>
  auto& received() {
    if constexpr (sizeof(Word) == 4) {
      return received32;
    } else {
      return received16;
    }
  }
  template <class Word>
  auto& pad() {
    if constexpr (sizeof(Word) == 4) {
      return pad32;
    } else {
      return pad16;
    }
  }
};

AngleSum::AngleSum(Channel& channel, const Settings& settings, const Secrets& secrets, int owners)
    : channel_(channel),
      settings_(settings),
      random_(settings.kernel, settings.sigma, settings.seed),
      phase_stream_(secrets.phase_key),
      mask_stream_(secrets.mask_key),
      scratch_(std::make_unique<Scratch>()) {
  FDSKL_REQUIRE(settings.ring_bits == 32 || settings.ring_bits == 16);
  for (int owner = 0; owner < owners; ++owner) t1_.push_back(AngleTree(channel.size(), owner));
  const bool ring = settings.masking == Masking::kRing || settings.masking == Masking::kShared;
  if (ring && channel.size() > 1) AgreeOnKeys(secrets);
}

AngleSum::~AngleSum() = default;

// Worker i shares the stream of edge i with worker i+1. Each learns the public keys of its two neighbours and no more.
void AngleSum::AgreeOnKeys(const Secrets& secrets) {
  const int q = channel_.size();
  const int me = channel_.rank();
  const int next = (me + 1) % q;
  const int previous = (me + q - 1) % q;
  const KeyPair mine(secrets.agreement_key);
  KeyPair::PublicKey of_next;
  KeyPair::PublicKey of_previous;
  channel_.Send<std::uint8_t>(next, mine.public_key());
  channel_.Send<std::uint8_t>(previous, mine.public_key());
  channel_.Receive<std::uint8_t>(previous, of_previous);
  channel_.Receive<std::uint8_t>(next, of_next);
  to_next_ = std::make_unique<KeyStream>(mine.Agree(of_next, fmt::format("fdskl ring edge {}", me)));
  from_previous_ = std::make_unique<KeyStream>(mine.Agree(of_previous, fmt::format("fdskl ring edge {}", previous)));
  if (settings_.masking == Masking::kShared && me == SharedCosines::Helper(q)) {
    pad_ = std::make_unique<KeyStream>(mine.Agree(mine.public_key(), "fdskl shared pad"));  // only we can
  }
}

void AngleSum::LookUp(int owner, std::span<const std::int64_t> features) {
  OfFeatures& of = of_features_;
  if (of.owner == owner && std::equal(features.begin(), features.end(), of.features.begin(), of.features.end())) return;
  of.owner = owner;
  of.features.assign(features.begin(), features.end());
  of.phase_worker.resize(features.size());
  of.phases.assign(features.size(), 0);
  of.masks.assign(features.size(), 0);
  for (std::size_t j = 0; j < features.size(); ++j) {
    const auto feature = static_cast<std::uint64_t>(features[j]);
    of.phase_worker[j] = random_.PhaseWorker(features[j], channel_.size(), owner);
    if (of.phase_worker[j] == channel_.rank()) {
      phase_stream_.FillFrom(feature, std::as_writable_bytes(std::span(&of.phases[j], 1)));
      of.masks[j] = kTurn * 0x1p-32 * static_cast<double>(of.phases[j]);
    } else if (settings_.masking == Masking::kPaper) {
      std::uint64_t word = 0;
      mask_stream_.FillFrom(feature, std::as_writable_bytes(std::span(&word, 1)));
      of.masks[j] = kTurn * 0x1p-53 * static_cast<double>(word >> 11U);
    }
  }
}

void AngleSum::Sum(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile) {
  FDSKL_REQUIRE(0 <= owner && owner < static_cast<int>(t1_.size()));
  FDSKL_REQUIRE(static_cast<std::size_t>(tile.cols()) == features.size());
  if (tile.size() == 0) return;
  if (channel_.size() == 1 || settings_.masking == Masking::kNone) {
    SumNone(owner, features, tile);
  } else if (settings_.masking == Masking::kPaper) {
    SumPaper(owner, features, tile);
  } else if (settings_.ring_bits == 32) {
    SumRing<std::uint32_t>(owner, features, tile);
  } else {
    SumRing<std::uint16_t>(owner, features, tile);
  }
}

void AngleSum::SumNone(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile) {
  Stopwatch watch;
  LookUp(owner, features);
  Eigen::RowVectorXf phases(tile.cols());
  for (Eigen::Index j = 0; j < tile.cols(); ++j) phases[j] = FromRing(of_features_.phases[static_cast<std::size_t>(j)]);
  tile.rowwise() += phases;
  seconds_.mask += watch.Lap();
  if (channel_.size() == 1) return;
  const std::span<float> values = Sized(scratch_->floats, static_cast<std::size_t>(tile.size()));
  Eigen::Map<DenseMatrix> flat(values.data(), tile.rows(), tile.cols());
  flat = tile;
  TreeSum(channel_, t1_[static_cast<std::size_t>(owner)], values, scratch_->received_floats);
  if (channel_.rank() == owner) tile = flat;
  seconds_.exchange += watch.Lap();
}

template <class Word>
void AngleSum::SumRing(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile) {
  Stopwatch watch;
  LookUp(owner, features);
  constexpr unsigned kShift = 32U - std::numeric_limits<Word>::digits;
  const std::span<Word> words = Sized(scratch_->words<Word>(), static_cast<std::size_t>(tile.size()));
  const std::size_t columns = features.size();
  for (Eigen::Index i = 0; i < tile.rows(); ++i) {
    const float* const source = &tile(i, 0);
    Word* const target = &words[static_cast<std::size_t>(i) * columns];
    const std::uint32_t* const phase = of_features_.phases.data();
    for (std::size_t j = 0; j < columns; ++j)
      target[j] = static_cast<Word>(ToRing<Word>(source[j]) + static_cast<Word>(phase[j] >> kShift));
  }
  constexpr std::size_t kPiece = kPieceBytes / sizeof(Word);
  for (std::size_t begin = 0; begin < words.size(); begin += kPiece) {
    const std::size_t size = std::min(kPiece, words.size() - begin);
    to_next_->Fill(std::span(scratch_->add).first(size * sizeof(Word)));
    from_previous_->Fill(std::span(scratch_->subtract).first(size * sizeof(Word)));
    const auto* const add = reinterpret_cast<const Word*>(scratch_->add.data());
    const auto* const subtract = reinterpret_cast<const Word*>(scratch_->subtract.data());
    Word* const target = &words[begin];
    for (std::size_t j = 0; j < size; ++j) target[j] = static_cast<Word>(target[j] + add[j] - subtract[j]);
  }
  if (pad_) {
    const std::span<Word> pad = Sized(scratch_->pad<Word>(), words.size());
    pad_->Fill(std::as_writable_bytes(pad));
    for (std::size_t j = 0; j < words.size(); ++j) words[j] = static_cast<Word>(words[j] - pad[j]);
  }
  seconds_.mask += watch.Lap();
  TreeSum(channel_, t1_[static_cast<std::size_t>(owner)], words, scratch_->received<Word>());
  seconds_.exchange += watch.Lap();
  if (channel_.rank() != owner && !pad_) return;
  const std::vector<Word>& result = pad_ ? scratch_->pad<Word>() : scratch_->words<Word>();
  for (Eigen::Index i = 0; i < tile.rows(); ++i) {
    float* const target = &tile(i, 0);
    const Word* const source = &result[static_cast<std::size_t>(i) * columns];
    for (std::size_t j = 0; j < columns; ++j) target[j] = FromRing(source[j]);
  }
  seconds_.mask += watch.Lap();
}

void AngleSum::SumPaper(int owner, std::span<const std::int64_t> features, Eigen::Ref<DenseMatrix> tile) {
  Stopwatch watch;
  LookUp(owner, features);
  const std::span<double> values = Sized(scratch_->doubles, static_cast<std::size_t>(tile.size()));
  Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> flat(values.data(), tile.rows(),
                                                                                          tile.cols());
  Eigen::RowVectorXd masks = Eigen::Map<const Eigen::RowVectorXd>(of_features_.masks.data(), tile.cols());
  flat = tile.cast<double>() * kTurn;
  flat.rowwise() += masks;
  seconds_.mask += watch.Lap();
  TreeSum(channel_, t1_[static_cast<std::size_t>(owner)], values, scratch_->received_doubles);
  // T2, for the features of each l' together: the owner's sum of masks, l's not among them, replaces its own mask.
  std::vector<double> of_group;
  std::vector<std::size_t> members;
  for (int l_prime = 0; l_prime < channel_.size(); ++l_prime) {
    if (l_prime == owner) continue;
    members.clear();
    for (std::size_t j = 0; j < features.size(); ++j)
      if (of_features_.phase_worker[j] == l_prime) members.push_back(j);
    if (members.empty() || l_prime == channel_.rank()) continue;
    of_group.clear();
    for (const std::size_t j : members) of_group.push_back(of_features_.masks[j]);
    TreeSum(channel_, settings_.mask_tree(channel_.size(), owner, l_prime), std::span(of_group),
            scratch_->received_doubles);
    if (channel_.rank() == owner)
      for (std::size_t k = 0; k < members.size(); ++k) masks[static_cast<Eigen::Index>(members[k])] = of_group[k];
  }
  seconds_.exchange += watch.Lap();
  if (channel_.rank() != owner) return;
  flat.rowwise() -= masks;
  flat /= kTurn;
  tile = flat.unaryExpr([](double turns) { return turns - std::nearbyint(turns); }).cast<float>();
  seconds_.mask += watch.Lap();
}

}  // namespace fdskl
