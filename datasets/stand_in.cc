#include "datasets/stand_in.h"

#include <Random123/philox.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/seed.h"
#include "base/sha256.h"

namespace fdskl::datasets {
namespace {

constexpr int kFactorCount = 5;
// The factor that a column shows; columns take them in turn. The factors of the teacher's product occur most often.
constexpr std::array<int, 9> kShown = {0, 1, 2, 0, 1, 3, 0, 1, 4};
constexpr float kNoiseScale = 0.8F;
constexpr float kLargestScore = 1.3F + kNoiseScale;  // a weight is at most 1, and a factor at most 1.3
constexpr std::int64_t kPilotRows = 4096;

// Independent streams of random numbers of one dataset.
enum class Stream : std::uint32_t { kWeights, kFactors, kNoise, kMissing };

using Philox = r123::Philox4x32;

float Unit(std::uint32_t bits) { return static_cast<float>(bits >> 8) * 0x1p-24F; }  // [0, 1)
float Symmetric(std::uint32_t bits) { return 2 * Unit(bits) - 1; }                   // [-1, 1)
float Triangular(std::uint32_t bits) {                                               // (-1, 1)
  return (static_cast<float>(bits & 0xFFFF) + static_cast<float>(bits >> 16)) * 0x1p-16F - 1;
}

// For each column, the share of its entries that are not zero. All columns are alike when dense. When sparse, the r-th
// group of columns has a share proportional to 1/r, but at most a half.
std::vector<double> ColumnDensities(const CatalogueEntry& entry) {
  std::vector<double> densities(static_cast<std::size_t>(entry.columns), entry.density);
  if (!entry.sparse()) return densities;
  double low = 0, high = static_cast<double>(entry.columns);
  for (int step = 0; step < 60; ++step) {  // bisection for the factor that gives the published mean
    const double factor = (low + high) / 2;
    double sum = 0;
    for (std::size_t k = 0; k < densities.size(); ++k) {
      const std::size_t rank = 1 + k / kShown.size();
      densities[k] = std::min(0.5, factor / static_cast<double>(rank));
      sum += densities[k];
    }
    (sum < entry.density * static_cast<double>(entry.columns) ? low : high) = factor;
  }
  return densities;
}

class Generator {
 public:
  explicit Generator(const CatalogueEntry& entry)
      : entry_(entry), seed_(base::Seed("stand-in", entry.name)), row_(static_cast<std::size_t>(entry.columns)) {
    for (std::int64_t k = 0; k < entry.columns; ++k) {
      const auto draw = Draw(Stream::kWeights, 0, k);
      weights_.push_back(((draw[0] & 1) == 0 ? 1.0F : -1.0F) * (0.6F + 0.4F * Unit(draw[1])));
    }
    SetFloors();
  }

  // Makes sample i: its label and its d values.
  float MakeRow(std::int64_t i) {
    const float label = MakeScores(i);
    if (entry_.density > 0.99 && entry_.scaling != Scaling::kMinMax) {
      for (float& value : row_) value /= kLargestScore;
    } else {
      CutOff();
    }
    if (entry_.unit_rows) ToUnitLength();
    if (entry_.missing_share > 0) DropSome(i);
    return label;
  }

  std::span<const float> row() const { return row_; }

 private:
  Philox::ctr_type Draw(Stream stream, std::int64_t i, std::int64_t k) const {
    return Philox()({{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i >> 32), static_cast<std::uint32_t>(k),
                      static_cast<std::uint32_t>(stream)}},
                    {{static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}});
  }

  // Stores the scores of sample i in row_, before the threshold is applied, and returns the label.
  float MakeScores(std::int64_t i) {
    const auto a = Draw(Stream::kFactors, i, 0), b = Draw(Stream::kFactors, i, 1);
    const auto share = static_cast<float>(entry_.positive_share);
    const float label = Unit(a[0]) < share ? 1.0F : -1.0F;
    const float flip_rate = 0.08F * std::min(share, 1 - share);
    const float teacher = Unit(a[1]) < flip_rate ? -label : label;
    const float side = (b[0] & 1) == 0 ? 1.0F : -1.0F;
    const std::array<float, kFactorCount> z = {
        side * (0.7F + 0.6F * Unit(a[2])), side * teacher * (0.7F + 0.6F * Unit(a[3])),
        0.3F * teacher + Symmetric(b[1]), 0.5F * Symmetric(b[2]), 0.5F * Symmetric(b[3])};
    const std::size_t d = row_.size();
    for (std::size_t k = 0; k < d; k += 4) {
      const auto noise = Draw(Stream::kNoise, i, static_cast<std::int64_t>(k));
      for (std::size_t j = 0; j < std::min<std::size_t>(4, d - k); ++j)
        row_[k + j] = kNoiseScale * Triangular(noise[j]);
    }
    for (std::size_t k = 0; k < d; ++k) row_[k] += weights_[k] * z[kShown[k % kShown.size()]];
    return label;
  }

  // Sets the threshold of each column so that its share of the first kPilotRows samples lies above.
  void SetFloors() {
    floors_.assign(row_.size(), -16);  // below every score
    if (entry_.density > 0.99) return;
    std::vector<std::size_t> above;
    for (const double share : ColumnDensities(entry_)) {
      above.push_back(static_cast<std::size_t>(std::max(1.0, share * kPilotRows)));
    }
    // The largest scores of each column, as a heap with the smallest of them in front.
    std::vector<std::vector<float>> largest(row_.size());
    for (std::int64_t i = 0; i < kPilotRows; ++i) {
      MakeScores(i);
      for (std::size_t k = 0; k < row_.size(); ++k) {
        std::vector<float>& heap = largest[k];
        if (heap.size() > above[k]) {
          if (row_[k] <= heap.front()) continue;
          std::ranges::pop_heap(heap, std::greater<>());
          heap.pop_back();
        }
        heap.push_back(row_[k]);
        std::ranges::push_heap(heap, std::greater<>());
      }
    }
    for (std::size_t k = 0; k < row_.size(); ++k) floors_[k] = largest[k].front();
  }

  void CutOff() {
    const bool presence = entry_.density < 0.5;
    for (std::size_t k = 0; k < row_.size(); ++k) {
      const float above = row_[k] - floors_[k];
      row_[k] = above <= 0 ? 0.0F : presence ? 1.0F : above;
    }
  }

  // Divides the sample by its length, unless all its values are zero.
  void ToUnitLength() {
    double squares = 0;
    for (const float value : row_) squares += double{value} * value;
    if (squares == 0) return;
    const double length = std::sqrt(squares);
    for (float& value : row_) value = static_cast<float>(value / length);
  }

  void DropSome(std::int64_t i) {
    for (std::size_t k = 0; k < row_.size(); ++k) {
      const auto draw = Draw(Stream::kMissing, i, static_cast<std::int64_t>(k));
      if (Unit(draw[0]) < static_cast<float>(entry_.missing_share)) row_[k] = std::numeric_limits<float>::quiet_NaN();
    }
  }

  const CatalogueEntry& entry_;
  std::uint64_t seed_;
  std::vector<float> weights_;
  std::vector<float> floors_;
  std::vector<float> row_;
};

template <class T>
std::string_view Bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

void AppendRow(std::span<const float> row, base::SparseMatrix* x) {
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (row[k] == 0) continue;
    x->column.push_back(static_cast<std::int32_t>(k));
    x->value.push_back(row[k]);
  }
  x->row_begin.push_back(std::ssize(x->value));
}

// Makes samples first .. first+count-1, and adds their values to `*hash`, sample by sample.
RowBlock MakeBlock(const CatalogueEntry& entry, Generator& generator, std::int64_t first, std::int64_t count,
                   base::Sha256* hash) {
  const bool sparse = entry.sparse();
  const std::int64_t columns = std::ssize(generator.row());
  base::SparseMatrix few{.columns = columns};
  base::DenseMatrix all(sparse ? 0 : count, columns);
  std::vector<float> labels;
  for (std::int64_t i = 0; i < count; ++i) {
    labels.push_back(generator.MakeRow(first + i));
    hash->Update(Bytes(std::span<const float>(&labels.back(), 1)));
    if (sparse) {
      AppendRow(generator.row(), &few);
      hash->Update(Bytes(std::span<const std::int32_t>(few.column).subspan(few.row_begin[i])));
      // Without unit rows all stored values are 1.
      if (entry.unit_rows) hash->Update(Bytes(std::span<const float>(few.value).subspan(few.row_begin[i])));
    } else {
      std::ranges::copy(generator.row(), all.row(i).data());
      hash->Update(Bytes(generator.row()));
    }
  }
  return {sparse ? base::Matrix(std::move(few)) : base::Matrix(std::move(all)), std::move(labels)};
}

}  // namespace

std::string MakeStandIn(const CatalogueEntry& entry, std::int64_t rows, const RowSink& sink) {
  FDSKL_REQUIRE(rows >= 0 && entry.columns > 0);
  Generator generator(entry);
  base::Sha256 hash;
  const double row_entries = static_cast<double>(entry.columns) * (entry.sparse() ? entry.density : 1);
  const auto block_rows =
      static_cast<std::int64_t>(std::clamp(kBlockEntries / row_entries, 1.0, double{kMaxBlockRows}));
  for (std::int64_t first = 0; first < rows; first += block_rows) {
    sink(MakeBlock(entry, generator, first, std::min(block_rows, rows - first), &hash));
  }
  return hash.Hex();
}

}  // namespace fdskl::datasets
