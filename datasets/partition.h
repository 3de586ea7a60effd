// Which columns each worker holds: the vertical partition.
#ifndef FDSKL_DATASETS_PARTITION_H_
#define FDSKL_DATASETS_PARTITION_H_

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/names.h"

namespace fdskl::datasets {

// How columns are dealt in equal shares: as blocks of neighbouring columns, or after a shuffle by the seed.
enum class Partition { kContiguous, kShuffled };

constexpr auto NamesOf(Partition /*value*/) {
  return base::EnumTable<Partition, 2>{"partition",
                                       {{{Partition::kContiguous, "contiguous"}, {Partition::kShuffled, "shuffled"}}}};
}

// The columns of `worker`, ascending. Every column belongs to exactly one worker, and the workers' numbers of columns
// differ by at most one. `seed` matters only for kShuffled.
// REQUIRES: 0 <= worker < workers.
// Errors:   Error when there are more workers than columns.
std::vector<std::int32_t> WorkerColumns(std::int64_t columns, int workers, int worker, Partition partition,
                                        std::uint64_t seed);

// A partition as a user writes it:
//   contiguous, shuffled   equal shares, for any number of workers
//   3,1,1,1                blocks of neighbouring columns in these proportions, at least one column for each worker
//   1-3,8;4-7              the columns of each worker, counted from 1; every column belongs to exactly one worker
class PartitionRule {
 public:
  PartitionRule(Partition dealing = Partition::kContiguous) : dealing_(dealing) {}  // NOLINT: an enum is a rule

  // Errors: Error with the valid forms.
  static PartitionRule Parse(std::string_view text);
  // lists[w] has the columns of worker w, counted from 0.
  static PartitionRule OfLists(const std::vector<std::vector<std::int32_t>>& lists);
  std::string Text() const;

  // The number of workers that the rule is for; 0: any number.
  int workers() const { return static_cast<int>(weights_.size() + lists_.size()); }

  // The columns of `worker`, ascending. A single worker has all columns, whatever the rule.
  // Errors: Error when the rule is for another number of workers, or its lists do not have every column exactly once.
  std::vector<std::int32_t> ColumnsOf(std::int64_t columns, int workers, int worker, std::uint64_t seed) const;

 private:
  // Neighbouring columns, both ends included, counted from 0. A list of millions of columns may be one range.
  struct Range {
    std::int32_t first, last;
    auto operator<=>(const Range&) const = default;
  };
  using Ranges = std::vector<Range>;  // ascending; neighbours are joined

  static Ranges ParseRanges(std::string_view list, std::string_view text, std::int64_t& room);
  static Ranges Joined(Ranges ranges);
  static std::string TextOf(const Ranges& ranges);
  void CheckLists(std::int64_t columns) const;

  Partition dealing_;
  std::vector<std::int64_t> weights_;
  std::vector<Ranges> lists_;
};

// The forms of a partition, for the help.
inline constexpr std::string_view kPartitionForms = "contiguous|shuffled|W,W,...|COLUMNS;COLUMNS;...";

}  // namespace fdskl::datasets

#endif  // FDSKL_DATASETS_PARTITION_H_
