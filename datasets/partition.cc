#include "datasets/partition.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/index.h"
#include "base/seed.h"
#include "base/shuffle.h"
#include "datasets/number.h"

namespace fdskl::datasets {
namespace {

[[noreturn]] void FailToParse(std::string_view text) {
  base::Fail(
      "'{}' is no partition. Valid: contiguous, shuffled; weights, as in 3,1,1,1; the columns of each worker, from 1, "
      "as in 1-3,8;4-7",
      text);
}

// The pieces of `text` between `separator`s.
std::vector<std::string_view> Pieces(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    pieces.push_back(text.substr(begin, end - begin));
    if (end == text.size()) return pieces;
    begin = end + 1;
  }
}

// A positive number that fits into 32 bits. An error shows `text`.
std::int32_t Positive(std::string_view piece, std::string_view text) {
  const auto number = ParseInteger(piece);
  if (!number || *number < 1 || *number > std::numeric_limits<std::int32_t>::max()) FailToParse(text);
  return static_cast<std::int32_t>(*number);
}

// The most columns in all lists of a partition together.
constexpr std::int64_t kMostColumns = std::int64_t{1} << 24U;

// The first column of each worker's block, then the end. Each worker gets one column, and a share of the others in
// proportion to its weight.
std::vector<std::int64_t> Begins(const std::vector<std::int64_t>& weights, std::int64_t columns) {
  std::int64_t total = 0;
  for (const std::int64_t weight : weights) total += weight;
  const std::int64_t others = columns - std::ssize(weights);
  std::vector<std::int64_t> begins = {0};
  std::int64_t sum = 0;
  for (std::size_t worker = 0; worker < weights.size(); ++worker) {
    sum += weights[worker];
    begins.push_back(static_cast<std::int64_t>(worker) + 1 + others * sum / total);
  }
  return begins;
}

}  // namespace

std::vector<std::int32_t> WorkerColumns(std::int64_t columns, int workers, int worker, Partition partition,
                                        std::uint64_t seed) {
  FDSKL_REQUIRE(0 <= worker && worker < workers);
  if (workers > columns) {
    base::Fail("{} workers cannot share {} columns: each worker needs at least one column, so at most {} workers",
               workers, columns, columns);
  }
  std::vector<std::int32_t> all = base::FirstNumbers(columns);
  if (partition == Partition::kShuffled) base::Shuffle(all, base::Seed("partition", seed));
  std::vector<std::int32_t> own(all.begin() + worker * columns / workers,
                                all.begin() + (worker + 1) * columns / workers);
  std::ranges::sort(own);
  return own;
}

// "1-3,8": columns 0 to 2, and 7. Subtracts their number from `room`, the number of columns that may still be listed.
PartitionRule::Ranges PartitionRule::ParseRanges(std::string_view list, std::string_view text, std::int64_t& room) {
  Ranges ranges;
  for (const std::string_view range : Pieces(list, ',')) {
    const std::size_t dash = range.find('-');
    const std::int32_t first = Positive(range.substr(0, dash), text);
    const std::int32_t last = dash == std::string_view::npos ? first : Positive(range.substr(dash + 1), text);
    room -= std::int64_t{last} - first + 1;
    if (last < first || last > kMostColumns || room < 0) FailToParse(text);
    ranges.push_back({first - 1, last - 1});
  }
  return Joined(std::move(ranges));
}

PartitionRule::Ranges PartitionRule::Joined(Ranges ranges) {
  std::ranges::sort(ranges);
  Ranges joined;
  for (const Range& range : ranges) {
    if (!joined.empty() && joined.back().last + 1 == range.first) {
      joined.back().last = range.last;
    } else {
      joined.push_back(range);
    }
  }
  return joined;
}

std::string PartitionRule::TextOf(const Ranges& ranges) {
  std::string text;
  for (const Range& range : ranges) {
    text += fmt::format("{}{}", text.empty() ? "" : ",", range.first + 1);
    if (range.last > range.first) text += fmt::format("-{}", range.last + 1);
  }
  return text;
}

void PartitionRule::CheckLists(std::int64_t columns) const {
  std::vector<int> count(base::Index(columns));
  for (const Ranges& list : lists_) {
    for (const Range& range : list) {
      if (range.last >= columns) {
        base::Fail("the partition names column {}, where there are {}",
                   std::max(std::int64_t{range.first}, columns) + 1, columns);
      }
      for (std::int32_t column = range.first; column <= range.last; ++column) ++count[base::Index(column)];
    }
  }
  for (std::size_t column = 0; column < count.size(); ++column) {
    if (count[column] == 1) continue;
    base::Fail("the partition gives column {} to {} workers; every column belongs to one", column + 1, count[column]);
  }
}

PartitionRule PartitionRule::Parse(std::string_view text) {
  PartitionRule rule;
  if (text.find(';') != std::string_view::npos) {
    std::int64_t room = kMostColumns;
    for (const std::string_view list : Pieces(text, ';')) rule.lists_.push_back(ParseRanges(list, text, room));
    return rule;
  }
  if (text.find(',') != std::string_view::npos) {
    for (const std::string_view weight : Pieces(text, ',')) rule.weights_.push_back(Positive(weight, text));
    return rule;
  }
  for (const auto& [value, name] : base::kNames<Partition>.table) {
    if (name == text) return value;
  }
  FailToParse(text);
}

PartitionRule PartitionRule::OfLists(const std::vector<std::vector<std::int32_t>>& lists) {
  PartitionRule rule;
  for (const auto& list : lists) {
    Ranges ranges;
    for (const std::int32_t column : list) ranges.push_back({column, column});
    rule.lists_.push_back(Joined(std::move(ranges)));
  }
  return rule;
}

std::string PartitionRule::Text() const {
  if (!weights_.empty()) return fmt::format("{}", fmt::join(weights_, ","));
  if (lists_.empty()) return std::string(base::NameOf(dealing_));
  std::string text;
  for (const auto& list : lists_) text += fmt::format("{}{}", text.empty() ? "" : ";", TextOf(list));
  return text;
}

std::vector<std::int32_t> PartitionRule::ColumnsOf(std::int64_t columns, int workers, int worker,
                                                   std::uint64_t seed) const {
  if (workers == 1 || this->workers() == 0) return WorkerColumns(columns, workers, worker, dealing_, seed);
  FDSKL_REQUIRE(0 <= worker && worker < workers);
  if (workers != this->workers()) {
    base::Fail("the partition {} is for {} workers, not {}", Text(), this->workers(), workers);
  }
  if (!lists_.empty()) {
    CheckLists(columns);
    std::vector<std::int32_t> own;
    for (const Range& range : lists_[base::Index(worker)])
      for (std::int32_t column = range.first; column <= range.last; ++column) own.push_back(column);
    return own;
  }
  if (workers > columns) base::Fail("{} workers cannot share {} columns", workers, columns);
  const std::vector<std::int64_t> begins = Begins(weights_, columns);
  std::vector<std::int32_t> own;
  for (std::int64_t column = begins[base::Index(worker)]; column < begins[base::Index(worker) + 1]; ++column) {
    own.push_back(static_cast<std::int32_t>(column));
  }
  return own;
}

}  // namespace fdskl::datasets
