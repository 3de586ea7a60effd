#include "baselines/secureboost/boosted_tree.h"

#include <algorithm>

#include "base/error.h"
#include "base/index.h"
#include "fdskl/net/peer_check.h"
#include "fdskl/net/sized_message.h"

namespace fdskl::secureboost {
namespace {

using base::Index;

constexpr double kLeastGain = 1e-6;

// Asks where `row` goes at a split of the host's table.
struct Query {
  std::int32_t split;
  std::int32_t row;
};

// The current node of a sample in a tree.
struct Walk {
  const BoostedTree* tree;
  std::int32_t row;
  std::int32_t node = 0;

  const TreeNode& at() const { return (*tree)[Index(node)]; }
  void Go(bool left) { node = left ? at().left : at().right; }
};

}  // namespace

// Without any curvature the step is zero.
double SplitRule::Weight(const Gradient& sum) const {
  const double curvature = code_.H(sum) + lambda_;
  return curvature > 0 ? -learning_rate_ * code_.G(sum) / curvature : 0;
}

double SplitRule::Score(const Gradient& sum) const {
  const double g = code_.G(sum);
  const double curvature = code_.H(sum) + lambda_;
  return curvature > 0 ? g * g / curvature : 0;
}

bool SplitRule::CanSplit(const Gradient& total) const { return code_.H(total) >= 2 * least_hessian_; }

void SplitRule::Consider(int owner, std::span<const Gradient> sums, const Gradient& total, Choice& choice) const {
  const double whole = Score(total);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    Gradient rest = total;
    rest -= sums[i];
    if (code_.H(sums[i]) < least_hessian_ || code_.H(rest) < least_hessian_) continue;
    const double gain = Score(sums[i]) + Score(rest) - whole;
    if (gain < kLeastGain || gain < choice.gain) continue;
    if (gain > choice.gain) choice = {gain, owner, {}};
    // Among equally good candidates, those of an earlier worker win.
    if (choice.owner == owner) choice.numbers.push_back(static_cast<std::int32_t>(i));
  }
}

std::int64_t PutLeftFirst(std::span<std::int32_t> rows, std::span<const std::uint8_t> bits) {
  FDSKL_REQUIRE(bits.size() == BitBytes(std::ssize(rows)));
  std::vector<std::int32_t> right;
  std::size_t left = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (TestBit(bits, i)) {
      rows[left++] = rows[i];
    } else {
      right.push_back(rows[i]);
    }
  }
  std::ranges::copy(right, rows.begin() + static_cast<std::ptrdiff_t>(left));
  return static_cast<std::int64_t>(left);
}

void AddTrees(net::Channel& channel, const SplitTable& own, std::span<const BoostedTree> trees, int depth,
              const base::Matrix& x, std::span<double> f) {
  std::vector<Walk> walks;
  walks.reserve(trees.size() * f.size());
  for (const BoostedTree& tree : trees) {
    for (std::size_t row = 0; row < f.size(); ++row) walks.push_back({&tree, static_cast<std::int32_t>(row)});
  }
  for (int level = 0; level < depth; ++level) {
    std::vector<std::vector<Query>> queries(Index(channel.size()));
    std::vector<std::vector<Walk*>> asked(queries.size());
    for (Walk& walk : walks) {
      while (walk.at().owner == 0) {
        walk.Go(own.columns.GoesLeft(own.splits[Index(walk.at().split)], x, walk.row));
      }
      if (walk.at().is_leaf()) continue;
      queries[Index(walk.at().owner)].push_back({walk.at().split, walk.row});
      asked[Index(walk.at().owner)].push_back(&walk);
    }
    for (int host = 1; host < channel.size(); ++host) net::SendSized(channel, host, queries[Index(host)]);
    for (int host = 1; host < channel.size(); ++host) {
      LeftBits bits(BitBytes(std::ssize(asked[Index(host)])));
      channel.Receive(host, std::span(bits));
      for (std::size_t i = 0; i < asked[Index(host)].size(); ++i) asked[Index(host)][i]->Go(TestBit(bits, i));
    }
  }
  for (const Walk& walk : walks) f[Index(walk.row)] += walk.at().weight;
}

void AnswerQueries(net::Channel& channel, const SplitTable& own, std::int64_t trees, int depth, const base::Matrix& x) {
  for (int level = 0; level < depth; ++level) {
    const std::vector<Query> queries = net::ReceiveSized<Query>(channel, 0, trees * x.rows());
    for (const Query& query : queries) {
      net::CheckRange(channel, 0, "the number of a split", query.split, 0, std::ssize(own.splits) - 1);
      net::CheckRange(channel, 0, "the number of a sample", query.row, 0, x.rows() - 1);
    }
    LeftBits bits;
    AppendBits(
        std::ssize(queries),
        [&](std::int64_t i) {
          const Query& query = queries[Index(i)];
          return own.columns.GoesLeft(own.splits[Index(query.split)], x, query.row);
        },
        bits);
    channel.Send<std::uint8_t>(0, bits);
  }
}

}  // namespace fdskl::secureboost
