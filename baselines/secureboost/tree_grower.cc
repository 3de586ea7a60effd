#include "baselines/secureboost/tree_grower.h"

#include <numeric>
#include <utility>

#include "base/index.h"
#include "baselines/secureboost/os_random.h"
#include "baselines/secureboost/paillier_exchange.h"
#include "fdskl/net/sums.h"

namespace fdskl::secureboost {
namespace {

std::unique_ptr<GradientExchange> MakeExchange(net::Channel& channel, const BoostSettings& settings,
                                               std::int64_t rows) {
  // Without a host there is nobody to hide from.
  if (settings.key_bits == 0 || channel.size() == 1) return std::make_unique<BareExchange>(channel, rows);
  return std::make_unique<PaillierExchange>(channel, settings, rows);
}

}  // namespace

TreeGrower::TreeGrower(net::Channel& channel, const BoostSettings& settings, const base::Matrix& train)
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
  }
}

bool TreeGrower::Grow(std::span<const Gradient> gradients, const SplitRule& rule,
                      const std::function<bool(int)>& go_on) {
  const std::size_t splits_before = splits_.size();
  const std::vector<std::int32_t> taken_before = taken_;
  gradients_ = gradients;
  tree_ = {TreeNode{}};
  steps_.assign(gradients.size(), 0);
  rows_.resize(base::Index(train_.rows()));
  std::iota(rows_.begin(), rows_.end(), 0);
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
    for (std::size_t i = 0; i < level_.size(); ++i) {
      if (outcomes[i].split == 0) continue;
      bits[i].resize(BitBytes(level_[i].rows()));
      net::TreeBroadcast(channel_, broadcast_, std::span(bits[i]));
    }
    NextLevel(rule, choices, outcomes, bits);
  }
  return true;
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
