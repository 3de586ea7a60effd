#include "baselines/histogram.h"

#include "base/error.h"

namespace fdskl {
namespace {

// Values of a group in a row.
template <class Group>
class Sums {
 public:
  Sums(const Group& group, std::size_t size) : group_(group), limbs_(size * group.limbs()), empty_(size, true) {}

  // The first is copied: a product with 1 costs as much as any other.
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

  // With zeros where nothing was added.
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

template <class Group>
std::vector<Limb> SumCandidates(const BinnedColumns& columns, const Group& group, std::span<const Limb> values,
                                std::span<const std::int32_t> rows) {
  const Sums<Group> bins = SumBins(columns, group, values, rows);
  const std::vector<ColumnSplit>& candidates = columns.candidates();
  Sums<Group> sums(group, candidates.size());
  for (std::size_t begin = 0; begin < candidates.size();) {
    const BinnedColumns::Column& column = columns.columns()[static_cast<std::size_t>(candidates[begin].column)];
    const int intervals = column.bins.intervals();
    const auto first_bin = static_cast<std::size_t>(column.first_bin);
    // below[i]: intervals 0 .. i; above[i]: those after i. Each as far as it goes without the skipped bin.
    const bool skips_interval = 0 <= column.skipped && column.skipped < intervals;
    const int below_end = skips_interval ? column.skipped : intervals;
    const int above_begin = skips_interval ? column.skipped : column.skipped < 0 ? intervals : 0;
    Sums<Group> below(group, static_cast<std::size_t>(intervals));
    Sums<Group> above(group, static_cast<std::size_t>(intervals));
    for (int i = 0; i < below_end; ++i) {
      const auto place = static_cast<std::size_t>(i);
      if (i > 0) below.Add(place, below, place - 1);
      below.Add(place, bins, first_bin + place);
    }
    for (int i = intervals - 2; i >= above_begin; --i) {
      const auto place = static_cast<std::size_t>(i);
      above.Add(place, above, place + 1);
      above.Add(place, bins, first_bin + place + 1);
    }
    for (;
         begin < candidates.size() && &columns.columns()[static_cast<std::size_t>(candidates[begin].column)] == &column;
         ++begin) {
      const ColumnSplit& split = candidates[begin];
      const bool left_skips =
          skips_interval ? split.interval >= column.skipped : column.skipped == intervals && split.absent_left;
      sums.Add(begin, left_skips ? above : below, static_cast<std::size_t>(split.interval));
      const bool with_absent = column.bins.has_absent() && column.skipped != intervals;
      if (with_absent && split.absent_left != left_skips) {
        sums.Add(begin, bins, first_bin + static_cast<std::size_t>(intervals));
      }
    }
  }
  return std::move(sums).Take();
}

template std::vector<Limb> SumCandidates(const BinnedColumns&, const BareNumbers&, std::span<const Limb>,
                                         std::span<const std::int32_t>);
template std::vector<Limb> SumCandidates(const BinnedColumns&, const Ciphertexts&, std::span<const Limb>,
                                         std::span<const std::int32_t>);

}  // namespace fdskl
