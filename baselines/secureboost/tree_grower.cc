#include "baselines/secureboost/tree_grower.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "baselines/secureboost/histogram.h"
#include "baselines/secureboost/os_random.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sized_message.h"
#include "fdskl/net/sums.h"

namespace fdskl::secureboost {
namespace {

std::unique_ptr<GradientExchange> MakeExchange(net::Channel& channel, const BoostSettings& settings,
                                               std::int64_t rows) {
  // Without a host there is nobody to hide the derivatives from.
  if (settings.key_bits == 0 || channel.size() == 1) return std::make_unique<BareExchange>(channel, rows);
  return std::make_unique<PaillierExchange>(channel, settings, rows);
}

}  // namespace

TreeGrower::TreeGrower(net::Channel& channel, const BoostSettings& settings, const base::Matrix& train,
                       std::int64_t total_columns)
    : channel_(channel),
      settings_(settings),
      train_(train),
      broadcast_(net::BroadcastTree(channel.size(), 0)),
      columns_(train, settings.bins, settings.sparse ? BinnedColumns::Skip::kCommonest : BinnedColumns::Skip::kNone),
      exchange_(MakeExchange(channel, settings, train.rows())),
      candidates_(base::Index(channel.size())),
      taken_(base::Index(channel.size())) {
  const std::int64_t own = std::ssize(columns_.candidates());
  if (channel.rank() != 0) channel.Send(0, std::span(&own, 1));
  for (int host = 1; channel.rank() == 0 && host < channel.size(); ++host) {
    channel.Receive(host, std::span(&candidates_[base::Index(host)], 1));
    // A split after each interval, with absent values on either side; the bin of absent values is one more.
    net::CheckRange(channel, host, "the number of candidates", candidates_[base::Index(host)], 0,
                    2 * total_columns * (settings.bins + 1));
  }
}

bool TreeGrower::Grow(std::span<const Gradient> gradients, const SplitRule& rule,
                      const std::function<bool(int)>& go_on) {
  const std::size_t splits_before = splits_.size();
  const std::vector<std::int32_t> taken_before = taken_;
  gradients_ = gradients;
  tree_ = {TreeNode{}};
  steps_.assign(gradients.size(), 0);
  rows_ = base::FirstNumbers(train_.rows());
  order_ = RandomOrder(std::ssize(columns_.candidates()));
  level_ = {Place{.end = train_.rows()}};
  parents_.clear();
  if (channel_.rank() == 0) tree_[0].weight = rule.Weight(Total(rows_));
  exchange_->Share(gradients);
  for (int level = 0; !level_.empty(); ++level) {
    if (!go_on(level)) {
      splits_.resize(splits_before);
      taken_ = taken_before;
      return false;
    }
    SumLevel();
    std::vector<Outcome> outcomes(level_.size());
    std::vector<LeftBits> bits(level_.size());
    std::vector<Choice> choices(level_.size());
    if (channel_.rank() == 0) {
      choices = Choose(rule);
      bits = AskOwners(choices);
      outcomes = Decide(rule, choices, bits, level + 1 == settings_.depth);
    } else {
      AnswerGuest();
    }
    net::TreeBroadcast(channel_, broadcast_, std::span(outcomes));
    if (level + 1 >= settings_.depth && std::ranges::any_of(outcomes, &Outcome::HasOpenChild)) {
      net::Refuse(channel_, net::SenderIn(broadcast_, channel_), "a node at depth {} is to be split", settings_.depth);
    }
    for (std::size_t i = 0; i < level_.size(); ++i) {
      if (outcomes[i].split == 0) continue;
      bits[i].resize(BitBytes(level_[i].rows()));
      net::TreeBroadcast(channel_, broadcast_, std::span(bits[i]));
    }
    NextLevel(rule, choices, outcomes, bits);
  }
  return true;
}

void TreeGrower::SumLevel() {
  std::vector<RowSet> sets;
  for (const Place& place : level_) {
    if (place.summed) sets.push_back(RowsOf(place));
  }
  if (channel_.rank() != 0) return exchange_->SendSums(columns_, sets, order_);

  std::vector<PartySums> by_party(base::Index(channel_.size()));
  std::vector<Limb> values(gradients_.size() * BareNumbers::limbs());
  BareNumbers::Write(gradients_, values);
  for (const RowSet rows : sets) {
    std::vector<Gradient> own(columns_.candidates().size());
    BareNumbers::Read(SumCandidates(columns_, BareNumbers(), values, rows), own);
    by_party[0].push_back(std::move(own));
  }
  for (int host = 1; host < channel_.size(); ++host) {
    by_party[base::Index(host)] = exchange_->ReceiveSums(host, candidates_[base::Index(host)], sets.size());
  }
  sums_.assign(level_.size(), PartySums(by_party.size()));
  for (std::size_t i = 0, set = 0; i < level_.size(); ++i) {
    if (!level_[i].summed) continue;
    for (std::size_t party = 0; party < by_party.size(); ++party) sums_[i][party] = std::move(by_party[party][set]);
    ++set;
  }
  for (std::size_t i = 0; i < level_.size(); ++i) {
    if (level_[i].summed || !level_[i].open) continue;
    sums_[i] = std::move(parents_[i / 2]);
    for (std::size_t party = 0; party < by_party.size(); ++party) {
      for (std::size_t c = 0; c < sums_[i][party].size(); ++c) sums_[i][party][c] -= sums_[i ^ 1U][party][c];
    }
  }
}

Gradient TreeGrower::Total(RowSet rows) const {
  Gradient total;
  for (const std::int32_t row : rows) total += gradients_[base::Index(row)];
  return total;
}

std::vector<Choice> TreeGrower::Choose(const SplitRule& rule) const {
  std::vector<Choice> choices(level_.size());
  for (std::size_t i = 0; i < level_.size(); ++i) {
    if (!level_[i].open) continue;
    const Gradient total = Total(RowsOf(level_[i]));
    for (int party = 0; party < channel_.size(); ++party) {
      rule.Consider(party, sums_[i][base::Index(party)], total, choices[i]);
    }
  }
  return choices;
}

std::int32_t TreeGrower::TakeSplit(std::span<const std::int32_t> numbers) {
  std::int32_t first = -1;
  for (const std::int32_t number : numbers) {
    // The guest's own candidates are not shuffled.
    const std::int32_t candidate = channel_.rank() == 0 ? number : order_[base::Index(number)];
    if (first < 0 || candidate < first) first = candidate;
  }
  splits_.push_back(columns_.candidates()[base::Index(first)]);
  return static_cast<std::int32_t>(splits_.size()) - 1;
}

LeftBits TreeGrower::BitsOf(std::int32_t split, const Place& place) const {
  LeftBits bits;
  const RowSet rows = RowsOf(place);
  AppendBits(
      place.rows(),
      [&](std::int64_t i) { return columns_.GoesLeft(splits_[base::Index(split)], train_, rows[base::Index(i)]); },
      bits);
  return bits;
}

std::vector<LeftBits> TreeGrower::AskOwners(const std::vector<Choice>& choices) {
  std::vector<LeftBits> bits(level_.size());
  for (int host = 1; host < channel_.size(); ++host) {
    std::vector<std::int32_t> question;  // for each place: the place, how many numbers, the numbers
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (choices[i].owner != host) continue;
      question.push_back(static_cast<std::int32_t>(i));
      question.push_back(static_cast<std::int32_t>(choices[i].numbers.size()));
      question.insert(question.end(), choices[i].numbers.begin(), choices[i].numbers.end());
    }
    net::SendSized(channel_, host, question);
  }
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i].owner == 0) bits[i] = BitsOf(TakeSplit(choices[i].numbers), level_[i]);
    if (choices[i].owner <= 0) continue;
    bits[i].resize(BitBytes(level_[i].rows()));
    channel_.Receive(choices[i].owner, std::span(bits[i]));
    CheckAnswer(i, choices[i], bits[i]);
  }
  return bits;
}

void TreeGrower::CheckAnswer(std::size_t place, const Choice& choice, const LeftBits& bits) const {
  Gradient left;
  const RowSet rows = RowsOf(level_[place]);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    if (TestBit(bits, row)) left += gradients_[base::Index(rows[row])];
  }
  Gradient right = Total(rows);
  right -= left;
  const std::vector<Gradient>& sums = sums_[place][base::Index(choice.owner)];
  const bool fits = std::ranges::any_of(choice.numbers, [&](std::int32_t number) {
    return sums[base::Index(number)] == left || sums[base::Index(number)] == right;
  });
  if (!fits) net::Refuse(channel_, choice.owner, "rows whose derivatives do not add up to the sums of their split");
}

void TreeGrower::AnswerGuest() {
  const auto candidates = std::ssize(order_);
  const std::vector<std::int32_t> question =
      net::ReceiveSized<std::int32_t>(channel_, 0, std::ssize(level_) * (2 + candidates));
  std::span<const std::int32_t> rest(question);
  const auto next = [&](const char* what, std::int64_t least, std::int64_t most) {
    if (rest.empty()) net::Refuse(channel_, 0, "a question that ends before {}", what);
    const std::int32_t number = rest.front();
    net::CheckRange(channel_, 0, what, number, least, most);
    rest = rest.subspan(1);
    return number;
  };
  for (std::int64_t place = -1; !rest.empty();) {
    place = next("a node that is asked about", place + 1, std::ssize(level_) - 1);
    const std::int32_t count = next("the number of candidates", 1, candidates);
    std::vector<std::int32_t> numbers;
    while (std::ssize(numbers) < count) numbers.push_back(next("the number of a candidate", 0, candidates - 1));
    channel_.Send<std::uint8_t>(0, BitsOf(TakeSplit(numbers), level_[base::Index(place)]));
  }
}

std::vector<TreeGrower::Outcome> TreeGrower::Decide(const SplitRule& rule, const std::vector<Choice>& choices,
                                                    const std::vector<LeftBits>& bits, bool last_level) const {
  std::vector<Outcome> outcomes(level_.size());
  for (std::size_t i = 0; i < level_.size(); ++i) {
    if (choices[i].owner < 0) continue;
    outcomes[i].split = 1;
    if (last_level) continue;
    Gradient left;
    Gradient right;
    const RowSet rows = RowsOf(level_[i]);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      (TestBit(bits[i], row) ? left : right) += gradients_[base::Index(rows[row])];
    }
    outcomes[i].left_open = rule.CanSplit(left) ? 1 : 0;
    outcomes[i].right_open = rule.CanSplit(right) ? 1 : 0;
  }
  return outcomes;
}

void TreeGrower::EndLeaf(const Place& place) {
  for (const std::int32_t row : RowsOf(place)) steps_[base::Index(row)] = tree_[base::Index(place.node)].weight;
}

void TreeGrower::NextLevel(const SplitRule& rule, const std::vector<Choice>& choices,
                           const std::vector<Outcome>& outcomes, const std::vector<LeftBits>& bits) {
  const bool guest = channel_.rank() == 0;
  std::vector<Place> next;
  std::vector<PartySums> parents;
  for (std::size_t i = 0; i < level_.size(); ++i) {
    const Place& place = level_[i];
    if (outcomes[i].split == 0) {
      if (guest) EndLeaf(place);
      continue;
    }
    const auto rows = std::span(rows_).subspan(base::Index(place.begin), base::Index(place.rows()));
    const std::int64_t middle = place.begin + PutLeftFirst(rows, bits[i]);
    Place left{.begin = place.begin, .end = middle, .open = outcomes[i].left_open != 0};
    Place right{.begin = middle, .end = place.end, .open = outcomes[i].right_open != 0};
    const bool left_smaller = left.rows() <= right.rows();
    left.summed = settings_.subtraction ? left_smaller : left.open;
    right.summed = settings_.subtraction ? !left_smaller : right.open;
    if (guest) {
      left.node = static_cast<std::int32_t>(tree_.size());
      right.node = left.node + 1;
      for (const Place* child : {&left, &right}) tree_.push_back({.weight = rule.Weight(Total(RowsOf(*child)))});
      tree_[base::Index(place.node)] = {.owner = choices[i].owner,
                                        .split = taken_[base::Index(choices[i].owner)]++,
                                        .left = left.node,
                                        .right = right.node};
    }
    if (left.open || right.open) {
      next.push_back(left);
      next.push_back(right);
      if (guest) parents.push_back(std::move(sums_[i]));
    } else if (guest) {
      EndLeaf(left);
      EndLeaf(right);
    }
  }
  level_ = std::move(next);
  parents_ = std::move(parents);
}

}  // namespace fdskl::secureboost
