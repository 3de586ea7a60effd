#include "baselines/secureboost/histogram.h"

#include <utility>

#include "base/error.h"

namespace fdskl::secureboost {
namespace {

// An array of sums of a group's values.
template <class Group>
class Sums {
 public:
  Sums(const Group& group, std::size_t size) : group_(group), limbs_(size * group.limbs()), empty_(size, true) {}

  // The first value is copied: multiplying it by 1 would cost as much as any product.
  void Add(std::size_t place, const Limb* value) {
    if (empty_[place]) {
      std::copy_n(value, group_.limbs(), at(place));
      empty_[place] = false;
    } else {
      group_.Add(at(place), value);
    }
  }
  void Add(std::size_t place, const Sums& other, std::size_t from) {
    if (!other.empty_[from]) Add(place, &other.limbs_[from * group_.limbs()]);
  }

  // The sums, with zeros where nothing was added.
  std::vector<Limb> Take() && {
    for (std::size_t place = 0; place < empty_.size(); ++place) {
      if (empty_[place]) group_.SetZero(at(place));
    }
    return std::move(limbs_);
  }

 private:
  Limb* at(std::size_t place) { return &limbs_[place * group_.limbs()]; }

  const Group& group_;
  std::vector<Limb> limbs_;
  std::vector<char> empty_;
};

template <class Group>
Sums<Group> SumBins(const BinnedColumns& columns, const Group& group, std::span<const Limb> values,
                    std::span<const std::int32_t> rows) {
  Sums<Group> bins(group, static_cast<std::size_t>(columns.total_bins()));
  for (const std::int32_t row : rows) {
    const Limb* const value = &values[static_cast<std::size_t>(row) * group.limbs()];
    for (const std::int32_t bin : columns.BinsOf(row)) bins.Add(static_cast<std::size_t>(bin), value);
  }
  return bins;
}

// Sums over the first and over the last intervals of a column, as far as they do not contain the skipped bin.
template <class Group>
struct Runs {
  const int skipped;
  const int intervals;
  const bool skips_interval;
  const bool absent_is_listed;
  const std::size_t absent_bin;  // number of the bin of absent values
  Sums<Group> below;             // [i]: intervals 0 .. i
  Sums<Group> above;             // [i]: intervals after i

  Runs(const Group& group, const BinnedColumns::Column& column, const Sums<Group>& bins)
      : skipped(column.skipped),
        intervals(column.bins.intervals()),
        skips_interval(0 <= skipped && skipped < intervals),
        absent_is_listed(column.bins.has_absent() && skipped != intervals),
        absent_bin(static_cast<std::size_t>(column.first_bin + intervals)),
        below(group, static_cast<std::size_t>(intervals)),
        above(group, static_cast<std::size_t>(intervals)) {
    const auto first_bin = static_cast<std::size_t>(column.first_bin);
    for (std::size_t i = 0; i < static_cast<std::size_t>(skips_interval ? skipped : intervals); ++i) {
      if (i > 0) below.Add(i, below, i - 1);
      below.Add(i, bins, first_bin + i);
    }
    if (skipped < 0) return;  // the left side never contains a skipped bin
    for (int i = intervals - 2; i >= (skips_interval ? skipped : 0); --i) {
      const auto place = static_cast<std::size_t>(i);
      above.Add(place, above, place + 1);
      above.Add(place, bins, first_bin + place + 1);
    }
  }

  bool LeftHasSkipped(const ColumnSplit& split) const {
    return skips_interval ? split.interval >= skipped : skipped == intervals && split.absent_left;
  }
};

}  // namespace

void BareNumbers::Write(std::span<const Gradient> gradients, std::span<Limb> limbs) {
  FDSKL_REQUIRE(limbs.size() == 2 * gradients.size());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    limbs[2 * i] = static_cast<Limb>(gradients[i].h);
    limbs[2 * i + 1] = static_cast<Limb>(gradients[i].g);
  }
}

void BareNumbers::Read(std::span<const Limb> limbs, std::span<Gradient> gradients) {
  FDSKL_REQUIRE(limbs.size() == 2 * gradients.size());
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    gradients[i] = {static_cast<std::int64_t>(limbs[2 * i + 1]), static_cast<std::int64_t>(limbs[2 * i])};
  }
}

void BareNumbers::CheckSums(std::span<const Limb> limbs, std::int64_t rows) {
  const std::int64_t most = LargestSum(rows);
  for (const Limb limb : limbs) {
    const auto sum = static_cast<std::int64_t>(limb);
    if (sum < -most || sum > most) base::Fail("a sum of derivatives over {} rows is {}", rows, sum);
  }
}

template <class Group>
std::vector<Limb> SumCandidates(const BinnedColumns& columns, const Group& group, std::span<const Limb> values,
                                std::span<const std::int32_t> rows) {
  const Sums<Group> bins = SumBins(columns, group, values, rows);
  const std::vector<ColumnSplit>& candidates = columns.candidates();
  Sums<Group> sums(group, candidates.size());
  for (std::size_t begin = 0; begin < candidates.size();) {
    const std::int32_t number = candidates[begin].column;
    const BinnedColumns::Column& column = columns.columns()[static_cast<std::size_t>(number)];
    const Runs<Group> runs(group, column, bins);
    for (; begin < candidates.size() && candidates[begin].column == number; ++begin) {
      const ColumnSplit& split = candidates[begin];
      const bool sum_right = runs.LeftHasSkipped(split);
      sums.Add(begin, sum_right ? runs.above : runs.below, static_cast<std::size_t>(split.interval));
      if (runs.absent_is_listed && split.absent_left != sum_right) sums.Add(begin, bins, runs.absent_bin);
    }
  }
  return std::move(sums).Take();
}

template std::vector<Limb> SumCandidates(const BinnedColumns&, const BareNumbers&, std::span<const Limb>,
                                         std::span<const std::int32_t>);
template std::vector<Limb> SumCandidates(const BinnedColumns&, const Ciphertexts&, std::span<const Limb>,
                                         std::span<const std::int32_t>);

}  // namespace fdskl::secureboost
